import type { LeadQuality } from '../api/responses.ts';
import { formatPercent, formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

/**
 * The rank of a lead among those of the account, with a bar. The score and its parts are shown on hover, and read by screen readers; with
 * `isFocusable`, they are also shown on focus. In the list it is not focusable, because each row would add a tab stop; the company panel
 * shows the same figure.
 */
export function Quality({ isFocusable = false, ...quality }: LeadQuality & { isFocusable?: boolean }) {
  const { rank } = quality;
  const parts = qualityParts(quality);
  const trigger = (
    <button
      type="button"
      className={styles.quality}
      tabIndex={isFocusable ? 0 : -1}
      aria-label={t('leads.qualityOfTen', { score: rank })}
      aria-description={parts.join(' · ')}
    >
      <span className="number">{rank}</span>
      <span className={styles.track}>
        <span className={rank >= 7 ? `${styles.fill} ${styles.high}` : styles.fill} style={{ display: 'block', width: `${rank * 10}%` }} />
      </span>
    </button>
  );
  return (
    <Tooltip trigger={trigger}>
      {parts.map((part) => (
        <div key={part}>{part}</div>
      ))}
    </Tooltip>
  );
}

function qualityParts({ percentile, score, breakdown }: LeadQuality): string[] {
  return [
    ...(percentile === null ? [] : [t('leads.betterThan', { share: formatPercent(percentile, 1) })]),
    t('leads.scoreOfTen', { score }),
    t('leads.deepestVisit', { depth: formatTenths(breakdown.depth) }),
    t('leads.companyData', { completeness: formatTenths(breakdown.completeness) }),
  ];
}
