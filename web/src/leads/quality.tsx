import type { LeadQuality } from '../api/answers.ts';
import { Tooltip } from '../ui/tooltip.tsx';

const tenth = (value: number) => (Math.round(value * 10) / 10).toFixed(1);

/** The score with a bar; its parts show on hover and focus. */
export function Quality({ score, breakdown }: LeadQuality) {
  const trigger = (
    <button
      type="button"
      className="quality"
      tabIndex={-1}
      aria-label={`Quality ${score} of 10`}
      onClick={(event) => event.stopPropagation()}
    >
      <span className="number">{score}</span>
      <span className="track">
        <span className={`fill${score >= 7 ? ' high' : ''}`} style={{ display: 'block', width: `${score * 10}%` }} />
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
