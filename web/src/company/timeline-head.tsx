import type { TimelineItem } from '../api/responses.ts';
import { formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import type { Interval } from '../ui/intervals.ts';
import styles from './company-timeline.module.css';

const kinds = [
  { kind: undefined, text: 'activity.all' },
  { kind: 'visit', text: 'activity.visits' },
  { kind: 'note', text: 'activity.notes' },
  { kind: 'change', text: 'activity.changes' },
] as const;

/** What the visits of a reason to call have in common, besides their days. */
const evidence = {
  rise: 'activity.visitsOfReason',
  goal: 'activity.goalsOfReason',
  return: 'activity.visitsOfReason',
  people: 'activity.peopleOfReason',
} as const;

export type TimelineKind = TimelineItem['kind'] | undefined;
export type EvidenceReason = keyof typeof evidence;

type TimelineHeadProps = {
  kind: TimelineKind;
  /** The reason to call whose visits are shown, instead of items of the kind. */
  reason: EvidenceReason | undefined;
  interval: Interval;
  onKind: (kind: TimelineKind) => void;
};

/** The title of the activity of a company, and the selection of what it shows. */
export function TimelineHead({ kind, reason, interval, onKind }: TimelineHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2>{t('activity.title')}</h2>
        <span className="faint">{reason ? formatRange(interval.from, interval.to) : t('common.allTime')}</span>
      </div>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('activity.show')}</legend>
        {reason && (
          <Button quiet small aria-pressed>
            {t(evidence[reason])}
          </Button>
        )}
        {kinds.map((option) => (
          <Button key={option.text} quiet small aria-pressed={!reason && option.kind === kind} onClick={() => onKind(option.kind)}>
            {t(option.text)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
