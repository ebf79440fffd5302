import type { LeadQuality } from '../api/responses.ts';
import { formatPercent, formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

/** The rank among the leads of the account with a bar; the score and its parts are shown on hover and focus. */
export function Quality(quality: LeadQuality) {
  const { rank } = quality;
  const trigger = (
    <button
      type="button"
      className={styles.quality}
      tabIndex={-1}
      aria-label={t('leads.qualityOfTen', { score: rank })}
      onClick={(event) => event.stopPropagation()}
    >
      <span className="number">{rank}</span>
      <span className={styles.track}>
        <span className={rank >= 7 ? `${styles.fill} ${styles.high}` : styles.fill} style={{ display: 'block', width: `${rank * 10}%` }} />
      </span>
    </button>
  );
  return (
    <Tooltip trigger={trigger}>
      <QualityParts {...quality} />
    </Tooltip>
  );
}

function QualityParts({ percentile, score, breakdown }: LeadQuality) {
  return (
    <>
      {percentile !== null && t('leads.betterThan', { share: formatPercent(percentile, 1) })}
      {percentile !== null && <br />}
      {t('leads.scoreOfTen', { score })}
      <br />
      {t('leads.deepestVisit', { depth: formatTenths(breakdown.depth) })}
      <br />
      {t('leads.companyData', { completeness: formatTenths(breakdown.completeness) })}
    </>
  );
}
