import type { Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { isPassingTrouble } from '../../../lib/transient-error.ts';
import { resolveCompanies } from '../../companies/resolve-companies.ts';
import type { Context } from '../../context.ts';
import type { DropReason } from '../../events/drop-reasons.ts';
import { claimLane, holdLanes, type Lane } from '../../events/lanes.ts';
import type { CompanyReference } from '../../identification/company-reference.ts';
import type { Identifier } from '../../identification/identifier.ts';
import { askHostNames } from '../../reattribution/ask-host-names.ts';
import { type AccountRules, loadAccountRules } from '../../visits/account-rules.ts';
import { knownRowsOf } from '../../visits/known-rows.ts';
import type { Origin } from '../../visits/origin.ts';
import { type NewHit, type RememberedVisits, storeVisits, type VisitorNow } from '../../visits/store-visits.ts';
import { dropRepeated } from '../filters/drop-duplicates.ts';
import { steps } from '../filters/index.ts';
import { findOrigins } from '../find-origins.ts';
import { setAside } from '../inbox/add-dead-letter.ts';
import { type BatchSize, dayOfReceipt, entriesOfRow, type TakenEntry, type TakenRow, takeRows } from '../inbox/take-rows.ts';
import { unpackRows } from '../inbox/unpack-rows.ts';
import { type HitsNotStored, learnFromHits } from '../learn-from-hits.ts';
import { makeHits, type ReceivedHit } from '../make-hits.ts';
import { meetVisitors } from '../meet-visitors.ts';
import { noteConsent } from '../note-consent.ts';
import { OutcomeTally } from '../outcome-tally.ts';
import { seenOffices } from '../seen-offices.ts';
import { isLikeOurs } from '../visitor-id.ts';
import { type VisitorMemory, visitorMemoryOf } from './visitor-memory.ts';

export type PipelineContext = Context & { identifier: Identifier };

/** A batch is worth its dozen of statements, and still over in a moment. */
const largestBatch: BatchSize = { rows: 2000, events: 4000 };
const oneRow: BatchSize = { rows: 1, events: 1 };

/**
 * Takes what waits in a lane through the pipeline. Answers how many requests were handled: 0 when the lane is empty or another
 * worker has it. A request that fails by itself is set aside, so that one mistake of ours does not stop a lane for ever; to find
 * it the requests of the batch are handled again one by one.
 */
export async function handleLane(ctx: PipelineContext, lane: Lane): Promise<number> {
  let taken: TakenRow[] = [];
  try {
    return await handleBatch(ctx, lane, largestBatch, (rows) => {
      taken = rows;
    });
  } catch (error) {
    if (isPassingTrouble(error)) throw error;
    ctx.log.error({ err: error, ...lane }, 'A batch of events could not be handled; its requests are tried one by one');
    await unpackRows(ctx, lane, taken);
    return handleOneByOne(ctx, lane);
  }
}

async function handleOneByOne(ctx: PipelineContext, lane: Lane): Promise<number> {
  let handled = 0;
  for (; handled < largestBatch.events; handled++) {
    let id: string | undefined;
    try {
      const note = (rows: TakenRow[]) => {
        id = rows[0]!.id;
      };
      if ((await handleBatch(ctx, lane, oneRow, note)) === 0) break;
    } catch (error) {
      if (id === undefined || isPassingTrouble(error)) throw error;
      await setAside(ctx, lane, id, error);
    }
  }
  return handled;
}

type KeptHit = NewHit & { hit: ReceivedHit };

/** A batch on its way. */
type Batch = {
  trx: Transaction<DB>;
  rules: AccountRules;
  memory: ReturnType<VisitorMemory['at']>;
  tally: OutcomeTally;
  /** What is to be remembered of its visitors when it is committed. */
  visitors: Map<string, RememberedVisits | null>;
  onCommitted: (() => void)[];
};

/** A sender named a visitor who may be one of another lane: all lanes are held then, so that the visitor is still handled by one alone. */
class OtherLanesNeeded extends Error {}

async function handleBatch(ctx: PipelineContext, lane: Lane, most: BatchSize, note: (rows: TakenRow[]) => void): Promise<number> {
  try {
    return await handleHeld(ctx, lane, most, note, false);
  } catch (error) {
    if (!(error instanceof OtherLanesNeeded)) throw error;
    return handleHeld(ctx, lane, most, note, true);
  }
}

/**
 * The lane's row stays locked meanwhile, so no other worker touches its visitors; taking from the inbox and writing the visits
 * are one transaction, so each event counts exactly once whatever is killed.
 */
async function handleHeld(
  ctx: PipelineContext,
  lane: Lane,
  most: BatchSize,
  note: (rows: TakenRow[]) => void,
  holdsAll: boolean,
): Promise<number> {
  const seenAddresses = new Set<string>();
  const onCommitted: (() => void)[] = [];
  const handled = await ctx.db.transaction().execute(async (trx) => {
    if (holdsAll) await holdLanes(trx, lane.accountId);
    const turn = await claimLane(trx, lane);
    if (turn === null) return 0;
    const rows = await takeRows(trx, lane, most);
    if (rows.length === 0) return 0;
    note(rows);
    const rules = await loadAccountRules(trx, lane.accountId);
    const tally = new OutcomeTally();
    onCommitted.push(() => tally.addTo(ctx.counts));
    for (const { received_at, events } of rows) tally.receive(dayOfReceipt(received_at), events);
    if (!rules) {
      // What an account that is gone has left behind goes with it.
      for (const { received_at, events } of rows) tally.count(dayOfReceipt(received_at), 'account_gone', events);
      await tally.write(trx, ctx, lane);
      return rows.length;
    }
    const entries = rows.flatMap(entriesOfRow);
    if (!holdsAll && entries.some(({ visitorId }) => visitorId !== null && isLikeOurs(visitorId))) throw new OtherLanesNeeded();
    for (const { receivedOn, refused } of entries) {
      for (const [reason, events] of Object.entries(refused ?? {})) tally.count(receivedOn, reason as DropReason, events);
    }
    const memory = visitorMemoryOf(ctx.db);
    const batch = { trx, rules, memory: memory.at(lane, turn), tally, visitors: new Map<string, RememberedVisits | null>(), onCommitted };
    onCommitted.push(() => memory.keep(lane, turn, batch.visitors));
    for (const { hit } of await handleEntries(ctx, batch, entries)) {
      if (hit.ip !== null && rules.processing.ip_storage !== 'none') seenAddresses.add(hit.ip);
    }
    await tally.write(trx, ctx, lane);
    return entries.length;
  });
  for (const act of onCommitted) act();
  // Names of hosts come when they come: nothing waits for them.
  askHostNames(ctx, lane.accountId, seenAddresses).catch((error) => ctx.log.warn({ err: error }, 'Host names could not be used'));
  return handled;
}

/** Answers the hits that were new. */
async function handleEntries(
  ctx: PipelineContext,
  { trx, rules, memory, tally, visitors, onCommitted }: Batch,
  entries: TakenEntry[],
): Promise<KeptHit[]> {
  const received = await makeHits(ctx, rules, entries);
  const met = await meetVisitors(trx, rules.accountId, received.visitorIds, memory);
  const origins = await findOrigins(ctx, trx, rules, received, met);
  const kept: KeptHit[] = [];
  for (const hit of received.hits) {
    const origin = origins[hit.sender]!;
    const reason = firstObjection(hit, origin, rules);
    if (reason) tally.count(hit.receivedOn, reason);
    else kept.push({ hit, origin });
  }
  const fresh = await dropRepeated(trx, ctx, rules.accountId, kept);
  const isFresh = fresh.length === kept.length ? null : new Set(fresh);
  if (isFresh !== null) for (const one of kept) if (!isFresh.has(one)) tally.count(one.hit.receivedOn, 'duplicate');
  if (fresh.length === 0) return [];
  const companyIds = await resolveCompanies(ctx, rules.accountId, companiesOf(fresh));
  const visitorsOfSenders = received.senders.map(({ visitor }) => visitor);
  const news = { rules, companyIds, hits: fresh, visitorsOfSenders, visitors: met, offices: seenOffices(fresh, companyIds) };
  const stored = await storeVisits(trx, news, knownRowsOf(ctx.db));
  onCommitted.push(stored.committed, () => countVerdicts(ctx, fresh));
  countStored(tally, fresh, stored.visitors);
  const judged = await learnFromHits(ctx, trx, news, hitsNotStored(fresh, stored.visitors));
  const noStrangers = new Set(news.offices.keys());
  for (const { id, known } of met) if (known !== null) noStrangers.add(id);
  for (const { hit } of fresh) if (hit.event.email !== null) noStrangers.add(hit.visitorId);
  for (const { id, sinceMs, visits, seen } of stored.visitors) {
    visitors.set(id, judged.has(id) ? null : { sinceMs, visits, strangerSeen: noStrangers.has(id) ? undefined : seen });
  }
  await noteConsent(ctx, trx, rules, fresh);
  return fresh;
}

/**
 * Of a visitor who has more hits on a day than are stored, as many new ones are counted as dropped as there are hits without a place:
 * a late one that takes the place of a stored one was stored instead of it.
 */
function countStored(tally: OutcomeTally, fresh: readonly KeptHit[], visitors: readonly VisitorNow[]) {
  const without = new Map<string, number>();
  for (const { id, beyond } of visitors) if (beyond.size > 0) without.set(id, beyond.size);
  for (const { hit } of fresh) {
    const left = without.size === 0 ? 0 : (without.get(hit.visitorId) ?? 0);
    if (left > 0) without.set(hit.visitorId, left - 1);
    tally.count(hit.receivedOn, left > 0 ? 'too_many_hits' : 'stored');
  }
}

/** Which new hits were not stored, and which visitors have lost one that was. */
function hitsNotStored(fresh: readonly KeptHit[], visitors: readonly VisitorNow[]): HitsNotStored {
  const full = visitors.filter(({ beyond }) => beyond.size > 0);
  if (full.length === 0) return { eventIds: new Set(), shrunkVisitors: new Set() };
  const eventIds = new Set(full.flatMap(({ beyond }) => [...beyond].map(({ event }) => event.id)));
  const added = new Set(fresh.map(({ hit }) => hit.event.id));
  const shrunk = full.filter(({ beyond }) => [...beyond].some(({ event }) => !added.has(event.id)));
  return { eventIds, shrunkVisitors: new Set(shrunk.map(({ id }) => id)) };
}

/** One verdict a sender, however many hits came with it. */
function countVerdicts({ counts }: PipelineContext, hits: readonly { origin: Origin }[]) {
  for (const { verdict } of new Set(hits.map(({ origin }) => origin))) {
    if (verdict !== null) counts?.add('verdicts', [verdict.kind, verdict.company === null ? 'false' : 'true']);
  }
}

/** The companies that the origins name, each perhaps several times. */
function companiesOf(hits: readonly { origin: Origin }[]): CompanyReference[] {
  const named: CompanyReference[] = [];
  for (const { verdict, office } of new Set(hits.map(({ origin }) => origin))) {
    if (verdict?.company) named.push(verdict.company);
    if (office) named.push(office.company);
  }
  return named;
}

function firstObjection(hit: ReceivedHit, origin: Origin, rules: AccountRules): DropReason | null {
  for (const step of steps) {
    const reason = step.judge(hit, origin, rules);
    if (reason) return reason;
  }
  return null;
}
