import type { LeadQuality } from '../api/answers.ts';
import { formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

/** The score with a bar; its parts are shown on hover and focus. */
export function Quality({ score, breakdown }: LeadQuality) {
  const trigger = (
    <button
      type="button"
      className={styles.quality}
      tabIndex={-1}
      aria-label={t('leads.qualityOfTen', { score })}
      onClick={(event) => event.stopPropagation()}
    >
      <span className="number">{score}</span>
      <span className={styles.track}>
        <span
          className={score >= 7 ? `${styles.fill} ${styles.high}` : styles.fill}
          style={{ display: 'block', width: `${score * 10}%` }}
        />
      </span>
    </button>
  );
  return (
    <Tooltip trigger={trigger}>
      {t('leads.deepestVisit', { depth: formatTenths(breakdown.depth) })}
      <br />
      {t('leads.companyData', { completeness: formatTenths(breakdown.completeness) })}
    </Tooltip>
  );
}
