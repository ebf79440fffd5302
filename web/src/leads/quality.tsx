import type { LeadQuality } from '../api/answers.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

const tenth = (value: number) => (Math.round(value * 10) / 10).toFixed(1);

/** The score with a bar; its parts show on hover and focus. */
export function Quality({ score, breakdown }: LeadQuality) {
  const trigger = (
    <button
      type="button"
      className={styles.quality}
      tabIndex={-1}
      aria-label={`Quality ${score} of 10`}
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
      Deepest visit {tenth(breakdown.depth)} of 5
      <br />
      Company data {tenth(breakdown.completeness)} of 5
    </Tooltip>
  );
}
