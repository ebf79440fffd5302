import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { updateCompanies } from '../crm/update-companies.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';
import { Problem } from '../problem.ts';
import { namesAnyOf } from '../reattribution/reattribution-scope.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';

/**
 * Merges two companies. The previous id redirects to the current one; directory data and account data move with it, and visits follow in
 * the background. Joins the caller's transaction when `ctx.db` is one.
 */
export async function mergeCompanies(ctx: Context, previousId: string, currentId: string): Promise<void> {
  const { previous, current, accountIds, scope } = await moveCompany(ctx, previousId, currentId);
  for (const accountId of accountIds) {
    await startReattribution(ctx, ctx.db, accountId, `company ${previous} was merged into ${current}`, scope);
  }
}

type MovedCompany = { previous: string; current: string; accountIds: string[]; scope: { companyIds: string[]; companyKeys: string[] } };

/** The same without the visits. Returns the accounts whose visits the caller must re-evaluate. */
export async function moveCompany(ctx: Context, previousId: string, currentId: string): Promise<MovedCompany> {
  const previous = await currentIdOf(ctx, previousId);
  const current = await currentIdOf(ctx, currentId);
  if (previous === current) throw new Problem('conflict', `The companies ${previousId} and ${currentId} are already merged.`);
  const companyKeys = await keysOf(ctx, previous);
  await sql`update companies set merged_into = ${current}, updated_at = ${ctx.clock.now()} where id = ${previous} or merged_into = ${previous}`.execute(
    ctx.db,
  );
  for (const table of [
    'company_domains',
    'company_networks',
    'company_locations',
    'company_external_ids',
    'contacts',
    'signals',
  ] as const) {
    await sql`update ${sql.table(table)} set company_id = ${current} where company_id = ${previous}`.execute(ctx.db);
  }
  await sql`
    insert into company_name_keys (name_key, company_id, is_main) select name_key, ${current}::bigint, false from company_name_keys
    where company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from company_name_keys where company_id = ${previous}`.execute(ctx.db);
  await sql`delete from company_candidates where status = 'open' and (company_id = ${previous} or candidate_id = ${previous})`.execute(
    ctx.db,
  );
  await sql`update companies set group_company_id = nullif(${current}::bigint, id) where group_company_id = ${previous}`.execute(ctx.db);
  await moveRows(ctx, 'company_ip_ranges', ['block', 'source', 'updated_at'], previous, current);
  await moveRows(
    ctx,
    'financial_reports',
    ['year', 'currency', 'revenue', 'earnings', 'net_worth', 'total_assets', 'employees', 'source'],
    previous,
    current,
  );
  // One query finds the accounts that know the company; each account is then updated separately.
  const { rows } = await sql<{ account_id: string }>`
    select account_id from leads where company_id = ${previous}
    union select account_id from lead_tags where company_id = ${previous}
    union select i.account_id from list_items i join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'company'
      where i.item_id = ${previous}
    union select account_id from crm_connections where company_id = ${previous}
    union select account_id from lead_emails where company_id = ${previous}
    union select account_id from company_settings where company_id = ${previous}
    union select account_id from custom_field_values where scope = 'company' and record_id = ${previous}
    union select account_id from opened_records where kind = 'company' and record_id = ${previous}
    union select account_id from verdicts where company_id = ${previous} or ${namesAnyOf(sql`evidence`, companyKeys)}
    union select account_id from visitors where workplace_company_id = ${previous}
    union select account_id from corrections where company_id = ${previous}
    union select account_id from notes where company_id = ${previous}
    union select account_id from activities where company_id = ${previous}
    union select account_id from alert_known_leads where company_id = ${previous}
    union select account_id from automation_leads where company_id = ${previous}
    union select account_id from notifications where company_id = ${previous}
    order by account_id`.execute(ctx.db);
  const merged = { kind: 'company', id: previous };
  await recordAudit(ctx, ctx.db, { for: 'operator', action: 'company.merged', subject: merged, detail: { into: current } });
  // Includes visits without a company: evidence for the two companies may have been contradictory.
  const scope = { companyIds: [previous], companyKeys };
  for (const { account_id } of rows) await moveLead(ctx, account_id, previous, current);
  return { previous, current, accountIds: rows.map(({ account_id }) => account_id), scope };
}

/** Returns the keys by which evidence refers to the company. */
async function keysOf(ctx: Context, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'domain:' || domain as key from company_domains where company_id = ${companyId}
    union select network_name from companies where id = ${companyId} and network_name is not null
    union select 'id:' || ${companyId}::text`.execute(ctx.db);
  return rows.map(({ key }) => key);
}

async function currentIdOf(ctx: Context, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', checkRecordId(id, 'company'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${id}.`);
  return row.merged_into ?? row.id;
}

