import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import type { Context } from '../context.ts';
import type { Lesson } from './learned-address.ts';
import { startReattribution } from './start-reattribution.ts';

type Written = {
  lessons: readonly Lesson[];
  /** Visitors whose complete lessons are given; any other lessons of theirs are revoked. */
  complete: ReadonlySet<string>;
};

/**
 * Stores lessons and queues a reattribution of visits from addresses about which something has changed, so the order of visits does not
 * matter. The caller must hold the lanes of the visitors.
 */
export async function writeLessons(ctx: Context, trx: Transaction<DB>, accountId: string, { lessons, complete }: Written): Promise<void> {
  const visitorIds = new Set([...complete, ...lessons.map(({ visitorId }) => visitorId)]);
  if (visitorIds.size === 0) return;
  const known = await loadKnown(trx, accountId, [...visitorIds]);
  const wanted = new Map(lessons.map((lesson) => [keyOf(lesson), lesson]));
  const withdrawn = [...known.values()].filter((lesson) => complete.has(lesson.visitorId) && !wanted.has(keyOf(lesson)));
  const written = [...wanted.values()].filter((lesson) => {
    const before = known.get(keyOf(lesson));
    if (before?.domain !== lesson.domain) return true;
    return complete.has(lesson.visitorId) ? before.seenOnMs !== lesson.seenOnMs : before.seenOnMs < lesson.seenOnMs;
  });
  await remove(trx, accountId, withdrawn);
  await put(trx, accountId, written);
  const taught = written.filter((lesson) => known.get(keyOf(lesson))?.domain !== lesson.domain);
  const addressKeys = [...new Set([...withdrawn, ...taught].map(({ addressKey }) => addressKey))].sort();
  if (addressKeys.length > 0) await startReattribution(ctx, trx, accountId, 'employer of a visitor learned', { addressKeys });
}

function keyOf({ visitorId, addressKey }: Lesson): string {
  return `${addressKey} ${visitorId}`;
}

async function loadKnown(trx: Transaction<DB>, accountId: string, visitorIds: string[]): Promise<Map<string, Lesson>> {
  const rows = await trx
    .selectFrom('learned_addresses')
    .select(['visitor_id', 'address_key', 'domain', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('visitor_id', 'in', visitorIds)
    .execute();
  const lessons = rows.map(({ visitor_id, address_key, domain, seen_at }) => ({
    visitorId: visitor_id,
    addressKey: address_key,
    domain,
    seenOnMs: seen_at.getTime(),
  }));
  return new Map(lessons.map((lesson) => [keyOf(lesson), lesson]));
}

async function remove(trx: Transaction<DB>, accountId: string, lessons: Lesson[]): Promise<void> {
  if (lessons.length === 0) return;
  await sql`
    delete from learned_addresses where account_id = ${accountId} and (visitor_id, address_key) in (
      select * from unnest(${textArray(lessons.map(({ visitorId }) => visitorId))}::text[],
        ${plainArray(lessons.map(({ addressKey }) => addressKey))}::bigint[]))`.execute(trx);
}

async function put(trx: Transaction<DB>, accountId: string, lessons: Lesson[]): Promise<void> {
  if (lessons.length === 0) return;
  await sql`
    insert into learned_addresses (account_id, address_key, domain, visitor_id, seen_at)
    select ${accountId}::bigint, * from unnest(${plainArray(lessons.map(({ addressKey }) => addressKey))}::bigint[],
      ${textArray(lessons.map(({ domain }) => domain))}::text[], ${textArray(lessons.map(({ visitorId }) => visitorId))}::text[],
      ${timeArray(lessons.map(({ seenOnMs }) => seenOnMs))}::timestamptz[])
    on conflict (account_id, visitor_id, address_key) do update set domain = excluded.domain, seen_at = excluded.seen_at`.execute(trx);
}
