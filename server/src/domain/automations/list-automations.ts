import type { Context } from '../context.ts';
import type { Automation } from './automation.ts';

export async function listAutomations(ctx: Context, accountId: string): Promise<Automation[]> {
  const rows = await ctx.db
    .selectFrom('automations')
    .select(['id', 'name', 'feed_id', 'actions', 'is_on', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    feedId: row.feed_id,
    actions: row.actions,
    isOn: row.is_on,
    createdAt: row.created_at,
  }));
}
