import { useState } from 'react';
import { Link } from 'wouter';
import { AlertsDialog } from '../../alerts/alerts-dialog.tsx';
import type { AlertsOfFeed } from '../../api/responses.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { rich } from '../../texts/rich.tsx';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

/** All feeds with the recipients of their alerts. */
export function AlertsPage() {
  const { data: feeds } = useAccountQuery('/alerts');
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  if (!feeds) return <CardSkeletons />;
  return (
    <>
      <SettingsIntro title={t('common.alerts')} text={t('leadSettings.alertsIntro')} />
      {feeds.length === 0 && (
        <p className="faint">
          {rich('leadSettings.noFeedsForAlerts', {
            link: (
              <Link className="link" href="/leads?build=1">
                {t('leadSettings.filterYourLeads')}
              </Link>
            ),
          })}
        </p>
      )}
      {feeds.length > 0 && (
        <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
          {feeds.map((feed) => (
            <li key={feed.feedId} className={formStyles.actions}>
              <Link className="link" href={`/leads?feed=${feed.feedId}`}>
                {feed.feedName}
              </Link>
              <Recipients feed={feed} />
              <Button
                quiet
                small
                aria-label={t('alerts.alertsFor', { name: feed.feedName })}
                onClick={() => setShown({ id: feed.feedId, name: feed.feedName })}
              >
                {t('common.alertsDialog')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AlertsDialog feed={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Recipients({ feed }: { feed: AlertsOfFeed }) {
  const members = useMembers();
  const names = feed.recipients.flatMap((id) => {
    const member = members.find((one) => one.id === id);
    return member ? [memberName(member)] : [];
  });
  const recipients = [...names, ...(feed.webhook ? [new URL(feed.webhook).host] : [])];
  return (
    <>
      <span className={`faint cut ${formStyles.grow}`}>
        {recipients.length === 0 ? t('leadSettings.nobodyNotified') : t('leadSettings.notifies', { names: recipients.join(', ') })}
      </span>
      {feed.paused && <Badge tone="warn">{t('leadSettings.paused')}</Badge>}
      {feed.webhookDisabledAt && <Badge tone="bad">{t('leadSettings.webhookDisabled')}</Badge>}
    </>
  );
}
