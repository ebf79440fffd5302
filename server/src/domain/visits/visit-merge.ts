import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { AccountRules } from './account-rules.ts';
import { addLeadsAndDays } from './add-leads-and-days.ts';
import { buildVisitRows } from './build-visit-rows.ts';
import type { Dictionaries } from './dictionaries.ts';
import { loadAffectedVisits } from './load-affected-visits.ts';
import type { LoadedVisits, StoredVisit, VisitsSince } from './load-visits-in-window.ts';
import { matchVisitGoals } from './match-visit-goals.ts';
import type { PageCache } from './page-cache.ts';
import { rollUpVisits } from './roll-up-visits.ts';
import type { RollupCache } from './rollup-cache.ts';
import { type SessionizedVisitor, sessionizeVisitors } from './sessionize-visitors.ts';
import { type MergedVisitor, storeVisits } from './store-visits.ts';
import type { PlacedHit } from './stored-events.ts';
import type { ActiveVisitor } from './touch-visitors.ts';
import type { VisitRow } from './write-visits.ts';

/** A visitor with hits to merge into the stored visits. */
export type VisitorToMerge = ActiveVisitor & { hits: PlacedHit[]; cachedVisits: VisitsSince | undefined };

/** State of a merge of hits into stored visits. Each step adds to it. Visits in the merge window are recomputed; the others do not change. */
export type VisitMerge = {
  readonly trx: Transaction<DB>;
  readonly rules: AccountRules;
  readonly dictionaries: Dictionaries;
  readonly pages: PageCache;
  readonly rollups: RollupCache;
  readonly visitors: readonly VisitorToMerge[];
  /** Visits that contained the hits before; they are already deleted. */
  readonly takenFrom: readonly StoredVisit[];
  /** By visitor: the stored visits that can change. */
  loaded: (LoadedVisits & { isFull?: boolean })[];
  /** By visitor: the result of sessionization. */
  sessionized: SessionizedVisitor[];
  /** By visitor: the visits after the merge. */
  merged: MergedVisitor[];
  /** Visits that the merge removed and wrote, from which the rollups are updated. */
  removed: StoredVisit[];
  written: VisitRow[];
};

type MergeInput = Pick<VisitMerge, 'trx' | 'rules' | 'dictionaries' | 'pages' | 'rollups' | 'visitors'>;

export function createVisitMerge(input: MergeInput, takenFrom: readonly StoredVisit[] = []): VisitMerge {
  return { ...input, takenFrom, loaded: [], sessionized: [], merged: [], removed: [], written: [] };
}

/** Runs all steps of a merge outside of the pipeline. */
export async function mergeVisits(merge: VisitMerge): Promise<void> {
  await loadAffectedVisits(merge);
  sessionizeVisitors(merge);
  buildVisitRows(merge);
  matchVisitGoals(merge);
  await storeVisits(merge);
  await updateRollups(merge);
}

/** Updates the leads and the rollups with the visits written and removed. The first visit of a company creates its lead. */
export async function updateRollups({ trx, rules, rollups, removed, written }: VisitMerge): Promise<void> {
  await addLeadsAndDays(trx, rules.accountId, rules.timezone, { removed, written });
  const writtenVisits = written.map((row) => ({ ...row, goalIds: row.goals.map(({ goalId }) => goalId) }));
  await rollUpVisits(trx, rules, { removed, written: writtenVisits }, rollups);
}
