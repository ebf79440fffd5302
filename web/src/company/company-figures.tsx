import type { ReactNode } from 'react';
import type { CompanyDetails } from '../api/answers.ts';
import { Quality } from '../leads/quality.tsx';
import { ago, formatDay, formatMoment, formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { type Interval, intervalName } from '../ui/intervals.ts';
import sectionStyles from '../ui/section.module.css';
import styles from './company.module.css';

/** What the company did in the selected days, as in its row of the list, and since its first visit. */
export function CompanyFigures({ company, interval }: { company: CompanyDetails; interval: Interval }) {
  const { activity, visits, pageViews, firstVisitAt } = company;
  return (
    <section data-testid="company-figures">
      <h2 className={sectionStyles.sectionTitle}>{intervalName(interval)}</h2>
      <dl className={styles.companyFigures}>
        <Figure name={t('common.visits')}>{formatNumber(activity.visits)}</Figure>
        <Figure name={t('common.pages')}>{formatNumber(activity.pageViews)}</Figure>
        <Figure name={t('common.quality')}>
          <Quality {...activity.quality} />
        </Figure>
        <Figure name={t('common.lastSeen')}>
          {activity.newestVisitAt ? <span title={formatMoment(activity.newestVisitAt)}>{ago(activity.newestVisitAt)}</span> : '–'}
        </Figure>
      </dl>
      {firstVisitAt && (
        <p className="faint">
          {t('company.allTime', {
            visits: t('common.visitCount', { count: visits }),
            pages: t('common.pageCount', { count: pageViews }),
            day: formatDay(firstVisitAt),
          })}
        </p>
      )}
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number cut">{children}</dd>
    </div>
  );
}
