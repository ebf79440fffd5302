import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

const checklistSteps = ['tracker', 'hostname', 'team', 'feed', 'alert'] as const;
type ChecklistStep = (typeof checklistSteps)[number];

type Checklist = { steps: { step: ChecklistStep; isDone: boolean }[]; isHidden: boolean };

type Row = { [Step in ChecklistStep]: boolean } & { is_hidden: boolean };

/** Returns the first steps of a new account. Whether a step is done is derived from the account's data. */
export async function getChecklist(ctx: Context, accountId: string): Promise<Checklist> {
  const { rows } = await sql<Row>`
    select exists (select 1 from event_outcomes where account_id = ${accountId} and outcome = 'stored') as tracker,
      jsonb_array_length(coalesce(a.data_processing -> 'hostnames', '[]')) > 0 as hostname,
      (select count(*) from memberships where account_id = ${accountId}) > 1
        or exists (select 1 from invitations where account_id = ${accountId}) as team,
      exists (select 1 from custom_feeds where account_id = ${accountId} and built_in_id is null) as feed,
      exists (select 1 from custom_feeds where account_id = ${accountId}
        and (alert_settings ->> 'email' = 'true' or alert_settings ->> 'webhook' is not null
          or jsonb_array_length(coalesce(alert_settings -> 'recipients', '[]')) > 0)) as alert,
      a.checklist_hidden_at is not null or a.sample_status is not null as is_hidden
    from accounts a where a.id = ${accountId}`.execute(ctx.db);
  const row = firstOf(rows);
  return { steps: checklistSteps.map((step) => ({ step, isDone: row[step] })), isHidden: row.is_hidden };
}

export async function hideChecklist(ctx: Context, accountId: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ checklist_hidden_at: ctx.clock.now() }).where('id', '=', accountId).execute();
}
