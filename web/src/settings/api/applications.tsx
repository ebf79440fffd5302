import { useState } from 'react';
import type { OauthApp, OauthSecret } from '../../api/answers.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import formStyles from '../../ui/form.module.css';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { EditApplication } from './edit-application.tsx';
import { NewApplication } from './new-application.tsx';

export function ApplicationsPart() {
  const { data, error } = useAccountQuery('/oauth-apps');
  const [created, setCreated] = useState<OauthSecret | null>(null);
  return (
    <>
      <SettingsIntro
        title="OAuth applications"
        words="Third-party apps that act for users who give their consent, or for this account on their own behalf."
      />
      {error && <ErrorState error={error} />}
      {data?.apps.length === 0 && <p className="faint">No applications yet.</p>}
      {data?.apps.map((app) => (
        <Application key={app.clientId} app={app} allScopes={data.scopes.length} onCreated={setCreated} />
      ))}
      {created && (
        <SecretNotice secret={created.clientSecret} testId="client-secret" copyName="Copy secret">
          The client id is <span className="mono">{created.clientId}</span>. Copy secret now: it is not shown again, and the server stores
          only its hash.
        </SecretNotice>
      )}
      {data && <NewApplication scopes={data.scopes} onCreated={setCreated} />}
    </>
  );
}

type ApplicationProps = { app: OauthApp; allScopes: number; onCreated: (secret: OauthSecret) => void };

function Application({ app, allScopes, onCreated }: ApplicationProps) {
  const update = useAccountChange('PATCH /oauth-apps/:clientId');
  const remove = useAccountChange('DELETE /oauth-apps/:clientId');
  const rotate = useAccountChange('POST /oauth-apps/:clientId/secret');
  const [isOpen, setOpen] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const params = { clientId: app.clientId };
  return (
    <section className={cardStyles.card} aria-label={app.name}>
      <header>
        <h2>
          {app.name} {app.disabled && <Badge tone="warn">Disabled</Badge>}
        </h2>
        <EditButton name={app.name} onClick={() => setOpen(!isOpen)} />
        <Button quiet small aria-label={`New secret for ${app.name}`} onClick={() => setRotating(true)}>
          New secret
        </Button>
        <Button
          quiet
          small
          aria-label={`${app.disabled ? 'Enable' : 'Disable'} ${app.name}`}
          onClick={() => update.mutate({ params, body: { disabled: !app.disabled } })}
        >
          {app.disabled ? 'Enable' : 'Disable'}
        </Button>
        <DeleteButton name={app.name} onConfirm={() => remove.mutate({ params })}>
          All of its tokens, its client id and its secret stop working at once. This cannot be undone; to stop it for a while, disable it
          instead.
        </DeleteButton>
      </header>
      <ConfirmDialog
        title={`Create a new secret for “${app.name}”?`}
        open={isRotating}
        action="Create secret"
        onConfirm={() => rotate.mutate({ params }, { onSuccess: onCreated })}
        onClose={() => setRotating(false)}
      >
        The current secret is refused from the next request on, so update the application at once. Users' consents and issued tokens stay
        valid.
      </ConfirmDialog>
      <div className={cardStyles.inside}>
        {isOpen && <EditApplication app={app} onClose={() => setOpen(false)} />}
        <dl className={settingsStyles.criteria}>
          <div>
            <dt>Client id</dt>
            <dd className={formStyles.actions}>
              <span className="mono">{app.clientId}</span> <CopyButton text={app.clientId} />
            </dd>
          </div>
          <div>
            <dt>Grants</dt>
            <dd>{app.grants.join(', ')}</dd>
          </div>
          {app.redirectUris.length > 0 && (
            <div>
              <dt>Redirects to</dt>
              <dd className="mono">{app.redirectUris.join(' ')}</dd>
            </div>
          )}
          <div>
            <dt>Scopes</dt>
            <dd>{app.scopes.length === allScopes ? 'all' : app.scopes.join(', ')}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>{formatDay(app.createdAt)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
