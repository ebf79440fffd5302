import { dayMs } from '../../lib/day-ms.ts';
import { hashId } from '../../lib/hash-id.ts';
import { itemAt } from '../../lib/item-at.ts';

export type VisitDay = { day: string; visits: number; firstVisitAt: Date };
export type ReachedGoalDay = { day: string; name: string; reachedAt: Date };
/** What a signal is about, for translation. */
export type WebIntent =
  | { kind: 'first_visit' }
  | { kind: 'return'; days: number }
  | { kind: 'surge'; visits: number; usual: number }
  | { kind: 'goal'; name: string };
type WebIntentSignal = {
  id: string;
  title: string;
  summary: string;
  intent: WebIntent;
  eventDate: string;
  publishedAt: Date;
  confidence: number;
};

/** Minimum number of days without a visit before a return is reported. */
const silenceDays = 60;
/** A surge is this many times the usual weekly visits, and at least the minimum. */
const surgeFactor = 3;
const surgeMinimum = 5;
/** Number of previous weeks whose average is the usual number of visits. */
const usualWeeks = 8;
/** The visits of a company that comes every week expire every week, so its first visit in this time may not have been its first one. */
const uncertainDays = 7;

/**
 * Derives signals from a company's visits: first visit, return after a pause, surge and reached goals. `days` must be in order; those before
 * `retainedSince` may have been deleted. The id, day and time of a signal do not change as more visits arrive, so a client that reads page by
 * page gets each signal once.
 */
export function webIntentSignals(
  companyId: string,
  days: readonly VisitDay[],
  goals: readonly ReachedGoalDay[],
  retainedSince: string,
): WebIntentSignal[] {
  const signal = (intent: WebIntent, key: string, eventDate: string, publishedAt: Date, confidence: number): WebIntentSignal => ({
    id: hashId('web_intent', companyId, intent.kind, key),
    ...textsOf(intent),
    intent,
    eventDate,
    publishedAt,
    confidence,
  });
  const found: WebIntentSignal[] = [];
  const [first] = days;
  if (first && dayNumber(first.day) - dayNumber(retainedSince) >= uncertainDays)
    found.push(signal({ kind: 'first_visit' }, first.day, first.day, first.firstVisitAt, 1));
  for (const [index, { day, firstVisitAt }] of days.entries()) {
    const before = days[index - 1];
    const silentDays = before === undefined ? 0 : dayNumber(day) - dayNumber(before.day);
    if (silentDays >= silenceDays) found.push(signal({ kind: 'return', days: silentDays }, day, day, firstVisitAt, 0.9));
  }
  for (const { day, visits, usual, firstVisitAt } of surges(days, retainedSince)) {
    found.push(signal({ kind: 'surge', visits, usual }, day, day, firstVisitAt, 0.8));
  }
  for (const { day, name, reachedAt } of goals) {
    found.push(signal({ kind: 'goal', name }, `${day} ${name}`, day, reachedAt, 1));
  }
  return found;
}

/** The texts of the versioned API, which are always English. */
function textsOf(intent: WebIntent): { title: string; summary: string } {
  switch (intent.kind) {
    case 'first_visit':
      return { title: 'First visit', summary: 'The company came to the website for the first time.' };
    case 'return':
      return { title: 'Return after a silence', summary: `The company came back after ${intent.days} days without a visit.` };
    case 'surge':
      return { title: 'Surge of visits', summary: `${intent.visits} visits in a week, where ${intent.usual.toFixed(1)} are usual.` };
    case 'goal':
      return { title: 'Goal reached', summary: `The goal “${intent.name}” was reached.` };
  }
}

/**
 * Finds weeks (Monday to Sunday) with a surge, which needs at least two previous weeks to compare with. It is dated to the day on which the
 * week reached the threshold.
 */
function surges(days: readonly VisitDay[], retainedSince: string) {
  const weeks = Map.groupBy(days, ({ day }) => weekOf(dayNumber(day)));
  // The earlier days of the first week may have been deleted.
  const firstWeek = Math.max(Math.min(...weeks.keys()), weekOf(dayNumber(retainedSince) + 6));
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

function weekOf(number: number): number {
  return Math.floor((number + 3) / 7);
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}
