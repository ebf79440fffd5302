import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { currentGeneration } from '../rollup-generation.ts';

/** Maximum number of campaigns per account; anyone can put invented campaign names into URLs. */
const maxCampaigns = 10_000;

/** Creates campaigns for new campaign names in visits, which are read from the rollups. */
export async function discoverCampaigns(ctx: Context, accountId: string): Promise<void> {
  const remaining = await countRemaining(ctx.db, accountId);
  if (remaining <= 0) return;
  const { rows } = await sql<{ name: string }>`
    select x.name from visit_rollups r join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = 'total' and r.kind = 'campaign' and r.visits > 0
      and not exists (select 1 from campaigns k where k.account_id = ${accountId} and k.utm_campaign = x.name)
    limit ${remaining}`.execute(ctx.db);
  await createCampaigns(
    ctx,
    accountId,
    rows.map(({ name }) => name),
  );
}

/** Creates campaigns for names found in visits, and returns their ids by name. Names beyond the limit are omitted. */
export async function createCampaigns(ctx: Context, accountId: string, foundNames: readonly string[]): Promise<Map<string, string>> {
  // Counts without a lock first, because an account at the limit finds the same new names every time.
  if (foundNames.length === 0 || (await countRemaining(ctx.db, accountId)) <= 0) return new Map();
  const ids = await ctx.ids.records(ctx.db, foundNames.length);
  return ctx.db.transaction().execute(async (trx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const names = foundNames.slice(0, Math.max(0, await countRemaining(trx, accountId)));
    await sql`
      insert into campaigns (account_id, id, utm_campaign, name, status, discovered, created_at, updated_at)
      select ${accountId}::bigint, found.id, found.name, found.name, 'active', true, ${ctx.clock.now()}::timestamptz, ${ctx.clock.now()}::timestamptz
      from unnest(${ids.slice(0, names.length)}::bigint[], ${names}::text[]) as found (id, name)
      on conflict (account_id, utm_campaign) do nothing`.execute(trx);
    const { rows } = await sql<{ id: string; utm_campaign: string }>`
      select id, utm_campaign from campaigns where account_id = ${accountId} and utm_campaign = any(${foundNames}::text[])`.execute(trx);
    return new Map(rows.map(({ id, utm_campaign }) => [utm_campaign, id]));
  });
}

/** Returns how many campaigns can still be created. */
async function countRemaining(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from campaigns where account_id = ${accountId}`.execute(db);
  return maxCampaigns - firstOf(rows).total;
}
