import { useAccountQuery } from '../api/use-account-query.ts';
import { ago, formatDay, formatNumber } from '../lib/format.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PersonLine } from '../ui/person-line.tsx';
import { Section } from '../ui/section.tsx';
import { CompanyEmails } from './company-emails.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyGroup } from './company-group.tsx';
import { CompanyHead } from './company-head.tsx';
import { CompanyKnowledge } from './company-knowledge.tsx';
import { CrmRecords } from './crm-records.tsx';
import { IdentificationSection } from './identification.tsx';
import { Notes } from './notes.tsx';
import { VisitTimeline } from './visit-timeline.tsx';

/** Everything about a company, in the panel and on its page. */
export function Company({ companyId }: { companyId: string }) {
  const { data, error, refetch, isPlaceholderData } = useAccountQuery('/companies/:companyId', { params: { companyId } });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || isPlaceholderData) return <CompanySkeleton />;
  return (
    <article className="company">
      <div className="company-side">
        <CompanyHead company={data} />
        <dl className="company-figures">
          <Figure name="Visits" value={formatNumber(data.visits)} />
          <Figure name="Pages" value={formatNumber(data.pageViews)} />
          <Figure name="First seen" value={data.firstVisitAt ? formatDay(data.firstVisitAt) : '–'} />
          <Figure name="Last seen" value={data.lastVisitAt ? ago(data.lastVisitAt) : '–'} />
        </dl>
        <CompanyFacts company={data} />
        <CompanyGroup company={data} />
        <CrmRecords records={data.crmRecords} />
        <IdentificationSection companyId={data.companyId} why={data.why} />
        <Section title="Known visitors" empty={data.visitors.length === 0 && 'No visitor has left an e-mail address yet.'}>
          <ul className="form" style={{ gap: 8 }}>
            {data.visitors.map(({ id, email, name, lastSeenAt }) => (
              <PersonLine key={id} name={name ?? email} words={`${name ? `${email} · ` : ''}seen ${ago(lastSeenAt)}`} />
            ))}
          </ul>
        </Section>
      </div>
      <div className="company-main">
        <VisitTimeline companyId={companyId} />
        <CompanyEmails company={data} />
        <Notes companyId={companyId} />
      </div>
      <div className="company-side further">
        <CompanyKnowledge companyId={companyId} />
      </div>
    </article>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number cut">{value}</dd>
    </div>
  );
}

function CompanySkeleton() {
  return (
    <div className="company" aria-busy="true">
      <div className="company-side">
        <div className="skeleton" style={{ width: 220, height: 44 }} />
        <div className="skeleton" style={{ height: 60 }} />
        <div className="skeleton" style={{ height: 180 }} />
      </div>
    </div>
  );
}
