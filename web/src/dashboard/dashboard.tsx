import { Link } from 'wouter';
import type { Breakdowns } from '../../../server/src/domain/dashboard/get-breakdowns.ts';
import type { Courses } from '../../../server/src/domain/dashboard/get-courses.ts';
import type { Overview } from '../../../server/src/domain/dashboard/get-overview.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { DayChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { WorldMap } from '../charts/world-map.tsx';
import { countryName, formatNumber, formatPercent } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { Trouble } from '../ui/error-state.tsx';
import { intervalOf } from '../ui/intervals.ts';
import { Scroll } from '../ui/scroll.tsx';
import { Shares } from './breakdown.tsx';
import { DataFlowPage } from './data-flow.tsx';
import { Figure } from './figure.tsx';
import { CourseCard } from './trend-card.tsx';

export default function Dashboard({ part }: { part?: string }) {
  if (part === 'data') return <DataFlowPage />;
  return part === undefined ? <Figures /> : <NotFound />;
}

function Figures() {
  const { account } = useWork();
  const [params] = useParams();
  const interval = intervalOf(params, account.timezone);
  const query = `from=${interval.from}&to=${interval.to}`;
  const overview = useAccountQuery<Overview>(`/overview?${query}`);
  const breakdowns = useAccountQuery<Breakdowns>(`/breakdowns?${query}`);
  const courses = useAccountQuery<Courses>(`/courses?${query}`);
  return (
    <>
      <Topbar title="Dashboard">
        <Link href="/dashboard/data" className="button quiet">
          What became of the data
        </Link>
        <DateRange interval={interval} />
      </Topbar>
      <Scroll label="Figures">
        {overview.error ? (
          <Trouble error={overview.error} onRetry={() => overview.refetch()} />
        ) : (
          overview.data && <Course {...overview.data} shares={breakdowns.data} courses={courses.data} />
        )}
      </Scroll>
    </>
  );
}

function Course({ totals, before, days, shares, courses }: Overview & { shares?: Breakdowns; courses?: Courses }) {
  return (
    <div className="column">
      {totals.visits === 0 && (
        <div className="notice">
          No visits in these days. Choose more days above, or{' '}
          <Link href="/settings/tracker" className="link">
            check the tracker
          </Link>
          .
        </div>
      )}
      <dl className="figures">
        <Figure name="Visits" value={formatNumber(totals.visits)} now={totals.visits} before={before.visits} />
        <Figure name="Identified" value={formatPercent(totals.identified, totals.visits)} />
        <Figure name="Companies" value={formatNumber(totals.companies)} now={totals.companies} before={before.companies} />
        <Figure name="New companies" value={formatNumber(totals.newCompanies)} now={totals.newCompanies} before={before.newCompanies} />
        <Figure name="Page views" value={formatNumber(totals.pageViews)} now={totals.pageViews} before={before.pageViews} />
        <Figure name="Goals reached" value={formatNumber(totals.goals)} now={totals.goals} before={before.goals} />
      </dl>
      <section className="card">
        <header>
          <h2>Visits by day</h2>
          <Legend
            entries={[
              { name: 'All', color: 'var(--bar-soft)' },
              { name: 'Of companies', color: 'var(--bar)' },
            ]}
          />
        </header>
        <div className="inside">
          <DayChart
            label="Visits by day, all and of companies"
            days={days.map(({ day }) => day)}
            series={[
              { name: 'All', color: 'var(--bar-soft)', values: days.map(({ visits }) => visits) },
              { name: 'Of companies', color: 'var(--bar)', values: days.map(({ identified }) => identified) },
            ]}
          />
        </div>
      </section>
      {courses && (
        <div className="cards two">
          <CourseCard
            {...courses}
            title="Goals over time"
            courses={courses.goals}
            empty={
              <>
                No goal was reached in these days.{' '}
                <Link href="/settings/goals" className="link">
                  Make goals
                </Link>{' '}
                to see what visitors achieve.
              </>
            }
          />
          <CourseCard
            {...courses}
            title="Campaigns over time"
            courses={courses.campaigns}
            empty="No visit carried a utm_campaign. Links of your campaigns with one show here by themselves."
          />
        </div>
      )}
      {shares && (
        <>
          <section className="card">
            <header>
              <h2>Where visitors are</h2>
              <a className="faint" href="https://db-ip.com" target="_blank" rel="noreferrer">
                IP geolocation by DB-IP
              </a>
            </header>
            <div className="inside">
              <WorldMap dots={shares.dots} />
            </div>
          </section>
          <div className="cards">
            <Shares title="Sources" shares={shares.sources} empty="No visits in these days." />
            <Shares title="Pages" shares={shares.pages} empty="No visits in these days." />
            <Shares
              title="Countries"
              shares={shares.countries}
              nameOf={(code) => countryName(code) ?? code}
              empty="No visits in these days."
            />
            <Shares title="Industries" shares={shares.industries} empty="No companies in these days." />
            <Shares title="Campaigns" shares={shares.campaigns} empty="No visit carried a utm_campaign." />
            <Shares title="Goals" shares={shares.goals} empty="No goal was reached. Goals are made in the settings." />
          </div>
        </>
      )}
    </div>
  );
}
