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
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { AlertMessage } from '../ui/notice.tsx';
import { Scroll } from '../ui/scroll.tsx';
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
      <Topbar title="Dashboard">
        <Link href="/dashboard/data" className={buttonClass({ quiet: true })}>
          Data flow
        </Link>
        <DateRange interval={interval} />
      </Topbar>
      <Scroll label="Figures">
        {overview.error ? (
          <ErrorState error={overview.error} onRetry={() => overview.refetch()} />
        ) : (
          overview.data && <Figures {...overview.data} shares={breakdowns.data} trends={trends.data} />
        )}
      </Scroll>
    </>
  );
}

function Figures({ totals, before, days, shares, trends }: OverviewFigures & { shares?: Breakdowns; trends?: Trends }) {
  return (
    <div className={layoutStyles.column}>
      {totals.visits === 0 && (
        <AlertMessage>
          No visits in this period. Select a longer period above, or{' '}
          <Link href="/settings/tracker" className="link">
            check the tracker
          </Link>
          .
        </AlertMessage>
      )}
      <dl className={figureStyles.figures}>
        <Figure name="Visits" value={formatNumber(totals.visits)} now={totals.visits} before={before.visits} />
        <Figure name="Identified" value={formatPercent(totals.identified, totals.visits)} />
        <Figure name="Companies" value={formatNumber(totals.companies)} now={totals.companies} before={before.companies} />
        <Figure name="New companies" value={formatNumber(totals.newCompanies)} now={totals.newCompanies} before={before.newCompanies} />
        <Figure name="Page views" value={formatNumber(totals.pageViews)} now={totals.pageViews} before={before.pageViews} />
        <Figure name="Goals reached" value={formatNumber(totals.goals)} now={totals.goals} before={before.goals} />
      </dl>
      <section className={cardStyles.card}>
        <header>
          <h2>Visits by day</h2>
          <Legend
            entries={[
              { name: 'All', color: 'var(--bar-soft)' },
              { name: 'From companies', color: 'var(--bar)' },
            ]}
          />
        </header>
        <div className={cardStyles.inside}>
          <DayChart
            label="Visits by day, all and from companies"
            days={days.map(({ day }) => day)}
            series={[
              { name: 'All', color: 'var(--bar-soft)', values: days.map(({ visits }) => visits) },
              { name: 'From companies', color: 'var(--bar)', values: days.map(({ identified }) => identified) },
            ]}
          />
        </div>
      </section>
      {trends && (
        <div className={`${cardStyles.cards} ${cardStyles.two}`}>
          <TrendCard
            {...trends}
            title="Goals over time"
            trends={trends.goals}
            empty={
              <>
                No goal was reached in this period.{' '}
                <Link href="/settings/goals" className="link">
                  Create goals
                </Link>{' '}
                to see what visitors achieve.
              </>
            }
          />
          <TrendCard
            {...trends}
            title="Campaigns over time"
            trends={trends.campaigns}
            empty="No visit carried a utm_campaign. Campaign links with one appear here automatically."
          />
        </div>
      )}
      {shares && (
        <>
          <section className={cardStyles.card}>
            <header>
              <h2>Visitor locations</h2>
              <a className="faint" href="https://db-ip.com" target="_blank" rel="noreferrer">
                IP geolocation by DB-IP
              </a>
            </header>
            <div className={cardStyles.inside}>
              <WorldMap dots={shares.dots} />
            </div>
          </section>
          <div className={cardStyles.cards}>
            <Breakdown title="Sources" shares={shares.sources} empty="No visits in this period." />
            <Breakdown title="Pages" shares={shares.pages} empty="No visits in this period." />
            <Breakdown
              title="Countries"
              shares={shares.countries}
              nameOf={(code) => countryName(code) ?? code}
              empty="No visits in this period."
            />
            <Breakdown title="Industries" shares={shares.industries} empty="No companies in this period." />
            <Breakdown title="Campaigns" shares={shares.campaigns} empty="No visit carried a utm_campaign." />
            <Breakdown title="Goals" shares={shares.goals} empty="No goal was reached. Create goals in the settings." />
          </div>
        </>
      )}
    </div>
  );
}
