import { useState } from 'react';
import { Link } from 'wouter';
import type { Balance } from '../../../../server/src/domain/credits/get-balance.ts';
import type { ListedCharge } from '../../../../server/src/domain/credits/list-charges.ts';
import type { OperationUsage } from '../../../../server/src/domain/usage/list-usage.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { Figure } from '../../dashboard/figure.tsx';
import { formatDay, formatMoment, formatNumber } from '../../lib/format.ts';
import { OlderNewest } from '../../ui/pager.tsx';
import { LeadIn } from '../settings-intro.tsx';

export function UsagePart() {
  const { data: credits } = useAccountQuery<Balance>('/credits');
  return (
    <>
      <LeadIn
        title="Usage and credits"
        words="What your programs asked of the versioned interface, and what opening records cost. Companies that visited your site are open without charge."
      />
      {credits && (
        <dl className="figures">
          <Figure name="Credits of this month" value={formatNumber(credits.available)} />
          <Figure name="Used" value={formatNumber(credits.used)} />
          <Figure name="Left" value={formatNumber(credits.remaining)} />
          <Figure name="New ones on" value={formatDay(credits.nextResetOn)} />
        </dl>
      )}
      <UsageTable />
      <Ledger />
    </>
  );
}

const spans = [
  ['0', 'This month'],
  ['2', 'Three months'],
  ['11', 'Twelve months'],
] as const;

function UsageTable() {
  const [monthsBack, setMonthsBack] = useState('2');
  const now = new Date();
  const period = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  const { data: rows } = useAccountQuery<OperationUsage[]>(`/usage?startPeriod=${period(Number(monthsBack))}&endPeriod=${period(0)}`);
  return (
    <section className="card">
      <header>
        <h2>By operation and month</h2>
        <select
          className="select small"
          aria-label="Months shown"
          value={monthsBack}
          onChange={(event) => setMonthsBack(event.target.value)}
        >
          {spans.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <div className="inside scroll-sideways">
        {rows?.length === 0 && <p className="faint">Nothing was asked in these months.</p>}
        {rows && rows.length > 0 && (
          <table className="plain-table">
            <thead>
              <tr>
                <th>Month</th>
                <th>Operation</th>
                <th className="right">Requests</th>
                <th className="right">Refused or failed</th>
                <th className="right">Credits</th>
              </tr>
            </thead>
            <tbody>
              {rows.toReversed().map(({ period, operation, requests, errors, creditsCharged }) => (
                <tr key={`${period} ${operation}`}>
                  <td className="soft number">{period}</td>
                  <td className="mono">{operation}</td>
                  <td className="right number">{formatNumber(requests)}</td>
                  <td className="right number">{formatNumber(errors)}</td>
                  <td className="right number">{formatNumber(creditsCharged)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

function Ledger() {
  const [before, setBefore] = useState('');
  const query = before === '' ? '' : `?before=${encodeURIComponent(before)}`;
  const { data } = useAccountQuery<{ charges: ListedCharge[]; next: string | null }>(`/charges${query}`);
  return (
    <section className="card">
      <header>
        <h2>Ledger of charges</h2>
      </header>
      <div className="inside scroll-sideways">
        {data?.charges.length === 0 && <p className="faint">Nothing was charged yet.</p>}
        {data && data.charges.length > 0 && (
          <table className="plain-table">
            <thead>
              <tr>
                <th>When</th>
                <th>Record</th>
                <th>Operation</th>
                <th className="right">Credits</th>
              </tr>
            </thead>
            <tbody>
              {data.charges.map((charge) => (
                <tr key={charge.id}>
                  <td className="soft">{formatMoment(charge.chargedAt)}</td>
                  <td>
                    {charge.kind === 'company' ? (
                      <Link className="link" href={`/companies/${charge.recordId}`}>
                        {charge.recordName ?? `Company ${charge.recordId}`}
                      </Link>
                    ) : (
                      (charge.recordName ?? charge.recordId)
                    )}{' '}
                    <span className="badge">{charge.kind}</span>
                  </td>
                  <td className="mono">{charge.operation}</td>
                  <td className="right number">{formatNumber(charge.credits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <OlderNewest isAtStart={before === ''} next={data?.next} onMove={setBefore} />
      </div>
    </section>
  );
}
