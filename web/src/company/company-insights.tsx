import { useState } from 'react';
import type { CompanyInsights } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { CompanyContacts } from '../contacts/company-contacts.tsx';
import { formatDay, formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Section } from '../ui/section.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import tableStyles from '../ui/table.module.css';
import { CompanyFields } from './company-fields.tsx';
import factsStyles from './facts.module.css';
import { signalText } from './signal-text.ts';

const initialSignalCount = 6;

export function useCompanyInsights(companyId: string) {
  return useAccountQuery('/companies/:companyId/insights', { params: { companyId } });
}

/** Custom fields, contacts, signals and financials of a company. */
export function CompanyInsightsSection({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useCompanyInsights(companyId);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <div className={skeletonStyles.skeleton} style={{ height: 160 }} />;
  return (
    <>
      <CompanyFields companyId={companyId} fields={data.fields} />
      <Section title={t('common.contacts')}>
        <CompanyContacts companyId={companyId} />
      </Section>
      <Signals signals={data.signals} />
      <Reports reports={data.reports} />
    </>
  );
}

function Signals({ signals }: Pick<CompanyInsights, 'signals'>) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <Section title={t('company.signals')} note={t('common.allTime')} empty={signals.length === 0 && t('company.noSignalsYet')}>
      <ul className={factsStyles.signals}>
        {signals.slice(0, isExpanded ? undefined : initialSignalCount).map((signal) => {
          const { id, eventDate, sourceUrl } = signal;
          const { title, summary } = signalText(signal);
          return (
            <li key={id}>
              <span>
                {sourceUrl ? (
                  <a className="link target" href={sourceUrl} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                ) : (
                  title
                )}{' '}
                {summary && <span className="soft">{summary}</span>}
              </span>
              <span className="faint number">{eventDate && formatDay(eventDate)}</span>
            </li>
          );
        })}
      </ul>
      {!isExpanded && signals.length > initialSignalCount && (
        <Button small onClick={() => setExpanded(true)}>
          {t('company.showMore', { count: signals.length - initialSignalCount })}
        </Button>
      )}
    </Section>
  );
}

function Reports({ reports }: Pick<CompanyInsights, 'reports'>) {
  const money = (value: string | number | null, currency: string) => (value === null ? '–' : `${formatNumber(Number(value))} ${currency}`);
  return (
    <Section title={t('company.financials')} empty={reports.length === 0 && t('company.noAnnualReportsYet')}>
      <div className={tableStyles.scrollSideways}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th>{t('company.year')}</th>
              <th className={tableStyles.right}>{t('common.revenue')}</th>
              <th className={tableStyles.right}>{t('company.earnings')}</th>
              <th className={tableStyles.right}>{t('common.employees')}</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <tr key={report.year} title={report.source ? t('company.sourceNamed', { source: report.source }) : undefined}>
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
