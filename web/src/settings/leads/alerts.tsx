import { useState } from 'react';
import { Link } from 'wouter';
import type { AlertsOfFeed } from '../../../../server/src/domain/alerts/feed-alerts.ts';
import { AlertsDialog } from '../../alerts/alerts-dialog.tsx';
import type { Sent } from '../../api/request.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { LeadIn } from '../settings-intro.tsx';

/** All feeds with who is told of what comes into them. */
export function AlertsPart() {
  const { data: feeds } = useAccountQuery<AlertsOfFeed[]>('/alerts');
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  if (!feeds) return null;
  return (
    <>
      <LeadIn
        title="Alerts"
        words="Who is told, by e-mail or by a webhook, when a company first comes into a feed. The bell above the leads of a feed leads here too."
      />
      {feeds.length === 0 && (
        <p className="faint">
          Alerts belong to feeds, and there is none yet.{' '}
          <Link className="link" href="/leads?build=1">
            Choose what you want to hear of
          </Link>{' '}
          and keep it as a feed.
        </p>
      )}
      {feeds.length > 0 && (
        <ul className="card rows">
          {feeds.map((feed) => (
            <li key={feed.feedId} className="actions">
              <Link className="link" href={`/leads?feed=${feed.feedId}`}>
                {feed.feedName}
              </Link>
              <Told feed={feed} />
              <button
                type="button"
                className="button quiet small"
                aria-label={`Alerts … of ${feed.feedName}`}
                onClick={() => setShown({ id: feed.feedId, name: feed.feedName })}
              >
                Alerts …
              </button>
            </li>
          ))}
        </ul>
      )}
      <AlertsDialog feed={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Told({ feed }: { feed: Sent<AlertsOfFeed> }) {
  const members = useMembers();
  const names = feed.recipients.flatMap((id) => {
    const member = members.find((one) => one.id === id);
    return member ? [memberName(member)] : [];
  });
  const told = [...names, ...(feed.webhook ? [new URL(feed.webhook).host] : [])];
  return (
    <>
      <span className="faint cut grow">{told.length === 0 ? 'Nobody is told' : `Tells ${told.join(', ')}`}</span>
      {feed.paused && <span className="badge warn">Paused</span>}
      {feed.webhookDisabledAt && <span className="badge bad">Webhook given up</span>}
    </>
  );
}
