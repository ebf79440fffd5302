import { Link } from 'wouter';
import styles from './legend.module.css';

type LegendProps = { entries: { name: string; color: string; value?: string; href?: string }[]; isBelow?: boolean };

/** Explains the colors of a chart, in its header or below it. */
export function Legend({ entries, isBelow }: LegendProps) {
  return (
    <div className={isBelow ? `${styles.legend} ${styles.below}` : styles.legend}>
      {entries.map(({ name, color, value, href }) => (
        <span key={name} title={name}>
          <i style={{ background: color }} />
          {href === undefined ? (
            <span className="cut">{name}</span>
          ) : (
            <Link href={href} className="cut link">
              {name}
            </Link>
          )}
          {value !== undefined && <span className="faint number">{value}</span>}
        </span>
      ))}
    </div>
  );
}
