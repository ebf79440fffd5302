import type { Lead } from '../api/responses.ts';
import { formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './quality.module.css';

/** How likely the company is to buy soon, based on the last ninety days; the reasons are shown on hover and focus. */
export function Intent({ intent }: { intent: Lead['intent'] }) {
  if (intent?.score == null || !intent.breakdown) return <span className="faint">–</span>;
  const score = formatTenths(intent.score);
  const trigger = (
    <button
      type="button"
      className={`${styles.quality} number`}
      tabIndex={-1}
      aria-label={t('company.intentOfTen', { score })}
      onClick={(event) => event.stopPropagation()}
    >
      {score}
    </button>
  );
  return (
    <Tooltip trigger={trigger}>
      <IntentParts {...intent.breakdown} />
    </Tooltip>
  );
}

type Breakdown = NonNullable<NonNullable<Lead['intent']>['breakdown']>;

export function IntentParts({ recency, frequency, depth, people, goals }: Breakdown) {
  return t('company.intentParts', {
    recency: formatTenths(recency),
    frequency: formatTenths(frequency),
    depth: formatTenths(depth),
    people: formatTenths(people),
    goals: formatTenths(goals),
  });
}
