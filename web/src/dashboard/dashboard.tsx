import { Link } from 'wouter';
import type { Breakdowns, Overview as OverviewFigures, Trends } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { DayChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { WorldMap } from '../charts/world-map.tsx';
import { countryName, formatNumber, formatPercent } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { AlertMessage } from '../ui/notice.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { Breakdown } from './breakdown.tsx';
import { DataFlowPage } from './data-flow.tsx';
import figureStyles from './figure.module.css';
import { Figure } from './figure.tsx';
import { TrendCard } from './trend-card.tsx';

export default function Dashboard({ part }: { part?: string }) {
  if (part === 'data') return <DataFlowPage />;
  return part === undefined ? <Overview /> : <NotFound />;
}

function Overview() {
  const { account } = useWork();
  const [params] = useParams();
  const interval = intervalOf(params, account.timezone);
  const query = { from: interval.from, to: interval.to };
  const overview = useAccountQuery('/overview', { query });
  const breakdowns = useAccountQuery('/breakdowns', { query });
  const trends = useAccountQuery('/trends', { query });
  return (
    <>
      <Topbar title={t('common.dashboard')}>
        <Link href="/dashboard/data" className={buttonClass({ quiet: true })}>
          {t('common.dataFlow')}
        </Link>
        <DateRange interval={interval} />
      </Topbar>
      <Scroll label={t('dashboard.figures')}>
        {overview.error && !overview.data ? (
          <ErrorState error={overview.error} onRetry={() => overview.refetch()} />
        ) : (
          ((overview.data && <Figures {...overview.data} shares={breakdowns.data} trends={trends.data} />) ?? <PageSkeleton />)
        )}
      </Scroll>
    </>
  );
}

const chartTitles = { hour: 'dashboard.visitsByHour', day: 'dashboard.visitsByDay', week: 'dashboard.visitsByWeek' } as const;

function Figures({ totals, before, unit, steps, shares, trends }: OverviewFigures & { shares?: Breakdowns; trends?: Trends }) {
  return (
    <div className={layoutStyles.column}>
      {totals.visits === 0 && (
        <AlertMessage>
          {rich('dashboard.noVisitsAdvice', {
            link: (
              <Link href="/settings/tracker" className="link">
                {t('dashboard.checkTheTracker')}
              </Link>
            ),
          })}
        </AlertMessage>
      )}
      <dl className={figureStyles.figures}>
        <Figure name={t('common.visits')} value={formatNumber(totals.visits)} now={totals.visits} before={before.visits} />
        <Figure name={t('dashboard.identified')} value={formatPercent(totals.identified, totals.visits)} />
        <Figure name={t('common.companies')} value={formatNumber(totals.companies)} now={totals.companies} before={before.companies} />
        <Figure
          name={t('dashboard.newCompanies')}
          value={formatNumber(totals.newCompanies)}
          now={totals.newCompanies}
          before={before.newCompanies}
        />
        <Figure name={t('dashboard.pageViews')} value={formatNumber(totals.pageViews)} now={totals.pageViews} before={before.pageViews} />
        <Figure name={t('dashboard.goalsReached')} value={formatNumber(totals.goals)} now={totals.goals} before={before.goals} />
      </dl>
      <section className={cardStyles.card}>
        <header>
          <h2>{t(chartTitles[unit])}</h2>
          <Legend
            entries={[
              { name: t('dashboard.all'), color: 'var(--bar-soft)' },
              { name: t('dashboard.fromCompanies'), color: 'var(--bar)' },
            ]}
          />
        </header>
        <div className={cardStyles.inside}>
          <DayChart
            label={t('dashboard.allAndFromCompanies', { title: t(chartTitles[unit]) })}
            unit={unit}
            days={steps.map(({ at }) => at)}
            series={[
              { name: t('dashboard.all'), color: 'var(--bar-soft)', values: steps.map(({ visits }) => visits) },
              { name: t('dashboard.fromCompanies'), color: 'var(--bar)', values: steps.map(({ identified }) => identified) },
            ]}
          />
        </div>
      </section>
      {trends && (
        <div className={`${cardStyles.cards} ${cardStyles.two}`}>
          <TrendCard
            {...trends}
            title={t('dashboard.goalsOverTime')}
            trends={trends.goals}
            empty={rich('dashboard.noGoalsAdvice', {
              link: (
                <Link href="/settings/goals" className="link">
                  {t('dashboard.createGoals')}
                </Link>
              ),
            })}
          />
          <TrendCard
            {...trends}
            title={t('dashboard.campaignsOverTime')}
            trends={trends.campaigns}
            empty={t('dashboard.noVisitCarriedAUtmCampaign')}
          />
        </div>
      )}
      {shares && (
        <>
          <section className={cardStyles.card}>
            <header>
              <h2>{t('dashboard.visitorLocations')}</h2>
              <a className="faint" href="https://db-ip.com" target="_blank" rel="noreferrer">
                {t('dashboard.ipGeolocationByDbIp')}
              </a>
            </header>
            <div className={cardStyles.inside}>
              <WorldMap dots={shares.dots} />
            </div>
          </section>
          <div className={cardStyles.cards}>
            <Breakdown title={t('dashboard.sources')} shares={shares.sources} empty={t('dashboard.noVisitsInThisPeriod')} />
            <Breakdown title={t('common.pages')} shares={shares.pages} empty={t('dashboard.noVisitsInThisPeriod')} />
            <Breakdown
              title={t('common.countries')}
              shares={shares.countries}
              nameOf={(code) => countryName(code) ?? code}
              empty={t('dashboard.noVisitsInThisPeriod')}
            />
            <Breakdown title={t('common.industries')} shares={shares.industries} empty={t('dashboard.noCompaniesInThisPeriod')} />
            <Breakdown title={t('dashboard.campaigns')} shares={shares.campaigns} empty={t('dashboard.noVisitCarriedAUtm')} />
            <Breakdown title={t('common.goals')} shares={shares.goals} empty={t('dashboard.noGoalWasReachedCreate')} />
          </div>
        </>
      )}
    </div>
  );
}
