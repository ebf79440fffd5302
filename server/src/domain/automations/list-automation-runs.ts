import { sql } from 'kysely';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { type ActionKind, automationNotFound } from './automation.ts';

type AutomationRun = { companyId: string; company: string; happenedAt: Date; actions: ActionKind[] };

/** Lists the latest 100 companies that an automation acted on, newest first. */
export async function listAutomationRuns(ctx: Context, accountId: string, automationId: string): Promise<AutomationRun[]> {
  const id = checkRecordId(automationId, 'automation');
  const { rows } = await sql<AutomationRun>`
    select a.company_id as "companyId", c.name as company, a.seen_at as "happenedAt", a.actions
    from automation_leads a join companies c on c.id = a.company_id
    where a.account_id = ${accountId} and a.automation_id = ${id} and a.actions is not null and a.actions <> '{}'
    order by a.seen_at desc, a.company_id limit 100`.execute(ctx.db);
  if (rows.length === 0) {
    const found = await ctx.db
      .selectFrom('automations')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw automationNotFound(automationId);
  }
  return rows;
}
