import type { Share } from '../api/answers.ts';
import { formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import styles from './breakdown.module.css';

type BreakdownProps = { title: string; shares: Share[]; nameOf?: (name: string) => string; empty: string };

/** The largest values of a dimension, as bars behind their names. */
export function Breakdown({ title, shares, nameOf = (name) => name, empty }: BreakdownProps) {
  const most = Math.max(1, ...shares.map(({ visits }) => visits));
  return (
    <section className={cardStyles.card}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className={cardStyles.inside}>
        {shares.length === 0 ? (
          <p className="faint">{empty}</p>
        ) : (
          <>
            <div className={`${styles.share} ${styles.head}`}>
              <span />
              <span>{t('common.visits')}</span>
              <span>{t('common.companies')}</span>
            </div>
            <ol>
              {shares.map(({ name, visits, companies }) => (
                <li key={name} className={styles.share} data-testid="breakdown-row">
                  <div className={styles.fill} style={{ width: `${(visits / most) * 100}%` }} />
                  <span className="cut" title={nameOf(name)}>
                    {nameOf(name)}
                  </span>
                  <span className="number">{formatNumber(visits)}</span>
                  <span className="number faint" style={{ minWidth: 46, textAlign: 'right' }}>
                    {formatNumber(companies)}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}
