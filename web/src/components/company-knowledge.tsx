import type { Knowledge } from '../../../server/src/app/routes/knowledge.ts';
import type { Sent } from '../lib/api.ts';
import { formatDay, formatNumber } from '../lib/format.ts';
import { useAccountQuery } from '../lib/use-account-query.ts';
import { Avatar } from './avatar.tsx';
import { CompanyFields } from './company-fields.tsx';
import { Tooltip } from './tooltip.tsx';

/** What is known of a company beyond its visits. Parts that hold nothing are left out. */
export function CompanyKnowledge({ companyId }: { companyId: string }) {
  const { data, isPlaceholderData } = useAccountQuery<Knowledge>(`/companies/${companyId}/knowledge`);
  if (!data || isPlaceholderData) return null;
  return (
    <>
      <Judgement {...data} />
      <CompanyFields companyId={companyId} fields={data.fields} />
      <Contacts contacts={data.contacts} />
      <Signals signals={data.signals} />
      <Reports reports={data.reports} />
    </>
  );
}

function Judgement({ intent, icps }: Pick<Sent<Knowledge>, 'intent' | 'icps'>) {
  if (!intent?.breakdown && icps.length === 0) return null;
  const parts = intent?.breakdown;
  return (
    <div className="actions">
      {intent?.score != null && parts && (
        <Tooltip
          trigger={
            <button type="button" className={`badge ${intent.tier === 'high' ? 'good' : 'accent'}`} style={{ border: 0 }}>
              Intent {intent.score.toFixed(1)} of 10
            </button>
          }
        >
          Recent {parts.recency} · often {parts.frequency} · deep {parts.depth} · several people {parts.people} · goals {parts.goals}
        </Tooltip>
      )}
      {icps.map(({ icpId, icpName, score }) => (
        <span key={icpId} className={`badge ${score >= 1 ? 'good' : ''}`}>
          {icpName} {Math.round(score * 100)} %
        </span>
      ))}
    </div>
  );
}

function Contacts({ contacts }: Pick<Sent<Knowledge>, 'contacts'>) {
  if (contacts.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">Contacts</h2>
      <ul className="form" style={{ gap: 8 }}>
        {contacts.map((contact) => (
          <li key={contact.id} className="who">
            <Avatar name={contact.full_name} isPerson />
            <span className="names">
              <span className="name">{contact.full_name}</span>
              <span className="domain">
                {[contact.title, contact.has_email && 'e-mail known', contact.has_phone && 'phone known'].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Signals({ signals }: Pick<Sent<Knowledge>, 'signals'>) {
  if (signals.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">Signals</h2>
      <ul className="form" style={{ gap: 6 }}>
        {signals.slice(0, 6).map((signal) => (
          <li key={signal.id}>
            {signal.title} {signal.summary && <span className="soft">{signal.summary}</span>}{' '}
            <span className="faint">{signal.eventDate && formatDay(signal.eventDate)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reports({ reports }: Pick<Sent<Knowledge>, 'reports'>) {
  if (reports.length === 0) return null;
  const money = (value: string | number | null, currency: string) => (value === null ? '–' : `${formatNumber(Number(value))} ${currency}`);
  return (
    <section>
      <h2 className="section-title">Financials</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th>Year</th>
            <th className="right">Revenue</th>
            <th className="right">Earnings</th>
            <th className="right">Employees</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={report.year}>
              <td>{report.year}</td>
              <td className="right number">{money(report.revenue, report.currency)}</td>
              <td className="right number">{money(report.earnings, report.currency)}</td>
              <td className="right number">{report.employees === null ? '–' : formatNumber(report.employees)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
