import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import type { Identifier } from '../identification/identifier.ts';
import type { Origin } from '../visits/origin.ts';
import { storeVisits } from '../visits/store-visits.ts';
import { type AccountRules, loadAccountRules } from './account-rules.ts';
import type { Outcome } from './drop-reasons.ts';
import type { Hit } from './event.ts';
import { findOrigins } from './find-origins.ts';
import type { InboxEntry } from './inbox.ts';
import { learnFromHits } from './learn-from-hits.ts';
import { steps } from './steps/index.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';
import { visitorSalts } from './visitor-salts.ts';

export type PipelineContext = Context & { identifier: Identifier };
export type Lane = { accountId: string; lane: number };

const largestBatch = 1000;

/**
 * Takes what waits in a lane through the pipeline. The lane's row stays locked meanwhile, so no other worker touches its
 * visitors; taking from the inbox and writing the visits are one transaction, so each event counts exactly once whatever is
 * killed. Answers how many requests were handled: 0 when the lane is empty or another worker has it.
 */
export async function handleLane(ctx: PipelineContext, { accountId, lane }: Lane): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const { rows: claimed } = await sql`
      select 1 from inbox_lanes where account_id = ${accountId} and lane = ${lane} for update skip locked`.execute(trx);
    if (claimed.length === 0) return 0;
    const entries = await takeEntries(trx, accountId, lane);
    if (entries.length === 0) return 0;
    const rules = await loadAccountRules(trx, accountId);
    if (!rules) return entries.length;

    const outcomes = new Map<Outcome, number>();
    const count = (outcome: Outcome, by = 1) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + by);
    const hits = await hitsOf(ctx, rules, entries);
    const origins = await findOrigins(ctx, trx, rules, hits);
    const kept: { hit: Hit; origin: Origin }[] = [];
    for (const hit of hits) {
      const origin = origins.get(hit)!;
      const reason = firstObjection(hit, origin, rules);
      if (reason) count(reason);
      else kept.push({ hit, origin });
    }

    const fresh = await withoutRepeated(trx, ctx, rules, kept);
    if (kept.length > fresh.length) count('duplicate', kept.length - fresh.length);
    if (fresh.length > 0) {
      count('stored', fresh.length);
      const references = fresh.flatMap(({ origin }) => [origin.verdict?.company ?? [], origin.office?.company ?? []].flat());
      const companyIds = await resolveCompanies(ctx, references);
      await storeVisits(trx, { rules, companyIds, hits: fresh });
      await learnFromHits(ctx, trx, { rules, companyIds, hits: fresh });
    }
    await addCounts(trx, ctx, rules, lane, outcomes);
    return entries.length;
  });
}

async function takeEntries(trx: Transaction<DB>, accountId: string, lane: number): Promise<InboxEntry[]> {
  const { rows } = await sql<{ id: string; body: string }>`
    delete from inbox where account_id = ${accountId} and lane = ${lane} and id in (
      select id from inbox where account_id = ${accountId} and lane = ${lane} order by id limit ${largestBatch})
    returning id, body`.execute(trx);
  return rows.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)).map(({ body }) => JSON.parse(body) as InboxEntry);
}

async function hitsOf(ctx: Context, rules: AccountRules, entries: InboxEntry[]): Promise<Hit[]> {
  const anonymous = entries.filter(({ visitorId }) => visitorId === null);
  const days = new Set(anonymous.flatMap(({ events }) => events.map(({ occurredAtMs }) => visitorDay(occurredAtMs, rules.timezone))));
  const salts = await visitorSalts(ctx, [...days]);
  return entries.flatMap((entry) =>
    entry.events.map((event): Hit => {
      const visitorId =
        entry.visitorId ??
        cookielessVisitorId(salts.get(visitorDay(event.occurredAtMs, rules.timezone))!, rules.accountId, entry.ip, entry.userAgent);
      const { ip, userAgent, gaClientIds, partnerCookies } = entry;
      return { event, visitorId, ip, userAgent, gaClientIds, partnerCookies };
    }),
  );
}

function firstObjection(hit: Hit, origin: Origin, rules: AccountRules) {
  for (const step of steps) {
    const reason = step.judge(hit, origin, rules);
    if (reason) return reason;
  }
  return null;
}

async function withoutRepeated<Kept extends { hit: Hit }>(
  trx: Transaction<DB>,
  ctx: Context,
  { accountId }: AccountRules,
  kept: Kept[],
): Promise<Kept[]> {
  if (kept.length === 0) return [];
  const firsts = new Map<string, Kept>();
  for (const entry of kept) if (!firsts.has(entry.hit.event.id)) firsts.set(entry.hit.event.id, entry);
  const { rows } = await sql<{ event_id: string }>`
    insert into event_ids (account_id, event_id, seen_at)
    select ${accountId}::bigint, event_id, ${ctx.clock.now()}::timestamptz from unnest(${[...firsts.keys()].sort()}::uuid[]) as seen (event_id)
    on conflict do nothing returning event_id`.execute(trx);
  return rows.map(({ event_id }) => firsts.get(event_id)!);
}

async function addCounts(trx: Transaction<DB>, ctx: Context, { accountId }: AccountRules, lane: number, outcomes: Map<Outcome, number>) {
  const now = ctx.clock.now();
  await sql`
    insert into event_counts as counts (account_id, day, outcome, lane, events, last_at)
    select ${accountId}::bigint, ${now.toISOString().slice(0, 10)}::date, outcome, ${lane}::smallint, events, ${now}::timestamptz
    from unnest(${[...outcomes.keys()]}::text[], ${[...outcomes.values()]}::bigint[]) as batch (outcome, events)
    on conflict (account_id, day, outcome, lane) do update set events = counts.events + excluded.events, last_at = excluded.last_at`.execute(
    trx,
  );
}
