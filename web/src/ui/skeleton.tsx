import { t } from '../texts/t.ts';
import cardStyles from './card.module.css';
import layoutStyles from './layout.module.css';
import styles from './skeleton.module.css';

/** Gray placeholders for a page whose data or code is loading. */
export function PageSkeleton() {
  return (
    <div className={layoutStyles.column} role="status" aria-label={t('common.loading')}>
      <CardSkeletons />
    </div>
  );
}

/** Gray placeholders for cards. */
export function CardSkeletons() {
  return [80, 220, 160].map((height) => (
    <div key={height} className={`${cardStyles.card} ${styles.skeleton}`} style={{ height }} data-testid="skeleton" />
  ));
}
