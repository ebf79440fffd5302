import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useLeadLinks } from '../dashboard/use-lead-links.ts';
import { formatRate } from '../lib/format-rarely.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { NumberLink } from '../ui/number-link.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import tableStyles from '../ui/table.module.css';

/** How often each goal was reached in the selected days. Each goal links to its funnel. */
export default function GoalsPage() {
  useRowKeys();
  const { account, canManage } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const links = useLeadLinks(interval);
  const { data, error, refetch } = useAccountQuery('/goal-results', { query: { from: interval.from, to: interval.to } });
  return (
    <>
      <Topbar title={t('common.goals')}>
        {canManage && (
          <Link href="/settings/goals" className={buttonClass()}>
            {t('goals.edit')}
          </Link>
        )}
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Scroll label={t('common.goals')}>
        <div className={layoutStyles.column}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : data.goals.length === 0 ? (
            <EmptyState title={t('goals.none')}>
              <p className="soft">{t('goals.noneHint')}</p>
              {canManage && (
                <Link href="/settings/goals" className={buttonClass({ main: true })}>
                  {t('goals.createGoal')}
                </Link>
              )}
            </EmptyState>
          ) : (
            <DataTable
              headings={[
                t('goals.goal'),
                { text: t('goals.reached'), isRight: true },
                { text: t('goals.conversion'), isRight: true },
                { text: t('common.companies'), isRight: true },
              ]}
            >
              {data.goals.map(({ id, name, active, visits, companies }) => (
                <tr key={id} data-testid="goal">
                  <td>
                    <Link className="link" href={`/goals/${id}?${intervalParams(interval)}`}>
                      {name}
                    </Link>{' '}
                    {!active && <Badge tone="warn">{t('goals.off')}</Badge>}
                  </td>
                  <td className={`${tableStyles.right} number`}>
                    <NumberLink value={visits} companies={companies} href={links.goal(id)} />
                  </td>
                  <td className={`${tableStyles.right} number`}>{formatRate(visits, data.visits)}</td>
                  <td className={`${tableStyles.right} number`}>
                    <NumberLink value={companies} companies={companies} href={links.goal(id)} />
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
        </div>
      </Scroll>
    </>
  );
}
