import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { NewHits } from '../visits/store-visits.ts';

/**
 * Which of the visitors who are seen at work for the first time were seen elsewhere before: their earlier visits may follow. Most
 * who come from an office are new altogether, and nothing of theirs needs to be judged again.
 */
export async function visitorsMetBefore(trx: Transaction<DB>, accountId: string, hits: NewHits['hits']): Promise<Set<string>> {
  const ids = new Set(hits.flatMap(({ hit, origin }) => (origin.office !== null && origin.knownOffice === null ? [hit.visitorId] : [])));
  if (ids.size === 0) return new Set();
  const rows = await trx
    .selectFrom('visitors')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