/** On conflict, the row of the current company wins. */
async function moveRows(
  ctx: Context,
  table: 'company_ip_ranges' | 'financial_reports',
  columns: string[],
  previous: string,
  current: string,
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (company_id, ${list}) select ${current}::bigint, ${list} from ${sql.table(table)} where company_id = ${previous} on conflict do nothing`.execute(
    ctx.db,
  );
  await sql`delete from ${sql.table(table)} where company_id = ${previous}`.execute(ctx.db);
}

/** Moves assignment, tags, lists, fields, notes and credits. Visits are moved by the reattribution. */
async function moveLead(ctx: Context, accountId: string, previous: string, current: string): Promise<void> {
  await sql`
    insert into leads as known (account_id, company_id, assignee_id, followed, hidden, crm_lead_id, crm_organization_id)
    select account_id, ${current}::bigint, assignee_id, followed, hidden, crm_lead_id, crm_organization_id
    from leads where account_id = ${accountId} and company_id = ${previous}
    on conflict (account_id, company_id) do update set
      assignee_id = coalesce(known.assignee_id, excluded.assignee_id), followed = known.followed or excluded.followed,
      hidden = known.hidden and excluded.hidden,
      crm_lead_id = coalesce(known.crm_lead_id, excluded.crm_lead_id),
      crm_organization_id = coalesce(known.crm_organization_id, excluded.crm_organization_id)`.execute(ctx.db);
  await sql`
    insert into lead_tags (account_id, company_id, tag_id) select account_id, ${current}::bigint, tag_id
    from lead_tags where account_id = ${accountId} and company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from lead_tags where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`
    insert into list_items (account_id, list_id, item_id, added_at) select item.account_id, item.list_id, ${current}::bigint, item.added_at
    from list_items item join lists on lists.account_id = item.account_id and lists.id = item.list_id and lists.scope = 'company'
    where item.account_id = ${accountId} and item.item_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`
    delete from list_items item using lists where item.account_id = ${accountId} and item.item_id = ${previous}
      and lists.account_id = ${accountId} and lists.id = item.list_id and lists.scope = 'company'`.execute(ctx.db);
  await sql`
    insert into custom_field_values (account_id, scope, record_id, field_id, value, updated_at)
    select account_id, scope, ${current}::bigint, field_id, value, updated_at from custom_field_values
    where account_id = ${accountId} and scope = 'company' and record_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from custom_field_values where account_id = ${accountId} and scope = 'company' and record_id = ${previous}`.execute(
    ctx.db,
  );
  // Records that were paid for stay open.
  await sql`
    insert into opened_records as known (account_id, kind, record_id, opened_at)
    select account_id, kind, ${current}::text, opened_at from opened_records
    where account_id = ${accountId} and kind = 'company' and record_id = ${previous}
    on conflict (account_id, kind, record_id) do update set opened_at = greatest(known.opened_at, excluded.opened_at)`.execute(ctx.db);
  await sql`
    insert into company_settings as known (account_id, company_id, do_not_contact, updated_at)
    select account_id, ${current}::bigint, do_not_contact, updated_at from company_settings
    where account_id = ${accountId} and company_id = ${previous}
    on conflict (account_id, company_id) do update set do_not_contact = known.do_not_contact or excluded.do_not_contact`.execute(ctx.db);
  await sql`delete from company_settings where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  for (const table of ['notes', 'activities', 'lead_emails'] as const) {
    await sql`update ${sql.table(table)} set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(
      ctx.db,
    );
  }
  await sql`
    delete from crm_connections old using crm_connections kept where old.account_id = ${accountId} and old.company_id = ${previous}
      and kept.account_id = ${accountId} and kept.company_id = ${current} and kept.record_id = old.record_id`.execute(ctx.db);
  await sql`update crm_connections set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(
    ctx.db,
  );
  await updateCompanies(ctx.db, accountId, [previous, current]);
  await updateEmailedTo(ctx.db, accountId, [previous, current]);
  // A lead already announced under its previous id is not announced again.
  await sql`
    insert into alert_known_leads (account_id, feed_id, company_id, known_since) select account_id, feed_id, ${current}::bigint, known_since
    from alert_known_leads where account_id = ${accountId} and company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from alert_known_leads where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`
    insert into automation_leads (account_id, automation_id, company_id, seen_at, actions)
    select account_id, automation_id, ${current}::bigint, seen_at, actions
    from automation_leads where account_id = ${accountId} and company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from automation_leads where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`update notifications set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
  await sql`update visitors set workplace_company_id = ${current} where account_id = ${accountId} and workplace_company_id = ${previous}`.execute(
    ctx.db,
  );
  await sql`update corrections set company_id = ${current} where account_id = ${accountId} and company_id = ${previous}`.execute(ctx.db);
}
