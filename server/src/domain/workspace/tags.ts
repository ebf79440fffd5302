import { sql } from 'kysely';
import { checkName } from '../accounts/check-account.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';
import { writeActivities } from './activities.ts';
import { checkCompanyIds } from './change-leads.ts';

export type CountedTag = { id: string; name: string; color: number; companies: number };

export async function listTags(ctx: Context, accountId: string): Promise<CountedTag[]> {
  const { rows } = await sql<CountedTag>`
    select t.id, t.name, t.color, coalesce(n.companies, 0) as companies
    from tags t left join (
      select tag_id, count(*)::int as companies from lead_tags where account_id = ${accountId} group by tag_id) n on n.tag_id = t.id
    where t.account_id = ${accountId} order by lower(t.name)`.execute(ctx.db);
  return rows;
}

export async function makeTag(ctx: Context, accountId: string, wanted: { name: string; color: number }): Promise<{ id: string }> {
  const name = checkName(wanted.name);
  if (!Number.isInteger(wanted.color) || wanted.color < 0 || wanted.color > 9) {
    throw new Problem('invalid_input', { title: 'The colour is a number from 0 to 9.', parameter: 'color' });
  }
  const [id] = await ctx.ids.records(ctx.db, 1);
  const { rows } = await sql`
    insert into tags (account_id, id, name, color) values (${accountId}, ${id}, ${name}, ${wanted.color})
    on conflict (account_id, lower(name)) do nothing returning id`.execute(ctx.db);
  if (rows.length === 0) throw new Problem('conflict', { title: `There is a tag "${name}" already.`, parameter: 'name' });
  return { id: id! };
}

export async function removeTag(ctx: Context, accountId: string, tagId: string): Promise<void> {
  const result = await ctx.db
    .deleteFrom('tags')
    .where('account_id', '=', accountId)
    .where('id', '=', checkRecordId(tagId, 'tag'))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no tag ${tagId}.`);
}

/** Puts a tag on leads, or takes it off. */
export async function tagLeads(
  ctx: Context,
  accountId: string,
  actorId: string,
  wanted: { companyIds: string[]; tagId: string; isOn: boolean },
): Promise<void> {
  const companyIds = checkCompanyIds(wanted.companyIds);
  const tag = await ctx.db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', checkRecordId(wanted.tagId, 'tag'))
    .executeTakeFirst();
  if (!tag) throw new Problem('not_found', `There is no tag ${wanted.tagId}.`);
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = wanted.isOn
      ? await sql<{ company_id: string }>`
          insert into lead_tags (account_id, company_id, tag_id)
          select account_id, company_id, ${tag.id}::bigint from leads where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])
          on conflict do nothing returning company_id`.execute(trx)
      : await sql<{ company_id: string }>`
          delete from lead_tags where account_id = ${accountId} and tag_id = ${tag.id} and company_id = any(${companyIds}::bigint[])
          returning company_id`.execute(trx);
    const changed = rows.map(({ company_id }) => company_id);
    const kind = wanted.isOn ? 'tagged' : 'untagged';
    await writeActivities(ctx, trx, { accountId, actorId, companyIds: changed, kind, detail: tag.name });
  });
}
