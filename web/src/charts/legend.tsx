import { Link } from 'wouter';
import styles from './legend.module.css';
import { Swatch } from './swatch.tsx';

type LegendProps = { entries: { name: string; color: string; isDashed?: boolean; value?: string; href?: string }[]; isBelow?: boolean };

/** Explains the colors of a chart, in its header or below it. */
export function Legend({ entries, isBelow }: LegendProps) {
  return (
    <div className={isBelow ? `${styles.legend} ${styles.below}` : styles.legend}>
      {entries.map(({ name, color, isDashed, value, href }) => (
        <span key={color} title={name}>
          <Swatch color={color} isDashed={isDashed} />
          {href === undefined ? (
            <span className="truncate">{name}</span>
          ) : (
            <Link href={href} className="truncate link">
              {name}
            </Link>
          )}
          {value !== undefined && <span className="faint number">{value}</span>}
        </span>
      ))}
    </div>
  );
}
