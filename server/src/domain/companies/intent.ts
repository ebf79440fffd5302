/** Activity of a company on the account's site in the last ninety days. */
export type Engagement = {
  daysSinceLastVisit: number;
  visitsInLast30Days: number;
  pageViewsInLast30Days: number;
  visitorsInLast30Days: number;
  goalsReachedInLast90Days: number;
};

type IntentTier = 'high' | 'medium' | 'low';

export type Intent = {
  score: number | null;
  tier: IntentTier | null;
  /** The parts that add up to the score. Null when there is no score. */
  breakdown: { recency: number; frequency: number; depth: number; people: number; goals: number } | null;
};

const scoredDays = 90;

/** Only this many of the newest visits are scored, which bounds the cost. More would not change recency and frequency. */
export const maxIntentVisits = 500;

/**
 * Scores buying intent from 0.0 to 10.0, based on visits only: recency, frequency, depth, number of people and goals. A company without a
 * visit in the last ninety days has no score.
 */
export function intent(engagement: Engagement): Intent {
  if (engagement.daysSinceLastVisit >= scoredDays) return { score: null, tier: null, breakdown: null };
  const { visitsInLast30Days: visits, pageViewsInLast30Days: pageViews } = engagement;
  const breakdown = {
    // Three points today, decreasing to none after 30 days.
    recency: tenths(3 * share(30 - engagement.daysSinceLastVisit, 30)),
    // Rises quickly at first: the second visit says more than the twentieth.
    frequency: tenths(3 * (1 - Math.exp(-visits / 4))),
    depth: tenths(visits === 0 ? 0 : 2 * share(pageViews / visits, 8)),
    people: tenths(share(engagement.visitorsInLast30Days - 1, 3)),
    goals: tenths(share(engagement.goalsReachedInLast90Days, 2)),
  };
  const score = tenths(Object.values(breakdown).reduce((sum, part) => sum + part, 0));
  return { score, tier: intentTier(score), breakdown };
}

/** Tiers of the intent score: high from 7.0, medium from 4.0. */
export function intentTier(score: number): IntentTier {
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

function share(part: number, whole: number): number {
  return Math.min(1, Math.max(0, part / whole));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
