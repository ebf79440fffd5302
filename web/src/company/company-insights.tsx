import { useState } from 'react';
import type { CompanyInsights } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatDay, formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { PersonLine } from '../ui/person-line.tsx';
import { Section } from '../ui/section.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import tableStyles from '../ui/table.module.css';
import { CompanyFields } from './company-fields.tsx';
import factsStyles from './facts.module.css';

const shownSignals = 6;

export function useCompanyInsights(companyId: string): CompanyInsights | undefined {
  const { data, isPlaceholderData } = useAccountQuery('/companies/:companyId/insights', { params: { companyId } });
  return isPlaceholderData ? undefined : data;
}

/** Custom fields, contacts, signals and financials of a company. */
export function CompanyInsightsSection({ companyId }: { companyId: string }) {
  const data = useCompanyInsights(companyId);
  if (!data) return <div className={skeletonStyles.skeleton} style={{ height: 160 }} />;
  return (
    <>
      <CompanyFields companyId={companyId} fields={data.fields} />
      <Contacts contacts={data.contacts} />
      <Signals signals={data.signals} />
      <Reports reports={data.reports} />
    </>
  );
}

function Contacts({ contacts }: Pick<CompanyInsights, 'contacts'>) {
  return (
    <Section title="Contacts" empty={contacts.length === 0 && 'No contacts yet. Import them, or add them through the API.'}>
      <ul className={formStyles.form} style={{ gap: 8 }}>
        {contacts.map(({ id, full_name, title, has_email, has_phone }) => (
          <PersonLine
            key={id}
            name={full_name}
            words={[title, has_email && 'e-mail known', has_phone && 'phone known'].filter(Boolean).join(' · ')}
          />
        ))}
      </ul>
    </Section>
  );
}

function Signals({ signals }: Pick<CompanyInsights, 'signals'>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Section title="Signals" empty={signals.length === 0 && 'No signals yet.'}>
      <ul className={factsStyles.signals}>
        {signals.slice(0, isWhole ? undefined : shownSignals).map(({ id, title, summary, eventDate, sourceUrl }) => (
          <li key={id}>
            <span>
              {sourceUrl ? (
                <a className="link" href={sourceUrl} target="_blank" rel="noreferrer">
                  {title}
                </a>
              ) : (
                title
              )}{' '}
              {summary && <span className="soft">{summary}</span>}
            </span>
            <span className="faint number">{eventDate && formatDay(eventDate)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && signals.length > shownSignals && (
        <Button small onClick={() => setWhole(true)}>
          Show {signals.length - shownSignals} more
        </Button>
      )}
    </Section>
  );
}

function Reports({ reports }: Pick<CompanyInsights, 'reports'>) {
  const money = (value: string | number | null, currency: string) => (value === null ? '–' : `${formatNumber(Number(value))} ${currency}`);
  return (
    <Section title="Financials" empty={reports.length === 0 && 'No annual reports yet.'}>
      <div className={tableStyles.scrollSideways}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th>Year</th>
              <th className={tableStyles.right}>Revenue</th>
              <th className={tableStyles.right}>Earnings</th>
              <th className={tableStyles.right}>Employees</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <tr key={report.year} title={report.source ? `Source: ${report.source}` : undefined}>
                <td>{report.year}</td>
                <td className={`${tableStyles.right} number`}>{money(report.revenue, report.currency)}</td>
                <td className={`${tableStyles.right} number`}>{money(report.earnings, report.currency)}</td>
                <td className={`${tableStyles.right} number`}>{report.employees === null ? '–' : formatNumber(report.employees)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
