import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Maximum number of campaigns per account; anyone can put invented campaign names into URLs. */
const maxCampaigns = 10_000;

/** Creates campaigns for new campaign names in visits. Uses a loose index scan. */
export async function discoverCampaigns(ctx: Context, accountId: string): Promise<void> {
  const { rows } = await sql<{ campaign: string }>`
    with recursive names as (
      (select campaign from visits where account_id = ${accountId} and campaign is not null order by campaign limit 1)
      union all
      select (select v.campaign from visits v where v.account_id = ${accountId} and v.campaign is not null and v.campaign > n.campaign order by v.campaign limit 1)
      from names n where n.campaign is not null
    )
    select n.campaign from names n where n.campaign is not null
      and not exists (select 1 from campaigns k where k.account_id = ${accountId} and k.utm_campaign = n.campaign)
    limit ${maxCampaigns}`.execute(ctx.db);
  await createCampaigns(
    ctx,
    accountId,
    rows.map(({ campaign }) => campaign),
  );
}

/** Creates campaigns for names found in visits, and returns their ids by name. Names beyond the limit are omitted. */
export async function createCampaigns(ctx: Context, accountId: string, foundNames: readonly string[]): Promise<Map<string, string>> {
  if (foundNames.length === 0) return new Map();
  const { total } = await ctx.db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const names = foundNames.slice(0, Math.max(0, maxCampaigns - Number(total)));
  if (names.length === 0) return new Map();
  const ids = await ctx.ids.records(ctx.db, names.length);
  await sql`
    insert into campaigns (account_id, id, utm_campaign, name, status, discovered, created_at, updated_at)
    select ${accountId}::bigint, found.id, found.name, found.name, 'active', true, ${ctx.clock.now()}::timestamptz, ${ctx.clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${names}::text[]) as found (id, name)
    on conflict (account_id, utm_campaign) do nothing`.execute(ctx.db);
  const created = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'utm_campaign'])
    .where('account_id', '=', accountId)
    .where('utm_campaign', 'in', names)
    .execute();
  return new Map(created.map(({ id, utm_campaign }) => [utm_campaign, id]));
}
