import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { judgeVisitors } from '../identification/judge-visits.ts';
import { latestOffice, type SeenOffice } from '../identification/office.ts';
import { startReattribution } from '../identification/start-reattribution.ts';
import type { Origin } from '../visits/origin.ts';
import type { NewHits } from '../visits/store-visits.ts';
import type { PipelineContext } from './handle-lane.ts';

// An address behind which strangers meet teaches nothing about the next one who comes from it.
const taught = new Set(['business', 'education', 'government', 'isp', 'unknown']);

/**
 * Remembers what the hits taught about visitors and addresses, and judges the visits anew that this concerns. Which company a visit
 * counts for is a function of all that is known of its visitor, so that it does not matter in which order it became known.
 */
export async function learnFromHits(
  ctx: PipelineContext,
  trx: Transaction<DB>,
  { rules, companyIds, hits }: NewHits,
  metBefore: ReadonlySet<string>,
): Promise<void> {
  const { accountId } = rules;
  const movedOffice = await noteOffices(trx, accountId, companyIds, hits);
  const wasAtWork = new Set(hits.flatMap(({ hit, origin }) => (origin.wasSeenAtWork ? [hit.visitorId] : [])));
  const isAtWork = new Set(hits.flatMap(({ hit, origin }) => (origin.office !== null ? [hit.visitorId] : [])));
  const visitorIds = new Set(movedOffice.filter((id) => wasAtWork.has(id) || metBefore.has(id)));
  for (const { hit, origin } of hits) {
    const isFromElsewhere = origin.office === null && (wasAtWork.has(hit.visitorId) || isAtWork.has(hit.visitorId));
    if (origin.isNewEmployer || isFromElsewhere) visitorIds.add(hit.visitorId);
  }
  if (visitorIds.size > 0) await judgeVisitors(ctx, trx, accountId, [...visitorIds].sort());
  const addressKeys = await learnAddresses(trx, accountId, hits);
  if (addressKeys.length > 0) await startReattribution(ctx, trx, accountId, 'a visitor named an employer', { addressKeys });
}

/**
 * Remembers where visitors were seen at work last; of two companies at the same moment the one with the later id counts. Answers
 * those whose place of work, or the day on which they were seen there, is another than before.
 */
async function noteOffices(
  trx: Transaction<DB>,
  accountId: string,
  companyIds: Map<string, string>,
  hits: NewHits['hits'],
): Promise<string[]> {
  const latest = new Map<string, SeenOffice>();
  for (const { hit, origin } of hits) {
    const companyId = origin.office === null ? undefined : companyIds.get(origin.office.company.key);
    if (companyId === undefined) continue;
    const seen = { atMs: hit.event.occurredAtMs, companyId, confidence: origin.office!.confidence };
    latest.set(hit.visitorId, latestOffice(latest.get(hit.visitorId) ?? null, seen));
  }
  if (latest.size === 0) return [];
  const seen = [...latest];
  const { rows: changed } = await sql<{ id: string; moved: boolean }>`
    update visitors set office_company_id = seen.company_id, office_confidence = seen.confidence, office_at = seen.at
    from unnest(${textArray(seen.map(([id]) => id))}::text[], ${timeArray(seen.map(([, { atMs }]) => atMs))}::timestamptz[],
        ${plainArray(seen.map(([, { companyId }]) => companyId))}::bigint[], ${plainArray(seen.map(([, { confidence }]) => confidence))}::real[])
        as seen (id, at, company_id, confidence)
      join visitors before on before.account_id = ${accountId} and before.id = seen.id
    where visitors.account_id = ${accountId} and visitors.id = seen.id
      and (visitors.office_at is null or (visitors.office_at, visitors.office_company_id, visitors.office_confidence)
        < (seen.at, seen.company_id, seen.confidence))
    returning visitors.id,
      (before.office_company_id, before.office_confidence, (before.office_at at time zone 'UTC')::date)
      is distinct from (seen.company_id, seen.confidence, (seen.at at time zone 'UTC')::date) as moved`.execute(trx);
  return changed.filter(({ moved }) => moved).map(({ id }) => id);
}

/**
 * Remembers which employers were named at which addresses. Answers the addresses at which something new was learned: what others
 * did there counts the same whether it came before or after.
 */
async function learnAddresses(trx: Transaction<DB>, accountId: string, hits: NewHits['hits']): Promise<string[]> {
  const lessons = new Map(
    hits.filter(({ origin }) => teaches(origin)).map(({ hit, origin }) => [`${origin.addressKey} ${hit.visitorId}`, { hit, origin }]),
  );
  if (lessons.size === 0) return [];
  const list = [...lessons.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, lesson]) => lesson);
  const keys = list.map(({ origin }) => origin.addressKey!);
  const { rows: added } = await sql<{ address_key: string }>`
    insert into learned_addresses (account_id, address_key, domain, visitor_id, seen_at)
    select ${accountId}::bigint, * from unnest(${plainArray(keys)}::bigint[], ${textArray(list.map(({ origin }) => origin.workDomain))}::text[],
      ${textArray(list.map(({ hit }) => hit.visitorId))}::text[], ${timeArray(list.map(({ hit }) => hit.event.occurredAtMs))}::timestamptz[])
    on conflict do nothing returning address_key`.execute(trx);
  return [...new Set(added.map(({ address_key }) => address_key))];
}

function teaches({ addressKey, workDomain, verdict }: Origin): boolean {
  return addressKey !== null && workDomain !== null && verdict !== null && taught.has(verdict.kind);
}
