import { Link } from 'wouter';
import type { DataFlow } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { DayChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { ago, formatNumber, formatPercent, formatSeconds } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import tableStyles from '../ui/table.module.css';
import { NoCompany } from '../visits/no-company.tsx';
import figureStyles from './figure.module.css';
import { Figure } from './figure.tsx';

const kindNames: Record<string, string> = {
  business: 'Businesses',
  education: 'Education and research',
  government: 'Public bodies',
  isp: 'Internet providers and mobile networks',
  hosting: 'Data centres',
  vpn: 'VPNs and relays',
  unknown: 'Unknown networks',
};

/** What was received, stored and dropped. */
export function DataFlowPage() {
  const { account } = useWork();
  const [params] = useParams();
  const interval = intervalOf(params, account.timezone);
  const { data, error, refetch } = useAccountQuery('/data-flow', { query: { from: interval.from, to: interval.to } });
  return (
    <>
      <Topbar title="Data flow">
        <Link href="/dashboard" className={buttonClass({ quiet: true })}>
          Dashboard
        </Link>
        <DateRange interval={interval} />
      </Topbar>
      <Scroll label="Figures">{error ? <ErrorState error={error} onRetry={() => refetch()} /> : data && <Flow {...data} />}</Scroll>
    </>
  );
}

/** The age of the oldest waiting event. */
function secondsSince(time: string): number {
  return Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
}

function Flow({ received, stored, dropped, lastAt, waiting, days, kinds, noCompany }: DataFlow) {
  const visits = kinds.reduce((sum, kind) => sum + kind.visits, 0);
  return (
    <div className={layoutStyles.column}>
      <p className="soft">Every event that reached this server is counted here, with the reason if it was not stored.</p>
      <dl className={figureStyles.figures}>
        <Figure name="Received" value={formatNumber(received)} />
        <Figure name="Stored" value={formatNumber(stored)} />
        <Figure name="Dropped" value={formatNumber(dropped.reduce((sum, { events }) => sum + events, 0))} />
        <Figure name="Waiting" value={formatNumber(waiting.events)} />
        <Figure name="Lag" value={waiting.oldestAt ? formatSeconds(secondsSince(waiting.oldestAt)) : 'none'} />
        <Figure name="Last event" value={lastAt ? ago(lastAt) : 'none'} />
      </dl>
      <section className={cardStyles.card}>
        <header>
          <h2>Events by day</h2>
          <Legend
            entries={[
              { name: 'Stored', color: 'var(--bar)' },
              { name: 'Dropped', color: 'var(--amber)' },
            ]}
          />
        </header>
        <div className={cardStyles.inside}>
          <DayChart
            label="Events by day, stored and dropped"
            days={days.map(({ day }) => day)}
            series={[
              { name: 'Stored', color: 'var(--bar)', values: days.map((day) => day.stored) },
              { name: 'Dropped', color: 'var(--amber)', values: days.map((day) => day.dropped) },
            ]}
          />
        </div>
      </section>
      <div className={cardStyles.cards}>
        <section className={cardStyles.card}>
          <header>
            <h2>Why events were dropped</h2>
          </header>
          <div className={cardStyles.inside}>
            <table className={tableStyles.plainTable}>
              <thead>
                <tr>
                  <th>Reason</th>
                  <th className={tableStyles.right}>Events</th>
                </tr>
              </thead>
              <tbody>
                {dropped.map(({ reason, meaning, events }) => (
                  <tr key={reason}>
                    <td className={events === 0 ? 'faint' : undefined}>{meaning}</td>
                    <td className={`${tableStyles.right} number`}>{formatNumber(events)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
        <section className={cardStyles.card}>
          <header>
            <h2>Match rate by kind of network</h2>
          </header>
          <div className={cardStyles.inside}>
            <table className={tableStyles.plainTable}>
              <thead>
                <tr>
                  <th>Visitors from</th>
                  <th className={tableStyles.right}>Visits</th>
                  <th className={tableStyles.right}>Share</th>
                  <th className={tableStyles.right}>Identified</th>
                </tr>
              </thead>
              <tbody>
                {kinds.map(({ kind, visits: own, identified }) => (
                  <tr key={kind}>
                    <td>{kindNames[kind] ?? kind}</td>
                    <td className={`${tableStyles.right} number`}>{formatNumber(own)}</td>
                    <td className={`${tableStyles.right} number`}>{formatPercent(own, visits)}</td>
                    <td className={`${tableStyles.right} number`}>{formatPercent(identified, own)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
        <section className={cardStyles.card}>
          <header>
            <h2>Why visits have no company</h2>
          </header>
          <div className={cardStyles.inside}>
            {noCompany.length === 0 ? (
              <p className="faint">Every visit in this period has a company.</p>
            ) : (
              <table className={tableStyles.plainTable}>
                <thead>
                  <tr>
                    <th>Reason</th>
                    <th className={tableStyles.right}>Visits</th>
                    <th className={tableStyles.right}>Share</th>
                  </tr>
                </thead>
                <tbody>
                  {noCompany.map(({ reason, visits: own }) => (
                    <tr key={reason}>
                      <td>
                        <NoCompany reason={reason} />
                      </td>
                      <td className={`${tableStyles.right} number`}>{formatNumber(own)}</td>
                      <td className={`${tableStyles.right} number`}>{formatPercent(own, visits)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
        </section>
      </div>
    </div>
  );
}
