import type { Lead } from '../api/responses.ts';
import { formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

/**
 * How likely the company is to buy soon, based on the last ninety days. The parts of the score are shown on hover, and read by screen
 * readers. They are not shown on focus, because each row would add a tab stop; the company panel shows them on focus.
 */
export function Intent({ intent }: { intent: Lead['intent'] }) {
  if (intent?.score == null || !intent.breakdown) return <span className="faint">–</span>;
  const score = formatTenths(intent.score);
  const parts = intentParts(intent.breakdown);
  const trigger = (
    <button
      type="button"
      className={`${styles.quality} number`}
      tabIndex={-1}
      aria-label={t('company.intentOfTen', { score })}
      aria-description={parts}
    >
      {score}
    </button>
  );
  return <Tooltip trigger={trigger}>{parts}</Tooltip>;
}

type Breakdown = NonNullable<NonNullable<Lead['intent']>['breakdown']>;

export function intentParts({ recency, frequency, depth, people, goals }: Breakdown): string {
  return t('company.intentParts', {
    recency: formatTenths(recency),
    frequency: formatTenths(frequency),
    depth: formatTenths(depth),
    people: formatTenths(people),
    goals: formatTenths(goals),
  });
}
