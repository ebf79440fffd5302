import { useState } from 'react';
import type { OauthApp } from '../../../../server/src/domain/auth/oauth-apps.ts';
import type { Sent } from '../../api/request.ts';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Trouble } from '../../ui/error-state.tsx';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { ChangeApplication } from './edit-application.tsx';
import { NewApplication } from './new-application.tsx';

export type Applications = { scopes: string[]; grants: string[]; apps: OauthApp[] };
export type Made = { clientId: string; clientSecret: string };

export function ApplicationsPart() {
  const { data, error } = useAccountQuery<Applications>('/oauth-apps');
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <LeadIn
        title="OAuth applications"
        words="Third-party apps that act for users who give their consent, or for this account on their own behalf."
      />
      {error && <Trouble error={error} />}
      {data?.apps.length === 0 && <p className="faint">No applications yet.</p>}
      {data?.apps.map((app) => (
        <Application key={app.clientId} app={app} allScopes={data.scopes.length} onMade={setMade} />
      ))}
      {made && (
        <SecretNotice secret={made.clientSecret} testId="client-secret" copyName="Copy the secret">
          The client id is <span className="mono">{made.clientId}</span>. Copy the secret now: it is not shown again, and this server keeps
          only its hash.
        </SecretNotice>
      )}
      {data && <NewApplication scopes={data.scopes} onMade={setMade} />}
    </>
  );
}

type ApplicationProps = { app: Sent<OauthApp>; allScopes: number; onMade: (made: Made) => void };

function Application({ app, allScopes, onMade }: ApplicationProps) {
  const change = useAccountChange();
  const rotate = useAccountChange<Made>();
  const [isOpen, setOpen] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const path = `/oauth-apps/${app.clientId}`;
  return (
    <section className="card" aria-label={app.name}>
      <header>
        <h2>
          {app.name} {app.disabled && <span className="badge warn">Disabled</span>}
        </h2>
        <EditButton name={app.name} onClick={() => setOpen(!isOpen)} />
        <button type="button" className="button quiet small" aria-label={`New secret of ${app.name}`} onClick={() => setRotating(true)}>
          New secret
        </button>
        <button
          type="button"
          className="button quiet small"
          aria-label={`${app.disabled ? 'Enable' : 'Disable'} ${app.name}`}
          onClick={() => change.mutate({ method: 'PATCH', path, body: { disabled: !app.disabled } })}
        >
          {app.disabled ? 'Enable' : 'Disable'}
        </button>
        <RemoveButton name={app.name} onConfirm={() => change.mutate({ method: 'DELETE', path })}>
          All of its tokens, its client id and its secret stop working at once. This cannot be undone; to stop it for a while, disable it
          instead.
        </RemoveButton>
      </header>
      <ConfirmDialog
        title={`Create a new secret for “${app.name}”?`}
        open={isRotating}
        action="Create secret"
        onConfirm={() => rotate.mutate({ method: 'POST', path: `${path}/secret` }, { onSuccess: onMade })}
        onClose={() => setRotating(false)}
      >
        The present secret is refused from the next request on, so the application needs the new one at once. Users' consents and issued
        tokens stay valid.
      </ConfirmDialog>
      <div className="inside">
        {isOpen && <ChangeApplication app={app} onClose={() => setOpen(false)} />}
        <dl className="criteria">
          <div>
            <dt>Client id</dt>
            <dd className="actions">
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
            <dt>Made</dt>
            <dd>{formatDay(app.createdAt)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
