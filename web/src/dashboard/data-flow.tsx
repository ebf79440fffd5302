import { Link } from 'wouter';
import type { DataFlow } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { BarChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { ago, formatNumber, formatPercent, formatSeconds } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { Card } from '../ui/card.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { DropReasons, NetworkKinds, NoCompanyReasons } from './data-flow-cards.tsx';
import figureStyles from './figure.module.css';
import { Figure } from './figure.tsx';
import { type LeadLinks, leadLinks } from './lead-links.ts';

/** How many events were received, stored and dropped, and how many visits were identified. */
export function DataFlowPage() {
  const { account } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const { data, error, refetch } = useAccountQuery('/data-flow', { query: { from: interval.from, to: interval.to } });
  return (
    <>
      <Topbar title={t('common.dataFlow')}>
        <Link href={`/dashboard?${intervalParams(interval)}`} className={buttonClass({ quiet: true })}>
          {t('common.dashboard')}
        </Link>
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Scroll label={t('dashboard.figures')}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data ? (
          <Flow flow={data} links={leadLinks(interval, () => undefined)} />
        ) : (
          <PageSkeleton />
        )}
      </Scroll>
    </>
  );
}

function secondsSince(time: string): number {
  return Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
}

function Flow({ flow, links }: { flow: DataFlow; links: LeadLinks }) {
  const { received, stored, dropped, lastAt, waiting, days, companies, kinds } = flow;
  const visits = kinds.reduce((sum, kind) => sum + kind.visits, 0);
  const identified = kinds.reduce((sum, kind) => sum + kind.identified, 0);
  const failed = dropped.find(({ reason }) => reason === 'failed')?.events ?? 0;
  const visitsHref = visits === 0 ? undefined : links.visits();
  const leadsHref = identified === 0 ? undefined : links.all;
  return (
    <div className={layoutStyles.column}>
      <p className="soft">{t('dashboard.dataFlowIntro')}</p>
      <dl className={figureStyles.figures}>
        <Figure name={t('dashboard.received')} value={formatNumber(received)} />
        <Figure name={t('dashboard.stored')} value={formatNumber(stored)} href={visitsHref} />
        <Figure name={t('dashboard.dropped')} value={formatNumber(dropped.reduce((sum, { events }) => sum + events, 0))} />
        <Figure name={t('dashboard.failedEvents')} value={formatNumber(failed)} />
        <Figure name={t('common.waiting')} value={formatNumber(waiting.events)} />
        <Figure name={t('dashboard.lag')} value={waiting.oldestAt ? formatSeconds(secondsSince(waiting.oldestAt)) : t('dashboard.none')} />
        <Figure name={t('dashboard.lastEvent')} value={lastAt ? ago(lastAt) : t('dashboard.noEvent')} href="/live" />
        <Figure name={t('common.visits')} value={formatNumber(visits)} href={visitsHref} />
        <Figure name={t('dashboard.identified')} value={formatPercent(identified, visits)} href={leadsHref} />
        <Figure name={t('common.companies')} value={formatNumber(companies)} href={leadsHref} />
      </dl>
      <Card
        title={t('dashboard.eventsByDay')}
        aside={
          <Legend
            entries={[
              { name: t('dashboard.stored'), color: 'var(--bar)' },
              { name: t('dashboard.dropped'), color: 'var(--amber)' },
            ]}
          />
        }
      >
        <BarChart
          label={t('dashboard.eventsByDayAndOutcome')}
          steps={days.map(({ day }) => day)}
          hrefOf={(day) => `/dashboard/data?${intervalParams({ from: day, to: day, preset: null })}`}
          series={[
            { name: t('dashboard.stored'), color: 'var(--bar)', values: days.map((day) => day.stored) },
            { name: t('dashboard.dropped'), color: 'var(--amber)', values: days.map((day) => day.dropped) },
          ]}
        />
      </Card>
      <div className={cardStyles.cards}>
        <DropReasons dropped={dropped} />
        {visits > 0 && <NetworkKinds kinds={kinds} visits={visits} links={links} />}
        <NoCompanyReasons reasons={flow.noCompany} visits={visits} links={links} />
      </div>
    </div>
  );
}
