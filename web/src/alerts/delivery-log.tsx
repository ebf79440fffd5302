import { useAccountQuery } from '../api/use-account-query.ts';
import { formatMoment } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import alertsStyles from './alerts.module.css';
import { deliveryStatus } from './delivery-status.ts';

const refetchMs = 5000;
const maxNamed = 3;

/** The latest alert messages of a feed, each with its status and, if it has one, the reason for the status. */
export function DeliveryLog({ feedId }: { feedId: string }) {
  const { data, error, refetch } = useAccountQuery('/feeds/:feedId/deliveries', {
    params: { feedId },
    refetchInterval: refetchMs,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  return (
    <section aria-labelledby="delivery-log">
      <h3 id="delivery-log">{t('alerts.recentMessages')}</h3>
      {data.length === 0 ? (
        <p className="faint">{t('alerts.noneYet')}</p>
      ) : (
        <DataTable headings={[t('common.when'), t('common.companies'), t('common.status')]} isCard={false}>
          {data.map((delivery) => {
            const { state, tone, reason } = deliveryStatus(delivery);
            return (
              <tr key={delivery.id}>
                <td className="soft">{formatMoment(delivery.createdAt)}</td>
                <td>{namesOf(delivery.companies)}</td>
                <td>
                  <Badge tone={tone}>{state}</Badge>{' '}
                  <span className="faint">{delivery.channel === 'email' ? t('alerts.channelEmail') : t('alerts.channelWebhook')}</span>
                  {reason && <div className={`soft ${alertsStyles.reason}`}>{reason}</div>}
                </td>
              </tr>
            );
          })}
        </DataTable>
      )}
    </section>
  );
}

function namesOf(companies: { name: string }[]): string {
  const named = companies.slice(0, maxNamed).map(({ name }) => name);
  const more = companies.length - named.length;
  return more > 0 ? t('alerts.namesAndMore', { names: named.join(', '), count: more }) : named.join(', ');
}
