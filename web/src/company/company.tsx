import { useAccountQuery } from '../api/use-account-query.ts';
import { ago, formatDay, formatNumber } from '../lib/format.ts';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { PersonLine } from '../ui/person-line.tsx';
import { Section } from '../ui/section.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import styles from './company.module.css';
import { CompanyEmails } from './company-emails.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyGroup } from './company-group.tsx';
import { CompanyHead } from './company-head.tsx';
import { CompanyInsightsSection } from './company-insights.tsx';
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
    <article className={styles.company}>
      <div className={styles.companySide}>
        <CompanyHead company={data} />
        <dl className={styles.companyFigures}>
          <Figure name="Visits" value={formatNumber(data.visits)} />
          <Figure name="Pages" value={formatNumber(data.pageViews)} />
          <Figure name="First seen" value={data.firstVisitAt ? formatDay(data.firstVisitAt) : '–'} />
          <Figure name="Last seen" value={data.lastVisitAt ? ago(data.lastVisitAt) : '–'} />
        </dl>
        <CompanyFacts company={data} />
        <CompanyGroup company={data} />
        <CrmRecords records={data.crmRecords} />
        <IdentificationSection companyId={data.companyId} identifications={data.identifications} />
        <Section title="Known visitors" empty={data.visitors.length === 0 && 'No visitor has left an e-mail address yet.'}>
          <ul className={formStyles.form} style={{ gap: 8 }}>
            {data.visitors.map(({ id, email, name, lastSeenAt }) => (
              <PersonLine key={id} name={name ?? email} words={`${name ? `${email} · ` : ''}seen ${ago(lastSeenAt)}`} />
            ))}
          </ul>
        </Section>
      </div>
      <div className={styles.companyMain}>
        <VisitTimeline companyId={companyId} />
        <CompanyEmails company={data} />
        <Notes companyId={companyId} />
      </div>
      <div className={`${styles.companySide} ${styles.further}`}>
        <CompanyInsightsSection companyId={companyId} />
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
    <div className={styles.company} aria-busy="true">
      <div className={styles.companySide}>
        <div className={skeletonStyles.skeleton} style={{ width: 220, height: 44 }} />
        <div className={skeletonStyles.skeleton} style={{ height: 60 }} />
        <div className={skeletonStyles.skeleton} style={{ height: 180 }} />
      </div>
    </div>
  );
}
