import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { judgeVisitors } from '../identification/judge-visits.ts';
import { isOtherOffice, latestOffice, type SeenOffice } from '../identification/office.ts';
import { startReattribution } from '../identification/start-reattribution.ts';
import type { Origin } from '../visits/origin.ts';
import type { NewHits } from '../visits/store-visits.ts';
import type { PipelineContext } from './handle-lane.ts';

// An address behind which strangers meet teaches nothing about the next one who comes from it.
const taught = new Set(['business', 'education', 'government', 'isp', 'unknown']);

/**
 * Remembers what the hits taught about visitors and addresses, and judges the visits anew that this concerns. Which company a visit
 * counts for is a function of all that is known of its visitor, so that it does not matter in which order it became known. Answers
 * the visitors whose visits were judged anew.
 */
export async function learnFromHits(
  ctx: PipelineContext,
  trx: Transaction<DB>,
  { rules, hits, offices }: NewHits,
  isNew: (visitorId: string) => boolean,
): Promise<ReadonlySet<string>> {
  const { accountId } = rules;
  const knownOffices = new Map(hits.flatMap(({ hit, origin }) => (origin.knownOffice ? [[hit.visitorId, origin.knownOffice]] : [])));
  const isAtWork = new Set(hits.flatMap(({ hit, origin }) => (origin.office !== null ? [hit.visitorId] : [])));
  const visitorIds = new Set([...offices].flatMap(([id, seen]) => (hasMoved(knownOffices.get(id), seen) && !isNew(id) ? [id] : [])));
  for (const { hit, origin } of hits) {
    const isFromElsewhere = origin.office === null && (knownOffices.has(hit.visitorId) || isAtWork.has(hit.visitorId));
    if (origin.isNewEmployer || isFromElsewhere) visitorIds.add(hit.visitorId);
  }
  if (visitorIds.size > 0) await judgeVisitors(ctx, trx, accountId, [...visitorIds].sort());
  const addressKeys = await learnAddresses(trx, accountId, hits);
  if (addressKeys.length > 0) await startReattribution(ctx, trx, accountId, 'a visitor named an employer', { addressKeys });
  return visitorIds;
}

/** Whether the place of work, or the day on which the visitor was seen there, is another than before. */
function hasMoved(known: SeenOffice | undefined, seen: SeenOffice): boolean {
  return known === undefined || (latestOffice(known, seen) === seen && isOtherOffice(known, seen));
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
