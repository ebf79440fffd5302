import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { FunnelSteps } from '../dashboard/goal-funnel.tsx';
import { useLeadLinks } from '../dashboard/use-lead-links.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';

/** The funnel of a goal in the selected days. */
export default function GoalPage({ id }: { id: string }) {
  const { account } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const links = useLeadLinks(interval);
  const { data, error, refetch } = useAccountQuery('/goals/:goalId/funnel', {
    params: { goalId: id },
    query: { from: interval.from, to: interval.to },
  });
  const counted = data?.steps[0]?.visits ?? 0;
  const reached = data?.steps.find(({ step }) => step === 'reached')?.visits ?? 0;
  return (
    <>
      <Topbar title={data?.goal.name ?? t('goals.goal')}>
        <Link href={`/goals?${intervalParams(interval)}`} className={buttonClass()}>
          {t('common.goals')}
        </Link>
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Scroll label={t('goals.goal')}>
        <div className={layoutStyles.column}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : (
            <Card
              title={t('dashboard.funnel')}
              aside={
                reached > 0 && (
                  <Link href={links.goal(data.goal.id)} className="link target">
                    {t('goals.showCompanies')}
                  </Link>
                )
              }
            >
              <FunnelSteps funnel={data} links={links} />
              {reached === 0 && (
                <p className="soft">{data.isSample ? t('goals.notReachedInSample', { count: counted }) : t('goals.notReached')}</p>
              )}
            </Card>
          )}
        </div>
      </Scroll>
    </>
  );
}
