import { useState } from 'react';
import type { OauthApp, OauthSecret } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatDay } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t, tCode } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { scopeName } from '../scope-name.ts';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { EditApplication } from './edit-application.tsx';
import { NewApplication } from './new-application.tsx';

export function ApplicationsPage() {
  const { data } = useAccountQuery('/oauth-apps');
  const [created, setCreated] = useState<OauthSecret | null>(null);
  return (
    <>
      <SettingsIntro title={t('apiSettings.oauthApplications')} text={t('apiSettings.applicationsIntro')} />
      {data?.apps.length === 0 && <p className="faint">{t('apiSettings.noApplicationsYet')}</p>}
      {data?.apps.map((app) => (
        <Application key={app.clientId} app={app} scopeCount={data.scopes.length} onCreated={setCreated} />
      ))}
      {created && (
        <SecretNotice secret={created.clientSecret} testId="client-secret" copyName={t('apiSettings.copySecret')}>
          {rich('apiSettings.clientIdAndSecret', { clientId: <span className="mono">{created.clientId}</span> })}
        </SecretNotice>
      )}
      {data && <NewApplication scopes={data.scopes} onCreated={setCreated} />}
    </>
  );
}

type ApplicationProps = { app: OauthApp; scopeCount: number; onCreated: (secret: OauthSecret) => void };

function Application({ app, scopeCount, onCreated }: ApplicationProps) {
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
          {app.name} {app.disabled && <Badge tone="warn">{t('common.disabled')}</Badge>}
        </h2>
        <div className={formStyles.actions}>
          <EditButton name={app.name} onClick={() => setOpen(!isOpen)} />
          <Button quiet small aria-label={t('apiSettings.newSecretFor', { name: app.name })} onClick={() => setRotating(true)}>
            {t('apiSettings.newSecret')}
          </Button>
          <Button
            quiet
            small
            aria-label={t(app.disabled ? 'apiSettings.enableNamed' : 'apiSettings.disableNamed', { name: app.name })}
            onClick={() => update.mutate({ params, body: { disabled: !app.disabled } })}
          >
            {app.disabled ? t('apiSettings.enable') : t('apiSettings.disable')}
          </Button>
          <DeleteButton name={app.name} onConfirm={() => remove.mutate({ params })}>
            {t('apiSettings.deleteApplicationHint')}
          </DeleteButton>
        </div>
      </header>
      <ConfirmDialog
        title={t('apiSettings.createSecretFor', { name: app.name })}
        open={isRotating}
        action={t('apiSettings.createSecret')}
        onConfirm={() => rotate.mutate({ params }, { onSuccess: onCreated })}
        onClose={() => setRotating(false)}
      >
        {t('apiSettings.createSecretHint')}
      </ConfirmDialog>
      <div className={cardStyles.inside}>
        {isOpen && <EditApplication app={app} onClose={() => setOpen(false)} />}
        <dl className={settingsStyles.criteria}>
          <div>
            <dt>{t('apiSettings.clientId')}</dt>
            <dd className={formStyles.actions}>
              <span className="mono">{app.clientId}</span> <CopyButton text={app.clientId} />
            </dd>
          </div>
          <div>
            <dt>{t('apiSettings.grants')}</dt>
            <dd>
              <span className="sentence">{app.grants.map((grant) => tCode('grant', grant, grant)).join(', ')}</span>
            </dd>
          </div>
          {app.redirectUris.length > 0 && (
            <div>
              <dt>{t('apiSettings.redirectsTo')}</dt>
              <dd className="mono">{app.redirectUris.join(' ')}</dd>
            </div>
          )}
          <div>
            <dt>{t('apiSettings.scopes')}</dt>
            <dd>{app.scopes.length === scopeCount ? t('apiSettings.allScopes') : app.scopes.map(scopeName).join(', ')}</dd>
          </div>
          <div>
            <dt>{t('apiSettings.created')}</dt>
            <dd>{formatDay(app.createdAt)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
