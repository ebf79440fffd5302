import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { updateCrmData } from '../crm/update-crm-data.ts';
import { lockListsContaining, updateItemCounts } from '../lists/item-counts.ts';

/** Moves the assignment, tags, lists, fields, credits and other data with few rows per company, and the reference of the account itself. */
export async function moveLead(ctx: Context, accountId: string, previous: string, current: string): Promise<void> {
  await sql`
    insert into leads as known (account_id, company_id, assignee_id, followed, hidden, crm_lead_id, crm_organization_id)
    select account_id, ${current}::bigint, assignee_id, followed, hidden, crm_lead_id, crm_organization_id
    from leads where account_id = ${accountId} and company_id = ${previous}
    on conflict (account_id, company_id) do update set
      assignee_id = coalesce(known.assignee_id, excluded.assignee_id), followed = known.followed or excluded.followed,
      hidden = known.hidden and excluded.hidden,
      crm_lead_id = coalesce(known.crm_lead_id, excluded.crm_lead_id),
      crm_organization_id = coalesce(known.crm_organization_id, excluded.crm_organization_id)`.execute(ctx.db);
  // Otherwise lists of assigned and followed leads would show both, and a retry would repeat what users have changed since.
  await sql`
    update leads set assignee_id = null, followed = false, hidden = false, crm_lead_id = null, crm_organization_id = null
    where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`
    insert into lead_tags (account_id, company_id, tag_id) select account_id, ${current}::bigint, tag_id
    from lead_tags where account_id = ${accountId} and company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from lead_tags where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await lockListsContaining(ctx.db, accountId, 'company', [previous, current]);
  const listed = await sql<{ list_id: string }>`
    insert into list_items (account_id, list_id, item_id, added_at) select item.account_id, item.list_id, ${current}::bigint, item.added_at
    from list_items item join lists on lists.account_id = item.account_id and lists.id = item.list_id and lists.scope = 'company'
    where item.account_id = ${accountId} and item.item_id = ${previous} on conflict do nothing returning list_id`.execute(ctx.db);
  const unlisted = await sql<{ list_id: string }>`
    delete from list_items item using lists where item.account_id = ${accountId} and item.item_id = ${previous}
      and lists.account_id = ${accountId} and lists.id = item.list_id and lists.scope = 'company' returning item.list_id`.execute(ctx.db);
  await updateItemCounts(ctx.db, accountId, {
    added: listed.rows.map(({ list_id }) => list_id),
    removed: unlisted.rows.map(({ list_id }) => list_id),
  });
  await sql`
    insert into custom_field_values (account_id, scope, record_id, field_id, value, updated_at)
    select account_id, scope, ${current}::bigint, field_id, value, updated_at from custom_field_values
    where account_id = ${accountId} and scope = 'company' and record_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from custom_field_values where account_id = ${accountId} and scope = 'company' and record_id = ${previous}`.execute(
    ctx.db,
  );
  // Records that were paid for stay revealed.
  await sql`
    insert into revealed_records as known (account_id, kind, record_id, revealed_at)
    select account_id, kind, ${current}::text, revealed_at from revealed_records
    where account_id = ${accountId} and kind = 'company' and record_id = ${previous}
    on conflict (account_id, kind, record_id) do update set revealed_at = greatest(known.revealed_at, excluded.revealed_at)`.execute(
    ctx.db,
  );
  await sql`
    insert into company_settings as known (account_id, company_id, do_not_contact, updated_at)
    select account_id, ${current}::bigint, do_not_contact, updated_at from company_settings
    where account_id = ${accountId} and company_id = ${previous}
    on conflict (account_id, company_id) do update set do_not_contact = known.do_not_contact or excluded.do_not_contact`.execute(ctx.db);
  await sql`delete from company_settings where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`
    delete from crm_connections old using crm_connections kept where old.account_id = ${accountId} and old.company_id = ${previous}
      and kept.account_id = ${accountId} and kept.company_id = ${current} and kept.record_id = old.record_id`.execute(ctx.db);
  await sql`update crm_connections set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(
    ctx.db,
  );
  await updateCrmData(ctx.db, accountId, [previous, current]);
  // A lead already announced under its previous id is not announced again.
  await sql`
    insert into alert_known_leads (account_id, feed_id, company_id, known_since) select account_id, feed_id, ${current}::bigint, known_since
    from alert_known_leads where account_id = ${accountId} and company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from alert_known_leads where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`
    insert into automation_leads as known (account_id, automation_id, company_id, seen_at, actions)
    select account_id, automation_id, ${current}::bigint, seen_at, actions
    from automation_leads where account_id = ${accountId} and company_id = ${previous}
    on conflict (account_id, automation_id, company_id) do update set
      seen_at = least(known.seen_at, excluded.seen_at), actions = coalesce(known.actions, excluded.actions)`.execute(ctx.db);
  await sql`delete from automation_leads where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`update corrections set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`update accounts set company_id = ${current} where id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
}
