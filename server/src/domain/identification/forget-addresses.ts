import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import type { StoredOrigin } from '../visits/origin.ts';

const batchSize = 1000;

/** Forgets addresses, and everything made of them, when the time that the account allows is over. */
export async function forgetAddresses(ctx: Context): Promise<void> {
  const accounts = await ctx.db.selectFrom('accounts').select(['id', 'data_processing']).orderBy('id').execute();
  for (const { id, data_processing } of accounts) {
    const { ip_retention_days } = dataProcessingOf(data_processing);
    const before = new Date(ctx.clock.now().getTime() - ip_retention_days * 86_400_000);
    await sql`delete from learned_addresses where account_id = ${id} and seen_at < ${before}`.execute(ctx.db);
    while ((await ctx.db.transaction().execute((trx) => forgetBatch(trx, id, before))) === batchSize);
  }
}

async function forgetBatch(trx: Transaction<DB>, accountId: string, before: Date): Promise<number> {
  // The pipeline cuts visits anew from what is stored: it must not bring an address back that is being forgotten.
  await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
  const { rows } = await sql<{ started_at: Date; id: string; origins: StoredOrigin[] }>`
    select started_at, id, events -> 'origins' as origins from visits
    where account_id = ${accountId} and started_at < ${before} and (ip is not null or address_key is not null)
    order by started_at, id limit ${batchSize}`.execute(trx);
  if (rows.length === 0) return 0;
  const forgotten = rows.map(({ started_at, id, origins }) => ({
    started_at,
    id,
    origins: origins.map((origin) => ({ ...origin, ip: null, addressKey: null })),
  }));
  await sql`
    update visits set ip = null, address_key = null, events = jsonb_set(visits.events, '{origins}', old.origins)
    from jsonb_to_recordset(${JSON.stringify(forgotten)}::jsonb) as old (started_at timestamptz, id uuid, origins jsonb)
    where visits.account_id = ${accountId} and visits.started_at = old.started_at and visits.id = old.id`.execute(trx);
  return rows.length;
}
