import { useState } from 'react';
import { Link } from 'wouter';
import { type AlertedFeed, AlertsDialog } from '../../alerts/alerts-dialog.tsx';
import type { AlertsOfFeed } from '../../api/responses.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { useFeeds } from '../../feeds/use-feeds.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { t, tCode } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const digestNames = { daily: 'alerts.digestDaily', weekly: 'alerts.digestWeekly' } as const;

/** All feeds with the recipients of their alerts, and the digests of the user. */
export function AlertsPage() {
  const { data: feeds } = useAccountQuery('/alerts');
  const [shown, setShown] = useState<AlertedFeed | null>(null);
  if (!feeds) return <CardSkeletons />;
  return (
    <>
      <SettingsIntro title={t('settingsPage.alerts')} text={t('leadSettings.alertsIntro')} />
      <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
        {feeds.map((feed) => {
          const name = tCode('builtInFeed', feed.feedId, feed.feedName);
          return (
            <li key={feed.feedId} className={formStyles.actions}>
              <div className={`${formStyles.actions} ${formStyles.grow}`}>
                <Link className="link" href={`/leads?feed=${feed.feedId}`}>
                  {name}
                </Link>
                <Recipients feed={feed} />
              </div>
              <Button quiet small aria-label={t('alerts.titleNamed', { name })} onClick={() => setShown({ id: feed.feedId, name })}>
                {t('common.alertsDialog')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Digests onEdit={setShown} />
      <AlertsDialog feed={shown} onClose={() => setShown(null)} />
    </>
  );
}

/** The digests that the signed-in user gets. */
function Digests({ onEdit }: { onEdit: (feed: AlertedFeed) => void }) {
  const { data: digests = [] } = useAccountQuery('/digests');
  const { feeds } = useFeeds();
  const subscribed = digests.flatMap(({ feedId, frequency }) => {
    const feed = feeds.find(({ id }) => id === feedId);
    return feed ? [{ feed, frequency }] : [];
  });
  return (
    <section className={formStyles.stack} aria-label={t('alerts.yourDigests')}>
      <h2>{t('alerts.yourDigests')}</h2>
      {subscribed.length === 0 && <p className="faint">{t('alerts.noDigests')}</p>}
      {subscribed.length > 0 && (
        <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
          {subscribed.map(({ feed, frequency }) => (
            <li key={feed.id} className={formStyles.actions}>
              <Link className="link" href={`/leads?feed=${feed.id}`}>
                {feed.name}
              </Link>
              <span className={`faint ${formStyles.grow}`}>{t(digestNames[frequency])}</span>
              <Button quiet small aria-label={t('alerts.changeDigestOf', { name: feed.name })} onClick={() => onEdit(feed)}>
                {t('common.change')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Recipients({ feed }: { feed: AlertsOfFeed }) {
  const members = useMembers();
  const names = feed.recipients.flatMap((id) => {
    const member = members.find((candidate) => candidate.id === id);
    return member ? [memberName(member)] : [];
  });
  const recipients = [...names, ...(feed.webhook ? [new URL(feed.webhook).host] : [])];
  return (
    <>
      <span className="faint">
        {recipients.length === 0 ? t('leadSettings.nobodyNotified') : t('leadSettings.notifies', { names: recipients.join(', ') })}
      </span>
      {feed.paused && <Badge tone="warn">{t('leadSettings.paused')}</Badge>}
      {feed.webhookDisabledAt && <Badge tone="bad">{t('leadSettings.webhookDisabled')}</Badge>}
    </>
  );
}
