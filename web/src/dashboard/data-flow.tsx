import { Link } from 'wouter';
import type { DataFlow } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { BarChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { ago, formatNumber, formatPercent, formatSeconds } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t, tCode } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { Card } from '../ui/card.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import tableStyles from '../ui/table.module.css';
import { NoCompany } from '../visits/no-company.tsx';
import figureStyles from './figure.module.css';
import { Figure } from './figure.tsx';

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
          <Flow {...data} leadsHref={`/leads?${intervalParams(interval)}`} />
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

function Flow({ received, stored, dropped, lastAt, waiting, days, kinds, noCompany, leadsHref }: DataFlow & { leadsHref: string }) {
  const visits = kinds.reduce((sum, kind) => sum + kind.visits, 0);
  const identified = kinds.reduce((sum, kind) => sum + kind.identified, 0);
  const deadLetters = dropped.find(({ reason }) => reason === 'failed')?.events ?? 0;
  return (
    <div className={layoutStyles.column}>
      <p className="soft">{t('dashboard.dataFlowIntro')}</p>
      <dl className={figureStyles.figures}>
        <Figure name={t('dashboard.received')} value={formatNumber(received)} />
        <Figure name={t('dashboard.stored')} value={formatNumber(stored)} />
        <Figure name={t('dashboard.dropped')} value={formatNumber(dropped.reduce((sum, { events }) => sum + events, 0))} />
        <Figure
          name={t('dashboard.visitsIdentified')}
          value={formatPercent(identified, visits)}
          href={identified === 0 ? undefined : leadsHref}
        />
        <Figure name={t('dashboard.deadLetters')} value={formatNumber(deadLetters)} />
        <Figure name={t('common.waiting')} value={formatNumber(waiting.events)} />
        <Figure name={t('dashboard.lag')} value={waiting.oldestAt ? formatSeconds(secondsSince(waiting.oldestAt)) : t('dashboard.none')} />
        <Figure name={t('dashboard.lastEvent')} value={lastAt ? ago(lastAt) : t('dashboard.noEvent')} />
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
        <Card title={t('dashboard.dropReasons')}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>{t('dashboard.reason')}</th>
                <th className={tableStyles.right}>{t('dashboard.events')}</th>
              </tr>
            </thead>
            <tbody>
              {dropped.map(({ reason, meaning, events }) => (
                <tr key={reason}>
                  <td className={events === 0 ? 'faint' : undefined}>{tCode('dropReason', reason, meaning)}</td>
                  <td className={`${tableStyles.right} number`}>{formatNumber(events)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <Card title={t('dashboard.matchRateByNetworkKind')}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>{t('dashboard.visitorsFrom')}</th>
                <th className={tableStyles.right}>{t('common.visits')}</th>
                <th className={tableStyles.right}>{t('dashboard.share')}</th>
                <th className={tableStyles.right}>{t('dashboard.identified')}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ kind, visits: kindVisits, identified }) => (
                <tr key={kind}>
                  <td>{tCode('networkKind', kind, kind)}</td>
                  <td className={`${tableStyles.right} number`}>{formatNumber(kindVisits)}</td>
                  <td className={`${tableStyles.right} number`}>{formatPercent(kindVisits, visits)}</td>
                  <td className={`${tableStyles.right} number`}>{formatPercent(identified, kindVisits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <Card title={t('dashboard.noCompanyReasons')}>
          {noCompany.length === 0 ? (
            <p className="faint">{t('dashboard.allIdentified')}</p>
          ) : (
            <table className={tableStyles.plainTable}>
              <thead>
                <tr>
                  <th>{t('dashboard.reason')}</th>
                  <th className={tableStyles.right}>{t('common.visits')}</th>
                  <th className={tableStyles.right}>{t('dashboard.share')}</th>
                </tr>
              </thead>
              <tbody>
                {noCompany.map(({ reason, visits: reasonVisits }) => (
                  <tr key={reason}>
                    <td>
                      <NoCompany reason={reason} />
                    </td>
                    <td className={`${tableStyles.right} number`}>{formatNumber(reasonVisits)}</td>
                    <td className={`${tableStyles.right} number`}>{formatPercent(reasonVisits, visits)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Card>
      </div>
    </div>
  );
}
