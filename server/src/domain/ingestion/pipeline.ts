import { buildVisitRows } from '../visits/build-visit-rows.ts';
import { loadAffectedVisits } from '../visits/load-affected-visits.ts';
import { matchVisitGoals } from '../visits/match-visit-goals.ts';
import { sessionizeVisitors } from '../visits/sessionize-visitors.ts';
import { storeVisits } from '../visits/store-visits.ts';
import { updateRollups, type VisitMerge } from '../visits/visit-merge.ts';
import type { Batch, PipelineContext, Stage } from './batch.ts';
import { cacheVisitors } from './cache-visitors.ts';
import { countOutcomes } from './count-outcomes.ts';
import { dropDuplicates } from './filters/drop-duplicates.ts';
import { filterHits } from './filters/filter-hits.ts';
import { identifySenders } from './identify-senders.ts';
import { joinConsentedVisitors } from './join-consented-visitors.ts';
import { learnAddresses } from './learn-addresses.ts';
import { locateSenders } from './locate-senders.ts';
import { prepareMerge } from './prepare-merge.ts';
import { readHits } from './read-hits.ts';
import { resolveBatchCompanies } from './resolve-batch-companies.ts';
import { resolveVisitors } from './resolve-visitors.ts';

/**
 * The pipeline from the event queue to stored visits, in order. A batch contains the events of one lane of an account and runs through
 * all stages in one transaction; only new companies are committed separately.
 */
const pipeline: readonly Stage[] = [
  /** Takes events from the event queue and assigns each a visitor id: the one that was sent, or a hash with the salt of the day. */
  { name: 'read', run: readHits },
  /** Loads what is known about each visitor: e-mail address, workplace and cached visits. */
  { name: 'resolve visitors', run: resolveVisitors },
  /** Finds the geolocation of each address and the type of each device. */
  { name: 'locate', run: locateSenders },
  /** Identifies the company behind each address and visitor, with evidence. */
  { name: 'identify', run: identifySenders },
  /**
   * Drops traffic excluded by the account, bots and AI agents, and counts the reasons. An account can exclude countries and companies, so
   * this stage runs after `locate` and `identify`.
   */
  { name: 'filter', run: filterHits },
  /** Deduplication: stores the ids of the events, and drops events whose id is already stored. */
  { name: 'drop duplicates', run: dropDuplicates },
  /** Finds or creates the records of the identified companies. */
  { name: 'resolve companies', run: resolveBatchCompanies },
  /** Also converts the senders of the events to the form in which visits store them. */
  { name: 'group by visitor', run: prepareMerge },
  /** Loads the visits that the new events may extend, join or split. */
  { name: 'load visits', run: onMerge(loadAffectedVisits) },
  /** Splits new and stored events into visits. */
  { name: 'sessionize', run: onMerge(sessionizeVisitors) },
  /** Determines the traffic source (source, medium, campaign) and the pages of each visit. */
  { name: 'build visits', run: onMerge(buildVisitRows) },
  { name: 'goals', run: onMerge(matchVisitGoals) },
  /** Writes visitors, visits and the pages, places and verdicts they refer to. */
  { name: 'store', run: onMerge(storeVisits) },
  /** Creates or updates the leads, their daily totals and the dashboard rollups, and records the changed companies for alerts. */
  { name: 'rollups', run: onMerge(updateRollups) },
  /** Counts the events that are stored and those beyond the daily limit of a visitor. Events dropped by earlier stages are counted there. */
  { name: 'count outcomes', run: countOutcomes },
  /**
   * Stores which employer was seen at which address, re-evaluates the visitor's own visits, and queues a reattribution of other visits from
   * these addresses.
   */
  { name: 'learn', run: learnAddresses },
  /** Queues jobs that assign earlier events of the same visit to visitors who have just consented. */
  { name: 'join consented visitors', run: joinConsentedVisitors },
  /** Caches the visitors for their next events. */
  { name: 'cache visitors', run: cacheVisitors },
];

/** Runs a batch through the stages. Returns the reason if it ended early. */
export async function runPipeline(ctx: PipelineContext, batch: Batch): Promise<Batch['stop']> {
  for (const { run } of pipeline) {
    await run(ctx, batch);
    if (batch.stop !== null) return batch.stop;
  }
  return null;
}

function onMerge(step: (merge: VisitMerge) => Promise<void> | void): Stage['run'] {
  return (_ctx, { merge }) => {
    if (merge === null) throw new Error('The stage "group by visitor" must run first.');
    return step(merge);
  };
}
