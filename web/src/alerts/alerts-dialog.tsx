import { useState } from 'react';
import type { AlertsChange, FeedAlerts } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import codeStyles from '../ui/code.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field, FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toast.tsx';
import alertsStyles from './alerts.module.css';
import { DeliveryLog } from './delivery-log.tsx';
import { reasonText } from './delivery-status.ts';
import { DigestField } from './digest-field.tsx';

export type AlertedFeed = { id: string; name: string };

/** The digest of a feed, the recipients of its alerts, and the log of its messages. */
export function AlertsDialog({ feed, onClose }: { feed: AlertedFeed | null; onClose: () => void }) {
  return (
    <Dialog
      title={t('alerts.titleNamed', { name: t('common.quoted', { name: feed?.name ?? '' }) })}
      open={feed !== null}
      onClose={onClose}
      isWide
    >
      {feed && (
        <div key={feed.id} className={formStyles.stack}>
          <DigestField feedId={feed.id} />
          <Alerts feedId={feed.id} />
        </div>
      )}
    </Dialog>
  );
}

function Alerts({ feedId }: { feedId: string }) {
  const { data, error, refetch } = useAccountQuery('/feeds/:feedId/alerts', { params: { feedId } });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <p className="faint">{t('alerts.loading')}</p>;
  return (
    <div className={formStyles.stack}>
      <p className="soft">{t('alerts.intro')}</p>
      <AlertsForm feedId={feedId} alerts={data} />
      <DeliveryLog feedId={feedId} />
    </div>
  );
}

function AlertsForm({ feedId, alerts }: { feedId: string; alerts: FeedAlerts }) {
  const { canEdit } = useWorkspace();
  const members = useMembers();
  const showToast = useToast();
  const change = useAccountChange('PATCH /feeds/:feedId/alerts', { quiet: true });
  const [recipients, setRecipients] = useState(alerts.recipients);
  const [webhook, setWebhook] = useState(alerts.webhook ?? '');
  const [paused, setPaused] = useState(alerts.paused);
  const [secret, setSecret] = useState<string | null>(null);
  const webhookUrl = webhook.trim() || null;
  const send = (body: AlertsChange) =>
    change.mutate(
      { params: { feedId }, body },
      {
        onSuccess: ({ newSecret }) => {
          setSecret(newSecret);
          showToast(t('alerts.saved'));
        },
      },
    );
  // Sending the URL of a disabled webhook enables it again, so the URL is sent only if it was edited.
  const save = () => send({ recipients, paused, ...(webhookUrl !== alerts.webhook && { webhook: webhookUrl }) });
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {!canEdit && <Notice>{t('alerts.readOnly')}</Notice>}
      {alerts.paused && <Notice tone="warn">{t('alerts.pausedHint')}</Notice>}
      <fieldset className={alertsStyles.people}>
        <legend>{t('alerts.emailTo')}</legend>
        {!alerts.canMail && <Notice tone="warn">{rich('alerts.emailNotConfigured', { setting: <code>SMTP_URL</code> })}</Notice>}
        {members.map((member) => (
          <Switch
            key={member.id}
            label={memberName(member)}
            hint={memberName(member) === member.email ? undefined : member.email}
            disabled={!canEdit}
            value={recipients.includes(member.id)}
            onChange={(isOn) => setRecipients((before) => [...before.filter((id) => id !== member.id), ...(isOn ? [member.id] : [])])}
          />
        ))}
      </fieldset>
      <Field
        label={t('alerts.webhookUrl')}
        name="webhook"
        type="url"
        placeholder="https://example.com/hooks/leads"
        value={webhook}
        maxLength={500}
        disabled={!canEdit}
        onChange={(event) => setWebhook(event.target.value)}
        error={change.error}
        hint={alerts.webhook ? t('alerts.signedHint') : t('alerts.webhookHint')}
      />
      {alerts.webhookDisabledAt && (
        <Notice tone="bad">
          {t('alerts.webhookDisabled')}{' '}
          {canEdit && (
            <Button small disabled={change.isPending} onClick={() => send({ webhook: alerts.webhook })}>
              {t('alerts.enableAgain')}
            </Button>
          )}
        </Notice>
      )}
      {secret && (
        <Notice tone="good" role="status">
          {t('alerts.copySecret')}
          <pre className={codeStyles.code} style={{ margin: '8px 0', color: 'var(--text)' }} data-testid="webhook-secret">
            {secret}
          </pre>
          <CopyButton text={secret} />
        </Notice>
      )}
      <Switch label={t('alerts.pause')} hint={t('alerts.pauseHint')} disabled={!canEdit} value={paused} onChange={setPaused} />
      <FormError error={change.error} fields={['webhook']} />
      <DialogFooter>
        {canEdit && (alerts.recipients.length > 0 || alerts.webhook !== null) && <TestButton feedId={feedId} />}
        {canEdit && (
          <Button type="submit" main disabled={change.isPending}>
            {t('common.save')}
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}

/** Sends a test alert to the saved recipients and shows the results. */
function TestButton({ feedId }: { feedId: string }) {
  const showToast = useToast();
  const test = useAccountChange('POST /feeds/:feedId/alerts/test');
  const send = () =>
    test.mutate(
      { params: { feedId } },
      {
        onSuccess: (results) =>
          showToast(
            results
              .map(({ channel, status, error }) => {
                const name = t(channel === 'email' ? 'common.email' : 'alerts.webhook');
                return t('alerts.testResult', { channel: name, result: error ? reasonText(error, status) : t('alerts.delivered') });
              })
              .join(' '),
          ),
      },
    );
  return (
    <Button disabled={test.isPending} onClick={send}>
      {t('alerts.sendTest')}
    </Button>
  );
}
