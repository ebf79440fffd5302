import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import { LaneSteps } from '../lanes/lane-steps.ts';
import { StepSize } from '../lanes/step-size.ts';
import { reevaluateVisits } from '../reattribution/reevaluate-visits.ts';
import { runReattribution } from '../reattribution/run-reattribution.ts';
import { type DataProcessing, dataProcessingOf } from '../settings/data-processing.ts';
import type { StoredClient } from '../visits/client-info.ts';
import { eventsWithClients, type FirstClientRow, firstClient, firstClientColumns } from '../visits/first-client.ts';
import { furtherAddressKeys } from '../visits/further-address-keys.ts';
import type { StoredEvents } from '../visits/stored-events.ts';
import { truncateAddress } from '../visits/truncate-address.ts';
import { AccountFailures } from './account-failures.ts';

const maxBatchSize = 1000;
const maxKeysAtOnce = 50;
/** Revealed records can be read again without a charge for twelve months. */
const revealedDays = 366;

/**
 * Reduces stored addresses to what the account's settings allow: addresses, their hashes and learned addresses are deleted at the end of
 * the retention period (or immediately if no addresses may be stored), and full addresses are truncated if required. Verdicts are retained.
 */
export async function deleteExpiredAddresses(ctx: IdentifierContext): Promise<void> {
  const failures = new AccountFailures(ctx);
  for (const { id, data_processing, full_addresses_at } of await listAccountsWithExpiredAddresses(ctx)) {
    // Pending reattributions may need the addresses, so they run first. If one fails, the addresses are deleted anyway.
    await failures.collect(id, () => runWaitingReattributions(ctx, id));
    await failures.collect(id, () => deleteAddressesOf(ctx, id, dataProcessingOf(data_processing), full_addresses_at));
  }
  failures.throwAny();
}

async function deleteAddressesOf(
  ctx: IdentifierContext,
  id: string,
  { ip_storage, ip_retention_days, visit_retention_days }: DataProcessing,
  fullAddressesAt: Date | null,
): Promise<void> {
  const now = ctx.clock.now();
  const before = ip_storage === 'none' ? now : new Date(now.getTime() - ip_retention_days * dayMs);
  // Learned addresses are retained no longer than visits.
  const visitsBefore = new Date(now.getTime() - visit_retention_days * dayMs);
  const learnedBefore = before > visitsBefore ? before : visitsBefore;
  // Dead letters contain full addresses, so they are retained no longer than addresses.
  await sql`delete from dead_letters where account_id = ${id} and failed_at < ${before}`.execute(ctx.db);
  await deleteRevealedAddresses(ctx, id, new Date(now.getTime() - revealedDays * dayMs));
  await rewriteClients(ctx, id, sql`started_at < ${before} and ${hasAddress}`, (client) => ({ ...client, ip: null, addressKey: null }));
  await deleteLearnedAddresses(ctx, id, learnedBefore);
  if (ip_storage === 'truncated' && fullAddressesAt !== null) await truncateAddresses(ctx, id, before, fullAddressesAt);
}

/** Truncates the full addresses that were stored under previous settings. */
async function truncateAddresses(ctx: Context, id: string, since: Date, fullAddressesAt: Date): Promise<void> {
  // Batches that began under the previous settings end before the search.
  await new LaneSteps(ctx, id).run(async () => {});
  const found = await rewriteClients(ctx, id, sql`started_at >= ${since} and ${hasFullAddress}`, (client) => ({
    ...client,
    ip: truncateAddress(client.ip, 'truncated'),
  }));
  // A visit whose beginning changed during the search may have been missed, so the next run searches again.
  if (found > 0) return;
  // The settings may have changed meanwhile.
  await sql`update accounts set full_addresses_at = null where id = ${id} and full_addresses_at = ${fullAddressesAt}`.execute(ctx.db);
}

/** Must match the condition of the index `visits_with_address`. */
const hasAddress = sql`(ip is not null or address_key is not null or further_address_keys is not null)`;

