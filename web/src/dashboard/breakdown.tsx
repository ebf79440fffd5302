import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './breakdown.module.css';

export type BreakdownRow = {
  /** Identifies the row. Different values can have the same name. */
  value: string;
  name: string;
  visits: number;
  /** Undefined for dimensions without a number of companies. */
  companies?: number;
  /** The list that the row links to. */
  href?: string;
  /** Shows the breakdown of the row in the same card. */
  onOpen?: () => void;
  /** Receives the button that opens the row. */
  buttonRef?: Ref<HTMLButtonElement>;
};

type BreakdownProps = { title: ReactNode; rows: BreakdownRow[]; empty: string; note?: string | undefined };

/** The most frequent values of a dimension, with a bar behind each name. */
export function Breakdown({ title, rows, empty, note }: BreakdownProps) {
  const max = Math.max(1, ...rows.map(({ visits }) => visits));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="faint">{empty}</p>
      ) : (
        <div className={styles.shares}>
          <div className={`${styles.share} ${styles.head}`}>
            <span />
            <span>{t('common.visits')}</span>
            <span>{rows.some(({ companies }) => companies !== undefined) && t('common.companies')}</span>
          </div>
          <ol className={styles.rows}>
            {rows.map(withoutEmptyList).map((row) => (
              <li key={row.value} className={styles.share} data-testid="breakdown-row">
                <div className={styles.fill} style={{ width: `${(row.visits / max) * 100}%` }} />
                <RowName {...row} />
                <span className="number">{formatNumber(row.visits)}</span>
                <span className="number soft">
                  {row.companies === undefined ? null : row.onOpen && row.href ? (
                    <Link
                      href={row.href}
                      className="link"
                      aria-label={t('dashboard.companiesBehind', { count: row.companies, name: row.name })}
                    >
                      {formatNumber(row.companies)}
                    </Link>
                  ) : (
                    formatNumber(row.companies)
                  )}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {note !== undefined && <p className="faint">{note}</p>}
    </Card>
  );
}

/** A row without companies does not link to their list. */
function withoutEmptyList({ href, ...row }: BreakdownRow): BreakdownRow {
  return href === undefined || row.companies === 0 ? row : { ...row, href };
}

function RowName({ name, href, onOpen, buttonRef }: BreakdownRow) {
  if (onOpen) {
    return (
      <button ref={buttonRef} type="button" className={styles.open} title={name} onClick={onOpen}>
        <span className="truncate">{name}</span>
        <Icon name="right" size={12} />
      </button>
    );
  }
  return href === undefined ? (
    <span className="truncate" title={name}>
      {name}
    </span>
  ) : (
    <Link href={href} className={`truncate ${styles.whole}`} title={name}>
      {name}
    </Link>
  );
}
