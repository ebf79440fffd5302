import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import type { Context } from '../context.ts';
import type { LearnedAddress } from './learned-address.ts';
import { startReattribution } from './start-reattribution.ts';

type LearnedAddresses = {
  learned: readonly LearnedAddress[];
  /** Visitors for whom `learned` is complete; their other learned addresses are deleted. */
  complete: ReadonlySet<string>;
};

/**
 * Stores learned addresses and queues a reattribution of the visits from changed addresses, so that the order of visits does not matter.
 * The caller must have locked the visitors' lanes.
 */
export async function writeLearnedAddresses(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  { learned, complete }: LearnedAddresses,
): Promise<void> {
  const visitorIds = new Set([...complete, ...learned.map(({ visitorId }) => visitorId)]);
  if (visitorIds.size === 0) return;
  const stored = await loadStored(trx, accountId, [...visitorIds]);
  const byKey = new Map(learned.map((address) => [keyOf(address), address]));
  const withdrawn = [...stored.values()].filter((address) => complete.has(address.visitorId) && !byKey.has(keyOf(address)));
  const written = [...byKey.values()].filter((address) => {
    const before = stored.get(keyOf(address));
    if (before?.domain !== address.domain) return true;
    return complete.has(address.visitorId) ? before.seenOnMs !== address.seenOnMs : before.seenOnMs < address.seenOnMs;
  });
  await deleteAddresses(trx, accountId, withdrawn);
  await upsertAddresses(trx, accountId, written);
  const changed = written.filter((address) => stored.get(keyOf(address))?.domain !== address.domain);
  const addressKeys = [...new Set([...withdrawn, ...changed].map(({ addressKey }) => addressKey))].sort();
  if (addressKeys.length > 0) await startReattribution(ctx, trx, accountId, 'learned addresses changed', { addressKeys });
}

function keyOf({ visitorId, addressKey }: LearnedAddress): string {
  return `${addressKey} ${visitorId}`;
}

async function loadStored(trx: Transaction<DB>, accountId: string, visitorIds: string[]): Promise<Map<string, LearnedAddress>> {
  const rows = await trx
    .selectFrom('learned_addresses')
    .select(['visitor_id', 'address_key', 'domain', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('visitor_id', 'in', visitorIds)
    .execute();
  const learned = rows.map(({ visitor_id, address_key, domain, seen_at }) => ({
    visitorId: visitor_id,
    addressKey: address_key,
    domain,
    seenOnMs: seen_at.getTime(),
  }));
  return new Map(learned.map((address) => [keyOf(address), address]));
}

async function deleteAddresses(trx: Transaction<DB>, accountId: string, learned: LearnedAddress[]): Promise<void> {
  if (learned.length === 0) return;
  await sql`
    delete from learned_addresses where account_id = ${accountId} and (visitor_id, address_key) in (
      select * from unnest(${textArray(learned.map(({ visitorId }) => visitorId))}::text[],
        ${plainArray(learned.map(({ addressKey }) => addressKey))}::bigint[]))`.execute(trx);
}

async function upsertAddresses(trx: Transaction<DB>, accountId: string, learned: LearnedAddress[]): Promise<void> {
  if (learned.length === 0) return;
  await sql`
    insert into learned_addresses (account_id, address_key, domain, visitor_id, seen_at)
    select ${accountId}::bigint, * from unnest(${plainArray(learned.map(({ addressKey }) => addressKey))}::bigint[],
      ${textArray(learned.map(({ domain }) => domain))}::text[], ${textArray(learned.map(({ visitorId }) => visitorId))}::text[],
      ${timeArray(learned.map(({ seenOnMs }) => seenOnMs))}::timestamptz[])
    on conflict (account_id, visitor_id, address_key) do update set domain = excluded.domain, seen_at = excluded.seen_at`.execute(trx);
}
