import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { judgeVisits } from '../identification/judge-visits.ts';
import { startReattribution } from '../identification/start-reattribution.ts';
import type { Origin } from '../visits/origin.ts';
import type { NewHits } from '../visits/store-visits.ts';
import type { PipelineContext } from './handle-lane.ts';

// An address behind which strangers meet teaches nothing about the next one who comes from it.
const taught = new Set(['business', 'education', 'government', 'isp', 'unknown']);

/** Remembers what the hits taught about visitors and addresses, and judges the earlier visits anew that this changes. */
export async function learnFromHits(ctx: PipelineContext, trx: Transaction<DB>, { rules, companyIds, hits }: NewHits): Promise<void> {
  const { accountId } = rules;
  const moved = await noteOffices(trx, accountId, companyIds, hits);
  const identified = new Set(hits.flatMap(({ hit, origin }) => (origin.isNewEmployer ? [hit.visitorId] : [])));
  const visitorIds = [...new Set([...moved, ...identified])].sort();
  if (visitorIds.length > 0) await judgeVisits(ctx, trx, { accountId, scope: { visitorIds }, limit: 1000 });
  const addressKeys = await learnAddresses(trx, accountId, hits);
  if (addressKeys.length > 0) await startReattribution(ctx, trx, accountId, 'several visitors named the same employer', { addressKeys });
}

/** Remembers where visitors were seen at work. Answers those whose place of work is new. */
async function noteOffices(
  trx: Transaction<DB>,
  accountId: string,
  companyIds: Map<string, string>,
  hits: NewHits['hits'],
): Promise<string[]> {
  const latest = new Map<string, { at: number; companyId: string; confidence: number }>();
  for (const { hit, origin } of hits) {
    const companyId = origin.office === null ? undefined : companyIds.get(origin.office.company.key);
    const known = latest.get(hit.visitorId);
    if (companyId === undefined || (known !== undefined && known.at >= hit.event.occurredAtMs)) continue;
    latest.set(hit.visitorId, { at: hit.event.occurredAtMs, companyId, confidence: origin.office!.confidence });
  }
  if (latest.size === 0) return [];
  const rows = [...latest].map(([id, { at, companyId, confidence }]) => ({ id, at: new Date(at), company_id: companyId, confidence }));
  const { rows: changed } = await sql<{ id: string; first_seen_at: Date; isNew: boolean }>`
    with before as (
      select id, office_company_id from visitors where account_id = ${accountId} and id = any(${rows.map(({ id }) => id)}::text[])
    )
    update visitors set office_company_id = seen.company_id, office_confidence = seen.confidence, office_at = seen.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (id text, at timestamptz, company_id bigint, confidence real), before
    where visitors.account_id = ${accountId} and visitors.id = seen.id and before.id = seen.id
      and (visitors.office_at is null or visitors.office_at <= seen.at)
    returning visitors.id, visitors.first_seen_at, before.office_company_id is distinct from visitors.office_company_id as "isNew"`.execute(
    trx,
  );
  // Who came for the first time has no earlier visits that could follow.
  const earliest = new Map<string, number>();
  for (const { hit } of hits)
    earliest.set(hit.visitorId, Math.min(hit.event.occurredAtMs, earliest.get(hit.visitorId) ?? Number.POSITIVE_INFINITY));
  return changed.filter(({ id, first_seen_at, isNew }) => isNew && first_seen_at.getTime() < earliest.get(id)!).map(({ id }) => id);
}

/** Remembers which employers were named at which addresses. Answers the addresses at which a second visitor now names the same one. */
async function learnAddresses(trx: Transaction<DB>, accountId: string, hits: NewHits['hits']): Promise<string[]> {
  const lessons = new Map(
    hits.filter(({ origin }) => teaches(origin)).map(({ hit, origin }) => [`${origin.addressKey} ${hit.visitorId}`, { hit, origin }]),
  );
  if (lessons.size === 0) return [];
  const list = [...lessons.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, lesson]) => lesson);
  const keys = list.map(({ origin }) => origin.addressKey!);
  const { rows: added } = await sql<{ address_key: string; domain: string }>`
    insert into learned_addresses (account_id, address_key, domain, visitor_id, seen_at)
    select ${accountId}::bigint, * from unnest(${keys}::bigint[], ${list.map(({ origin }) => origin.workDomain)}::text[],
      ${list.map(({ hit }) => hit.visitorId)}::text[], ${list.map(({ hit }) => new Date(hit.event.occurredAtMs))}::timestamptz[])
    on conflict do nothing returning address_key, domain`.execute(trx);
  if (added.length === 0) return [];
  const { rows } = await sql<{ address_key: string }>`
    select address_key from learned_addresses
    where account_id = ${accountId} and (address_key, domain) in (
      select * from unnest(${added.map(({ address_key }) => address_key)}::bigint[], ${added.map(({ domain }) => domain)}::text[]))
    group by address_key, domain having count(*) >= 2`.execute(trx);
  return [...new Set(rows.map(({ address_key }) => address_key))];
}

function teaches({ addressKey, workDomain, verdict }: Origin): boolean {
  return addressKey !== null && workDomain !== null && verdict !== null && taught.has(verdict.kind);
}
