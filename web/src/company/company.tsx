import { ago } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import type { Interval } from '../ui/intervals.ts';
import { PersonLine } from '../ui/person-line.tsx';
import { Section } from '../ui/section.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import styles from './company.module.css';
import { CompanyEmails } from './company-emails.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyGroup } from './company-group.tsx';
import { CompanyHeader } from './company-header.tsx';
import { CompanyInsightsSection } from './company-insights.tsx';
import { CompanyStats } from './company-stats.tsx';
import { CompanyTimeline } from './company-timeline.tsx';
import { CrmRecords } from './crm-records.tsx';
import { IdentificationSection } from './identification.tsx';
import { useCompany } from './use-company.ts';
import { WhyNow } from './why-now.tsx';

type CompanyProps = { companyId: string; interval: Interval; hasShortcuts?: boolean };

/** Company details, shown in the side panel and on the company page. */
export function Company({ companyId, interval, hasShortcuts = true }: CompanyProps) {
  const { data, error, refetch } = useCompany(companyId, interval);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <CompanySkeleton />;
  return (
    <article className={styles.company}>
      <div className={styles.companySide}>
        <CompanyHeader company={data} hasShortcuts={hasShortcuts} />
        <CompanyStats company={data} interval={interval} />
        <WhyNow company={data} interval={interval} />
        <CompanyFacts company={data} />
        <CompanyGroup company={data} />
        <CrmRecords records={data.crmRecords} />
        <IdentificationSection companyId={data.companyId} identifications={data.identifications} />
        <Section
          title={t('company.knownVisitors')}
          note={t('common.allTime')}
          empty={data.visitors.length === 0 && t('company.noKnownVisitors')}
        >
          <ul className={formStyles.stack} style={{ gap: 8 }}>
            {data.visitors.map(({ id, email, name, lastSeenAt }) => (
              <PersonLine
                key={id}
                name={name ?? email}
                text={[name && email, t('company.seen', { time: ago(lastSeenAt) })].filter(Boolean).join(' · ')}
              />
            ))}
          </ul>
        </Section>
      </div>
      <div className={styles.companyMain}>
        <CompanyTimeline companyId={companyId} interval={interval} />
        <CompanyEmails company={data} />
      </div>
      <div className={`${styles.companySide} ${styles.secondary}`}>
        <CompanyInsightsSection companyId={companyId} />
      </div>
    </article>
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
