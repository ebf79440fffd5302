import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useParams } from '../lib/use-params.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Interval, intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { Annotations } from './annotations.tsx';
import { CompareMenu } from './compare-menu.tsx';
import { comparisonOf } from './comparison.ts';
import { DataFlowPage } from './data-flow.tsx';
import { daysOfStep, type Step } from './days-of-step.ts';
import { Figures } from './figures.tsx';
import { GoalFunnelCard } from './goal-funnel.tsx';
import { ShareButton } from './share-dialog.tsx';
import { SourceBreakdown } from './source-breakdown.tsx';
import { useLeadLinks } from './use-lead-links.ts';
import { useRefetchAfterRebuild } from './use-refetch-after-rebuild.ts';
import { VisitsPage } from './visits-page.tsx';

const rebuildRefetchMs = 5000;

export default function Dashboard({ page }: { page?: string }) {
  if (page === 'data') return <DataFlowPage />;
  if (page === 'visits') return <VisitsPage />;
  return page === undefined ? <Overview /> : <NotFound />;
}

function Overview() {
  const { account, canManage } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const comparison = comparisonOf(params, interval);
  const query = { from: interval.from, to: interval.to };
  const compared = comparison.kind === 'none' ? {} : { compareFrom: comparison.from, compareTo: comparison.to };
  const overview = useAccountQuery('/overview', {
    query: { ...query, ...compared },
    refetchInterval: ({ state }) => (state.data?.rebuild ? rebuildRefetchMs : false),
  });
  useRefetchAfterRebuild(overview.data?.rebuild != null);
  const shares = useAccountQuery('/breakdowns', { query });
  const entryAndExitPages = useAccountQuery('/entry-and-exit-pages', { query });
  const trends = useAccountQuery('/trends', { query });
  const annotations = useAccountQuery('/annotations', { query });
  const failed = [shares, entryAndExitPages, trends, annotations].filter(({ error, data }) => error && !data);
  const links = useLeadLinks(interval);
  return (
    <>
      <Topbar title={t('common.dashboard')}>
        <Link href={`/dashboard/data?${intervalParams(interval)}`} className={buttonClass({ quiet: true })}>
          {t('common.dataFlow')}
        </Link>
        <Button quiet icon aria-label={t('dashboard.print')} title={t('dashboard.print')} onClick={() => window.print()}>
          <Icon name="print" size={15} />
        </Button>
        {canManage && <ShareButton interval={interval} />}
        <CompareMenu comparison={comparison} isToday={interval.preset === 'today'} />
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Scroll label={t('dashboard.figures')}>
        {overview.error && !overview.data ? (
          <ErrorState error={overview.error} onRetry={() => overview.refetch()} />
        ) : overview.data ? (
          <>
            <Figures
              overview={overview.data}
              isCompared={comparison.kind !== 'none'}
              shares={shares.data}
              entryAndExitPages={entryAndExitPages.data}
              trends={trends.data}
              annotations={annotations.data ?? []}
              links={links}
              stepHref={(step) => stepHref(step, interval, links.all, params)}
              sources={(list) => <SourceBreakdown sources={list} interval={interval} links={links} />}
              belowChart={<Annotations annotations={annotations.data ?? []} interval={interval} />}
              funnel={<GoalFunnelCard interval={interval} links={links} />}
            />
            {failed[0]?.error ? (
              <ErrorState error={failed[0].error} onRetry={() => failed.map(({ refetch }) => refetch())} />
            ) : (
              !shares.data && <PageSkeleton />
            )}
          </>
        ) : (
          <PageSkeleton />
        )}
      </Scroll>
    </>
  );
}

/** A day, week or month links to the dashboard of its days, an hour to the leads of its day. */
function stepHref(step: Step, interval: Interval, leads: string, params: URLSearchParams): string {
  if (step.unit === 'hour') return leads;
  const next = new URLSearchParams(params);
  for (const name of ['range', 'from', 'to']) next.delete(name);
  return `/dashboard?${intervalParams(daysOfStep(step, interval))}${next.size > 0 ? `&${next}` : ''}`;
}
