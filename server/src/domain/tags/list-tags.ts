import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { maxTags, type Tag } from './tag.ts';

const companyCountOf = (accountId: string) => sql`(
  select count(*)::int from lead_tags c where c.account_id = ${accountId} and c.tag_id = t.id)`;

/** Lists tags by name, with their number of companies. */
export async function listTags(
  ctx: Context,
  accountId: string,
  { offset, limit }: { offset: number; limit: number } = { offset: 0, limit: maxTags },
): Promise<{ tags: Tag[]; totalCount: number }> {
  const [{ rows: tags }, total] = await Promise.all([
    sql<Tag>`
      select t.id, t.name, t.color, ${companyCountOf(accountId)} as "companyCount"
      from tags t where t.account_id = ${accountId} order by lower(t.name), t.id offset ${offset} limit ${limit}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from tags where account_id = ${accountId}`.execute(ctx.db),
  ]);
  return { tags, totalCount: firstOf(total.rows).total };
}

export async function getTag(ctx: Pick<Context, 'db'>, accountId: string, tagId: string): Promise<Tag> {
  const { rows } = await sql<Tag>`
    select t.id, t.name, t.color, ${companyCountOf(accountId)} as "companyCount"
    from tags t where t.account_id = ${accountId} and t.id = ${checkRecordId(tagId, 'tag')}`.execute(ctx.db);
  if (!rows[0]) throw new Problem('not_found', `There is no tag ${tagId}.`);
  return rows[0];
}