function isFull(ip: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${ip} <> host(network(set_masklen(${ip}, case family(${ip}) when 4 then 24 else 48 end)))::inet`;
}

/**
 * The visit has a full address, of its first client or of another one. `left` reads only the beginning of long events, and `case` prevents
 * the database from parsing the events of visits with one client.
 */
const hasFullAddress = sql`(${isFull(sql`ip`)} or case when left(events, 10) = '{"clients"' then exists (
  select 1 from json_array_elements(events::json -> 'clients') client where ${isFull(sql`(client ->> 'ip')::inet`)}) else false end)`;

type AccountRow = { id: string; data_processing: Partial<DataProcessing>; full_addresses_at: Date | null };

/** Returns the accounts that have expired or full addresses. Uses one query for all, because most accounts of a large installation have none. */
async function listAccountsWithExpiredAddresses(ctx: Context): Promise<AccountRow[]> {
  const now = ctx.clock.now();
  const defaults = dataProcessingOf({});
  const daysAgo = (name: 'ip_retention_days' | 'visit_retention_days') =>
    sql`${now}::timestamptz - make_interval(hours => 24 * coalesce((a.data_processing ->> ${sql.lit(name)})::int, ${defaults[name]}::int))`;
  const storage = sql`coalesce(a.data_processing ->> 'ip_storage', ${defaults.ip_storage})`;
  const before = sql`case when ${storage} = 'none' then ${now}::timestamptz else ${daysAgo('ip_retention_days')} end`;
  const revealedBefore = new Date(now.getTime() - revealedDays * dayMs);
  const { rows } = await sql<AccountRow>`
    select a.id, a.data_processing, a.full_addresses_at
    from accounts a where ${storage} = 'truncated' and a.full_addresses_at is not null
      or exists (select 1 from visits where account_id = a.id and started_at < ${before} and ${hasAddress})
      or exists (select 1 from dead_letters where account_id = a.id and failed_at < ${before})
      or exists (
        select 1 from learned_addresses where account_id = a.id and seen_at < greatest(${before}, ${daysAgo('visit_retention_days')}))
      or exists (select 1 from revealed_records where account_id = a.id and kind = 'ip' and revealed_at < ${revealedBefore})
      or exists (select 1 from credit_charges where account_id = a.id and kind = 'ip' and charged_at < ${revealedBefore} and record_id <> '')
    order by a.id`.execute(ctx.db);
  return rows;
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

/** Deletes learned addresses. The verdicts of visits from these addresses retain the evidence. */
async function deleteLearnedAddresses(ctx: IdentifierContext, accountId: string, before: Date): Promise<void> {
  const steps = new LaneSteps(ctx, accountId);
  const size = new StepSize({ first: 10, min: 1, max: maxKeysAtOnce });
  for (;;) {
    const { rows: limit } = size;
    const { rows } = await sql<{ address_key: string }>`
      select distinct address_key from learned_addresses where account_id = ${accountId} and seen_at < ${before}
      order by address_key limit ${limit}`.execute(ctx.db);
    const addressKeys = rows.map(({ address_key }) => address_key);
    if (addressKeys.length === 0) return;
    await steps.run((trx) =>
      size.measure(async () => {
        await reevaluateVisits(ctx, trx, { accountId, scope: { addressKeys }, limit: null, keepsLearned: true });
        await sql`
          delete from learned_addresses
          where account_id = ${accountId} and seen_at < ${before} and address_key = any(${addressKeys}::bigint[])`.execute(trx);
      }),
    );
    if (addressKeys.length < limit) return;
  }
}

/** Deletes addresses that the account has looked up, after the paid period. The charge is retained without the address. */
async function deleteRevealedAddresses(ctx: Context, accountId: string, before: Date): Promise<void> {
  await sql`delete from revealed_records where account_id = ${accountId} and kind = 'ip' and revealed_at < ${before}`.execute(ctx.db);
  await sql`
    update credit_charges set record_id = '' where account_id = ${accountId} and kind = 'ip' and charged_at < ${before} and record_id <> ''`.execute(
    ctx.db,
  );
}

type Rewrite = (client: StoredClient) => StoredClient;
type Key = { started_at: Date; id: string };

/**
 * Searches the visits without a lock, because earlier runs have already rewritten most of them, and rewrites those found in steps. Returns
 * their number.
 */
async function rewriteClients(ctx: Context, accountId: string, where: RawBuilder<unknown>, rewrite: Rewrite): Promise<number> {
  const steps = new LaneSteps(ctx, accountId);
  const size = new StepSize({ max: maxBatchSize });
  let count = 0;
  let after: Key = { started_at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows: limit } = size;
    const { rows: found } = await sql<Key>`
      select started_at, id from visits where account_id = ${accountId} and ${where}
        and (started_at, id) > (${after.started_at}::timestamptz, ${after.id}::uuid)
      order by started_at, id limit ${limit}`.execute(ctx.db);
    if (found.length > 0) await steps.run((trx) => size.measure(() => rewriteVisits(trx, accountId, found, where, rewrite)));
    count += found.length;
    if (found.length < limit) return count;
    after = lastOf(found);
  }
}

/** The lanes are held, because the pipeline recomputes visits from stored data and must not restore an address that is being deleted. */
async function rewriteVisits(
  trx: Transaction<DB>,
  accountId: string,
  found: readonly Key[],
  where: RawBuilder<unknown>,
  rewrite: Rewrite,
): Promise<void> {
  const { rows } = await sql<FirstClientRow & Key & { events: StoredEvents }>`
    select v.started_at, v.id, v.events::json, ${firstClientColumns} from visits v
    where v.account_id = ${accountId} and ${where} and (v.started_at, v.id) in (
      select * from unnest(${found.map(({ started_at }) => started_at)}::timestamptz[], ${found.map(({ id }) => id)}::uuid[]))`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const rewritten = rows.map((row) => {
    const { ip, addressKey } = rewrite(firstClient(row));
    const clients = row.events.clients?.map(rewrite);
    const further_address_keys = furtherAddressKeys(addressKey, clients);
    return { started_at: row.started_at, id: row.id, clients, ip, address_key: addressKey, further_address_keys };
  });
  await sql`
    update visits set ip = new.ip, address_key = new.address_key, further_address_keys = new.further_address_keys,
      events = coalesce(new.events, visits.events)
    from (select given.*, ${eventsWithClients(accountId)} as events
      from jsonb_to_recordset(${JSON.stringify(rewritten)}::jsonb) as given (started_at timestamptz, id uuid, clients jsonb, ip inet,
        address_key bigint, further_address_keys bigint[])) as new
    where visits.account_id = ${accountId} and visits.started_at = new.started_at and visits.id = new.id`.execute(trx);
}
