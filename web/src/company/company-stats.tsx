import type { ReactNode } from 'react';
import type { CompanyDetails } from '../api/responses.ts';
import { Quality } from '../leads/quality.tsx';
import { formatDay, formatLastVisit, formatMoment, formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { intervalName } from '../ui/interval-name.ts';
import type { Interval } from '../ui/intervals.ts';
import sectionStyles from '../ui/section.module.css';
import styles from './company.module.css';

/** The company's activity in the selected interval, with the same figures as its row in the list, and since its first visit. */
export function CompanyStats({ company, interval }: { company: CompanyDetails; interval: Interval }) {
  const { activity, visits, pageViews, firstVisitAt } = company;
  return (
    <section data-testid="company-stats">
      <h2 className={sectionStyles.sectionTitle}>{intervalName(interval)}</h2>
      <dl className={styles.companyStats}>
        <Stat name={t('common.visits')}>{formatNumber(activity.visits)}</Stat>
        <Stat name={t('common.pages')}>{formatNumber(activity.pageViews)}</Stat>
        <Stat name={t('common.quality')}>{activity.quality ? <Quality {...activity.quality} isFocusable /> : '–'}</Stat>
        <Stat name={t('common.lastVisit')}>
          {activity.lastVisitAt ? (
            <span title={t('common.startedAt', { time: formatMoment(activity.lastVisitAt) })}>
              {formatLastVisit(activity.lastVisitAt, interval.to)}
            </span>
          ) : (
            '–'
          )}
        </Stat>
      </dl>
      {firstVisitAt && (
        <p className={`faint ${styles.allTime}`}>
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

function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number truncate">{children}</dd>
    </div>
  );
}
