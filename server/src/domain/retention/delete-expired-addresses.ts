import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../events/lanes.ts';
import type { IdentifierContext } from '../identification/identifier.ts';
import { reevaluateVisits } from '../reattribution/reevaluate-visits.ts';
import { runReattribution } from '../reattribution/run-reattribution.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { furtherAddressKeys } from '../visits/further-address-keys.ts';
import type { StoredOrigin } from '../visits/origin.ts';
import { type OwnOriginRow, ownOrigin, ownOriginColumns, withOrigins } from '../visits/own-origin.ts';
import type { StoredEvents } from '../visits/stored-events.ts';
import { truncateAddress } from '../visits/truncate-address.ts';

const batchSize = 1000;
const keysAtOnce = 50;
/** Opened records stay open for twelve months. */
const openDays = 366;

/**
 * Reduces stored addresses to what the account's settings allow: everything derived from them is deleted at the end of the retention period
 * (or immediately if no addresses may be stored), and full addresses are truncated if required.
 */
export async function deleteExpiredAddresses(ctx: IdentifierContext): Promise<void> {
  const now = ctx.clock.now();
  const accounts = await ctx.db.selectFrom('accounts').select(['id', 'data_processing']).orderBy('id').execute();
  for (const { id, data_processing } of accounts) {
    const { ip_storage, ip_retention_days, visit_retention_days } = dataProcessingOf(data_processing);
    const before = ip_storage === 'none' ? now : new Date(now.getTime() - ip_retention_days * 86_400_000);
    // Learned addresses of deleted visits are deleted with them.
    const visitsBefore = new Date(now.getTime() - visit_retention_days * 86_400_000);
    const learnedBefore = before > visitsBefore ? before : visitsBefore;
    // Pending reattributions may need the addresses.
    await runWaitingReattributions(ctx, id);
    // Dead letters contain full addresses, so they are kept no longer than these.
    await sql`delete from dead_letters where account_id = ${id} and failed_at < ${before}`.execute(ctx.db);
    await forgetRevealedAddresses(ctx, id, new Date(now.getTime() - openDays * 86_400_000));
    const isOver = sql`started_at < ${before} and (ip is not null or address_key is not null or further_address_keys is not null)`;
    await rewriteOrigins(ctx, id, isOver, (origin) => ({ ...origin, ip: null, addressKey: null }));
    await deleteLearnedAddresses(ctx, id, learnedBefore);
    if (ip_storage !== 'truncated') continue;
    const isWhole = sql`started_at >= ${before} and ip <> host(network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end)))::inet`;
    await rewriteOrigins(ctx, id, isWhole, (origin) => ({ ...origin, ip: truncateAddress(origin.ip, 'truncated') }));
  }
}

async function runWaitingReattributions(ctx: IdentifierContext, accountId: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('reattributions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'completed')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await runReattribution(ctx, accountId, id);
}

/** Deletes learned addresses; visits from them keep what had been learned. */
async function deleteLearnedAddresses(ctx: IdentifierContext, accountId: string, before: Date): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (trx) => {
      await lockLanes(trx, accountId);
      const { rows } = await sql<{ address_key: string }>`
        select distinct address_key from learned_addresses where account_id = ${accountId} and seen_at < ${before}
        order by address_key limit ${keysAtOnce}`.execute(trx);
      const addressKeys = rows.map(({ address_key }) => address_key);
      if (addressKeys.length === 0) return true;
      await reevaluateVisits(ctx, trx, { accountId, scope: { addressKeys }, limit: null, settles: true });
      await sql`
        delete from learned_addresses
        where account_id = ${accountId} and seen_at < ${before} and address_key = any(${addressKeys}::bigint[])`.execute(trx);
      return addressKeys.length < keysAtOnce;
    });
    if (isDone) return;
  }
}

/** Deletes addresses that the account has looked up, after the paid period. The charge is kept without the address. */
async function forgetRevealedAddresses(ctx: Context, accountId: string, before: Date): Promise<void> {
  await sql`delete from opened_records where account_id = ${accountId} and kind = 'ip' and opened_at < ${before}`.execute(ctx.db);
  await sql`
    update credit_charges set record_id = '' where account_id = ${accountId} and kind = 'ip' and charged_at < ${before} and record_id <> ''`.execute(
    ctx.db,
  );
}

type Rewrite = (origin: StoredOrigin) => StoredOrigin;

async function rewriteOrigins(ctx: Context, accountId: string, which: RawBuilder<unknown>, rewrite: Rewrite): Promise<void> {
  while ((await ctx.db.transaction().execute((trx) => rewriteBatch(trx, accountId, which, rewrite))) === batchSize);
}

async function rewriteBatch(trx: Transaction<DB>, accountId: string, which: RawBuilder<unknown>, rewrite: Rewrite): Promise<number> {
  // The pipeline recomputes visits from stored data and must not restore an address that is being deleted.
  await lockLanes(trx, accountId);
  const { rows } = await sql<OwnOriginRow & { started_at: Date; id: string; events: StoredEvents }>`
    select v.started_at, v.id, v.events::json, ${ownOriginColumns} from visits v
    where v.account_id = ${accountId} and ${which} order by v.started_at, v.id limit ${batchSize}`.execute(trx);
  if (rows.length === 0) return 0;
  const rewritten = rows.map((row) => {
    const { ip, addressKey } = rewrite(ownOrigin(row));
    const origins = row.events.origins?.map(rewrite);
    const further_address_keys = furtherAddressKeys(addressKey, origins);
    return { started_at: row.started_at, id: row.id, origins, ip, address_key: addressKey, further_address_keys };
  });
  await sql`
    update visits set ip = new.ip, address_key = new.address_key, further_address_keys = new.further_address_keys,
      events = ${withOrigins('new')}
    from jsonb_to_recordset(${JSON.stringify(rewritten)}::jsonb) as new (started_at timestamptz, id uuid, origins jsonb, ip inet, address_key bigint,
      further_address_keys bigint[])
    where visits.account_id = ${accountId} and visits.started_at = new.started_at and visits.id = new.id`.execute(trx);
  return rows.length;
}
