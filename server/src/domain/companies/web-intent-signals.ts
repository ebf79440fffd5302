import { dayMs } from '../../lib/day-ms.ts';
import { hashId } from '../../lib/hash-id.ts';
import { itemAt } from '../../lib/item-at.ts';

export type VisitDay = { day: string; visits: number; firstVisitAt: Date };
export type ReachedGoalDay = { day: string; name: string; reachedAt: Date };
type WebIntentSignal = { id: string; title: string; summary: string; eventDate: string; publishedAt: Date; confidence: number };

/** Minimum number of days without a visit before a return is reported. */
const silenceDays = 60;
/** A surge is this many times the usual weekly visits, and at least the minimum. */
const surgeFactor = 3;
const surgeMinimum = 5;
/** Number of previous weeks whose average is the usual number of visits. */
const usualWeeks = 8;

/**
 * Derives signals from a company's visits: first visit, return after a pause, surge and reached goals. `days` must be in order. The id, day
 * and time of a signal do not change as more visits arrive, so a client that reads page by page gets each signal once.
 */
export function webIntentSignals(companyId: string, days: readonly VisitDay[], goals: readonly ReachedGoalDay[]): WebIntentSignal[] {
  const signal = (kind: string, key: string, eventDate: string, publishedAt: Date, confidence: number, title: string, summary: string) => ({
    id: hashId('web_intent', companyId, kind, key),
    title,
    summary,
    eventDate,
    publishedAt,
    confidence,
  });
  const found: WebIntentSignal[] = [];
  const [first] = days;
  if (first)
    found.push(
      signal(
        'first_visit',
        first.day,
        first.day,
        first.firstVisitAt,
        1,
        'First visit',
        'The company came to the website for the first time.',
      ),
    );
  for (const [index, { day, firstVisitAt }] of days.entries()) {
    const before = days[index - 1];
    const silentDays = before === undefined ? 0 : dayNumber(day) - dayNumber(before.day);
    if (silentDays >= silenceDays) {
      found.push(
        signal(
          'return',
          day,
          day,
          firstVisitAt,
          0.9,
          'Return after a silence',
          `The company came back after ${silentDays} days without a visit.`,
        ),
      );
    }
  }
  for (const { day, visits, usual, firstVisitAt } of surges(days)) {
    found.push(
      signal('surge', day, day, firstVisitAt, 0.8, 'Surge of visits', `${visits} visits in a week, where ${usual.toFixed(1)} are usual.`),
    );
  }
  for (const { day, name, reachedAt } of goals) {
    found.push(signal('goal', `${day} ${name}`, day, reachedAt, 1, 'Goal reached', `The goal “${name}” was reached.`));
  }
  return found;
}

/**
 * Finds weeks (Monday to Sunday) with a surge, which needs at least two previous weeks to compare with. It is dated to the day on which the
 * week reached the threshold.
 */
function surges(days: readonly VisitDay[]) {
  const weeks = Map.groupBy(days, ({ day }) => Math.floor((dayNumber(day) + 3) / 7));
  const firstWeek = Math.min(...weeks.keys());
  return [...weeks].flatMap(([week, daysOfWeek]) => {
    const pastWeeks = Math.min(usualWeeks, week - firstWeek);
    if (pastWeeks < 2) return [];
    let pastVisits = 0;
    for (let back = 1; back <= pastWeeks; back++) pastVisits += visitsOf(weeks.get(week - back) ?? []);
    const usual = pastVisits / pastWeeks;
    const minVisits = Math.max(surgeMinimum, surgeFactor * usual);
    const at = daysOfWeek.findIndex((_, index) => visitsOf(daysOfWeek.slice(0, index + 1)) >= minVisits);
    return at < 0 || usual === 0 ? [] : [{ ...itemAt(daysOfWeek, at), visits: visitsOf(daysOfWeek), usual }];
  });
}

function visitsOf(days: readonly VisitDay[]): number {
  return days.reduce((sum, { visits }) => sum + visits, 0);
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}
