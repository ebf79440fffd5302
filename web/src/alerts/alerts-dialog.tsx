import { useState } from 'react';
import type { AlertsChange, FeedAlerts } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { Button } from '../ui/button.tsx';
import codeStyles from '../ui/code.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field, FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import { AlertMessage } from '../ui/notice.tsx';
import { useToast } from '../ui/toast.tsx';
import alertsStyles from './alerts.module.css';
import { DeliveryLog } from './delivery-log.tsx';

type AlertedFeed = { id: string; name: string };

/** The recipients of a feed's alerts, and the log of its messages. */
export function AlertsDialog({ feed, onClose }: { feed: AlertedFeed | null; onClose: () => void }) {
  return (
    <Dialog title={`Alerts for “${feed?.name ?? ''}”`} open={feed !== null} onClose={onClose} isWide>
      {feed && <Alerts key={feed.id} feedId={feed.id} onClose={onClose} />}
    </Dialog>
  );
}

function Alerts({ feedId, onClose }: { feedId: string; onClose: () => void }) {
  const { data, error, isPlaceholderData } = useAccountQuery('/feeds/:feedId/alerts', { params: { feedId } });
  if (error) return <ErrorState error={error} />;
  if (!data || isPlaceholderData) return <p className="faint">Loading …</p>;
  return (
    <div className={formStyles.form}>
      <p className="soft">
        Each company is announced once, when it first enters this feed. The feed is checked every minute; companies that are in it already
        are not announced.
      </p>
      <AlertsForm feedId={feedId} alerts={data} onClose={onClose} />
      <DeliveryLog feedId={feedId} />
    </div>
  );
}

type FormProps = { feedId: string; alerts: FeedAlerts; onClose: () => void };

function AlertsForm({ feedId, alerts, onClose }: FormProps) {
  const { mayEdit } = useWork();
  const members = useMembers();
  const showToast = useToast();
  const change = useAccountChange('PATCH /feeds/:feedId/alerts', { quiet: true });
  const [recipients, setRecipients] = useState(alerts.recipients);
  const [webhook, setWebhook] = useState(alerts.webhook ?? '');
  const [paused, setPaused] = useState(alerts.paused);
  const [secret, setSecret] = useState<string | null>(null);
  const address = webhook.trim() || null;
  const send = (body: AlertsChange) =>
    change.mutate(
      { params: { feedId }, body },
      {
        onSuccess: ({ newSecret }) => {
          setSecret(newSecret);
          showToast('Alerts are saved.');
        },
      },
    );
  // Sending the address enables a disabled webhook again, so it is sent only when it was edited.
  const save = () => send({ recipients, paused, ...(address !== alerts.webhook && { webhook: address }) });
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {!mayEdit && <AlertMessage>You can view these alerts. To edit them, ask an owner of the account for another role.</AlertMessage>}
      {alerts.paused && (
        <AlertMessage tone="warn">Paused: nothing is sent, and companies that enter the feed now are not announced later.</AlertMessage>
      )}
      <fieldset className={alertsStyles.people}>
        <legend>E-mail to</legend>
        {!alerts.canMail && (
          <AlertMessage tone="warn">
            E-mail cannot be sent yet: this installation has no mail server. Its operator sets <code>SMTP_URL</code>.
          </AlertMessage>
        )}
        {members.map((member) => (
          <Switch
            key={member.id}
            label={memberName(member)}
            hint={memberName(member) === member.email ? undefined : member.email}
            disabled={!mayEdit}
            value={recipients.includes(member.id)}
            onChange={(isOn) => setRecipients((before) => [...before.filter((id) => id !== member.id), ...(isOn ? [member.id] : [])])}
          />
        ))}
      </fieldset>
      <Field
        label="Webhook address"
        name="webhook"
        type="url"
        placeholder="https://example.com/hooks/leads"
        value={webhook}
        maxLength={500}
        disabled={!mayEdit}
        onChange={(event) => setWebhook(event.target.value)}
        error={change.error}
        hint={
          alerts.webhook
            ? 'Messages are signed. For a new signing secret, save without the address, then set it again.'
            : 'Each message is sent to this address, signed. The signing secret is shown once, when the address is saved.'
        }
      />
      {alerts.webhookDisabledAt && (
        <AlertMessage tone="bad">
          The webhook was disabled: it answered that it is gone, or did not answer for three days.{' '}
          {mayEdit && (
            <Button small disabled={change.isPending} onClick={() => send({ webhook: alerts.webhook })}>
              Enable again
            </Button>
          )}
        </AlertMessage>
      )}
      {secret && (
        <AlertMessage tone="good" role="status">
          The signing secret of the webhook. Copy it now: it is not shown again.
          <pre className={codeStyles.code} style={{ margin: '8px 0', color: 'var(--text)' }} data-testid="webhook-secret">
            {secret}
          </pre>
          <CopyButton text={secret} />
        </AlertMessage>
      )}
      <Switch
        label="Pause"
        hint="Sends nothing until you turn it off. The settings stay."
        disabled={!mayEdit}
        value={paused}
        onChange={setPaused}
      />
      <FormError error={change.error} fields={['webhook']} />
      <div className={`${formStyles.actions} ${formStyles.end}`}>
        <Button onClick={onClose}>Close</Button>
        {mayEdit && (
          <Button type="submit" main disabled={change.isPending}>
            Save
          </Button>
        )}
      </div>
    </form>
  );
}
