import { attributeVisits } from '../visits/attribute-visits.ts';
import { cutIntoVisits } from '../visits/cut-into-visits.ts';
import { loadVisitsInReach } from '../visits/load-visits-in-reach.ts';
import { matchVisitGoals } from '../visits/match-visit-goals.ts';
import { storeVisits } from '../visits/store-visits.ts';
import { updateSums, type VisitMerge } from '../visits/visit-merge.ts';
import type { Batch, PipelineContext, Stage } from './batch.ts';
import { countOutcomes } from './count-outcomes.ts';
import { dropDuplicates } from './filters/drop-duplicates.ts';
import { filterHits } from './filters/filter-hits.ts';
import { identifySenders } from './identify-senders.ts';
import { joinConsentedVisitors } from './join-consented-visitors.ts';
import { learnAddresses } from './learn-addresses.ts';
import { locateSenders } from './locate-senders.ts';
import { prepareMerge } from './prepare-merge.ts';
import { readHits } from './read-hits.ts';
import { rememberVisitors } from './remember-visitors.ts';
import { resolveBatchCompanies } from './resolve-companies.ts';
import { resolveVisitors } from './resolve-visitors.ts';

/**
 * The way of events from the inbox to stored visits, top to bottom. A batch holds the events of one lane of an account, and passes
 * all stages in one transaction.
 */
export const pipeline: readonly Stage[] = [
  /** Takes the events out of the inbox and finds or makes the id of each visitor. */
  { name: 'read', run: readHits },
  /** Finds out which visitors are known: their names, employers and latest visits. */
  { name: 'resolve visitors', run: resolveVisitors },
  /** Country and city of each address, kind of each device. */
  { name: 'locate', run: locateSenders },
  /** Which company is behind each address and visitor, with the evidence. */
  { name: 'identify', run: identifySenders },
  /** Drops what the account excludes, bots and AI agents, and counts the reasons. */
  { name: 'filter', run: filterHits },
  /** Drops events whose id was stored before. */
  { name: 'drop duplicates', run: dropDuplicates },
  /** Finds the records of the identified companies, and creates the missing ones. */
  { name: 'resolve companies', run: resolveBatchCompanies },
  /** Groups the events by visitor. */
  { name: 'group by visitor', run: prepareMerge },
  /** Loads the visits that the new events may extend, join or split. */
  { name: 'load visits', run: onMerge(loadVisitsInReach) },
  /** Cuts new and stored events together into visits. */
  { name: 'cut visits', run: onMerge(cutIntoVisits) },
  /** Source, medium, campaign and landing page of each visit. */
  { name: 'attribute', run: onMerge(attributeVisits) },
  /** Which goals each visit reached. */
  { name: 'goals', run: onMerge(matchVisitGoals) },
  /** Writes visitors, visits, and the pages, places and verdicts they refer to. */
  { name: 'store', run: onMerge(storeVisits) },
  /** Updates the sums by company and day, and the leads. */
  { name: 'sums', run: onMerge(updateSums) },
  /** Counts what became of each event. */
  { name: 'count outcomes', run: countOutcomes },
  /** Learns which employers visit from which addresses, and judges visits again where that changes the company. */
  { name: 'learn', run: learnAddresses },
  /** Gives visitors who have just consented what they did before in the same visit. */
  { name: 'join consented visitors', run: joinConsentedVisitors },
  /** Remembers the visitors for their next events. */
  { name: 'remember', run: rememberVisitors },
];

/** Takes a batch through the stages. Answers why it ended before the last one, if it did. */
export async function runPipeline(ctx: PipelineContext, batch: Batch): Promise<Batch['stop']> {
  for (const { run } of pipeline) {
    await run(ctx, batch);
    if (batch.stop !== null) return batch.stop;
  }
  return null;
}

function onMerge(step: (merge: VisitMerge) => Promise<void> | void): Stage['run'] {
  return (_ctx, { merge }) => {
    if (merge === null) throw new Error('The stage "group by visitor" comes first.');
    return step(merge);
  };
}
