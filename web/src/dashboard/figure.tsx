import { formatChange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import styles from './figure.module.css';

type FigureProps = { name: string; value: string; now?: number; before?: number };

/** One figure, and its change from the previous period. */
export function Figure({ name, value, now, before }: FigureProps) {
  const change = now === undefined || !before ? null : Math.round(((now - before) / before) * 100);
  return (
    <div className={styles.figure} data-testid="figure">
      <dt>{name}</dt>
      <dd className="number">
        {value}
        {change !== null && change !== 0 && (
          <span className={`${styles.change} ${change > 0 ? styles.up : styles.down}`} title={t('dashboard.comparedWithThePreviousPeriod')}>
            {formatChange(change)}
          </span>
        )}
      </dd>
    </div>
  );
}
