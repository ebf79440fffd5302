import { useState } from 'react';
import type { FeedAlerts } from '../../../server/src/domain/alerts/feed-alerts.ts';
import type { Sent } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../api/use-account-query.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Trouble } from '../ui/error-state.tsx';
import { Field, FormTrouble } from '../ui/field.tsx';
import { Switch } from '../ui/form-fields.tsx';
import { useToast } from '../ui/toast.tsx';
import { DeliveryLog } from './delivery-log.tsx';

type AlertedFeed = { id: string; name: string };

/** Who is told of the leads that come into a feed, and how the messages fared. */
export function AlertsDialog({ feed, onClose }: { feed: AlertedFeed | null; onClose: () => void }) {
  return (
    <Dialog title={`Alerts of “${feed?.name ?? ''}”`} open={feed !== null} onClose={onClose} isWide>
      {feed && <Alerts key={feed.id} feedId={feed.id} onClose={onClose} />}
    </Dialog>
  );
}

function Alerts({ feedId, onClose }: { feedId: string; onClose: () => void }) {
  const path = `/feeds/${feedId}/alerts`;
  const { data, error, isPlaceholderData } = useAccountQuery<FeedAlerts>(path);
  if (error) return <Trouble error={error} />;
  if (!data || isPlaceholderData) return <p className="faint">Loading …</p>;
  return (
    <div className="form">
      <p className="soft">
        Tells of each company once, when it first comes into this feed. The feed is looked at every minute; companies that are in it already
        are no news.
      </p>
      <AlertsForm path={path} alerts={data} onClose={onClose} />
      <DeliveryLog feedId={feedId} />
    </div>
  );
}

type FormProps = { path: string; alerts: Sent<FeedAlerts>; onClose: () => void };

function AlertsForm({ path, alerts, onClose }: FormProps) {
  const { mayEdit } = useWork();
  const members = useMembers();
  const tell = useToast();
  const change = useAccountChange<{ newSecret: string | null }>({ quiet: true });
  const [recipients, setRecipients] = useState(alerts.recipients);
  const [webhook, setWebhook] = useState(alerts.webhook ?? '');
  const [paused, setPaused] = useState(alerts.paused);
  const [secret, setSecret] = useState<string | null>(null);
  const address = webhook.trim() || null;
  const send = (body: object) =>
    change.mutate(
      { method: 'PATCH', path, body },
      {
        onSuccess: ({ newSecret }) => {
          setSecret(newSecret);
          tell('Alerts are saved.');
        },
      },
    );
  // To name the address again takes up a webhook that was given up, so it is sent only when somebody meant it.
  const save = () => send({ recipients, paused, ...(address !== alerts.webhook && { webhook: address }) });
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {!mayEdit && (
        <div className="notice">You can look at these alerts. To change them, ask an owner of the account for another role.</div>
      )}
      {alerts.paused && <div className="notice warn">Paused: nothing is sent, and companies that come now are not told of later.</div>}
      <fieldset className="people">
        <legend>E-mail to</legend>
        {!alerts.canMail && (
          <div className="notice warn">
            E-mail cannot be sent yet: this installation has no mail server. Its operator sets <code>SMTP_URL</code>.
          </div>
        )}
        {members.map((member) => (
          <Switch
            key={member.id}
            label={memberName(member)}
            hint={memberName(member) === member.email ? undefined : member.email}
            disabled={!mayEdit}
            value={recipients.includes(member.id)}
            onChange={(isTold) => setRecipients((before) => [...before.filter((id) => id !== member.id), ...(isTold ? [member.id] : [])])}
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
            : 'A program of yours gets each message, signed. Its signing secret is shown once, when the address is saved.'
        }
      />
      {alerts.webhookDisabledAt && (
        <div className="notice bad">
          The webhook was given up: it said that it is gone, or did not answer for three days.{' '}
          {mayEdit && (
            <button type="button" className="button small" disabled={change.isPending} onClick={() => send({ webhook: alerts.webhook })}>
              Take it up again
            </button>
          )}
        </div>
      )}
      {secret && (
        <div className="notice good" role="status">
          The signing secret of the webhook. Copy it now: it is not shown again.
          <pre className="code" style={{ margin: '8px 0', color: 'var(--text)' }} data-testid="webhook-secret">
            {secret}
          </pre>
          <CopyButton text={secret} />
        </div>
      )}
      <Switch
        label="Pause"
        hint="Keeps all of this, and sends nothing until it is taken back."
        disabled={!mayEdit}
        value={paused}
        onChange={setPaused}
      />
      <FormTrouble error={change.error} fields={['webhook']} />
      <div className="actions end">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        {mayEdit && (
          <button type="submit" className="button main" disabled={change.isPending}>
            Save
          </button>
        )}
      </div>
    </form>
  );
}
