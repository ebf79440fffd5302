import { Link } from 'wouter';
import { formatChange } from '../lib/format.ts';
import styles from './figure.module.css';

type FigureProps = {
  name: string;
  value: string;
  now?: number;
  /** The value for the compared days; `comparedWith` is their name. */
  before?: number | null;
  comparedWith?: string;
  /** The list that the figure links to. */
  href?: string;
};

/** One figure, and its change from the compared days. */
export function Figure({ name, value, now, before, comparedWith, href }: FigureProps) {
  const change = now === undefined || !before ? null : Math.round(((now - before) / before) * 100);
  return (
    <div className={styles.figure} data-testid="figure">
      <dt>{name}</dt>
      <dd className="number">
        {href === undefined ? (
          value
        ) : (
          <Link href={href} className={styles.link} aria-label={`${name}: ${value}`}>
            {value}
          </Link>
        )}
        {change !== null && change !== 0 && (
          <span className={`${styles.change} ${change > 0 ? styles.up : styles.down}`} title={comparedWith}>
            {formatChange(change)}
          </span>
        )}
      </dd>
    </div>
  );
}
