import { sql } from 'kysely';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { writeActivities } from '../activities/activities.ts';
import { getCompanyId } from '../companies/get-company-id.ts';
import type { Context } from '../context.ts';
import { Problem, type ProblemPlace } from '../problem.ts';
import { assignTags } from './assign-tags.ts';

/** Returns tags by id. Throws a Problem for the first id without a tag of the account. */
export async function requireTags(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  tagIds: string[],
  placeOf: (index: number) => ProblemPlace,
): Promise<Map<string, { id: string; name: string; color: number }>> {
  const rows = await ctx.db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...new Set(tagIds)])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing = tagIds.findIndex((id) => !found.has(BigInt(id).toString()));
  if (missing >= 0) throw new Problem('not_found', { title: `There is no tag ${tagIds[missing]}.`, ...placeOf(missing) });
  return found;
}

/** Adds tags to one company or removes them, all or none, and records the activity. Returns the current id of the company. */
export async function tagCompany(
  ctx: Context,
  accountId: string,
  actorId: string | null,
  { companyId, tagIds, isOn }: { companyId: string; tagIds: string[]; isOn: boolean },
): Promise<string> {
  const id = await getCompanyId(ctx, accountId, companyId);
  const tags = await requireTags(ctx, accountId, tagIds, (index) => ({ item: index }));
  await ctx.db.transaction().execute(async (trx) => {
    const changed = await assignTags(trx, accountId, { companyIds: [id], tagIds: [...tags.keys()], isOn });
    if (actorId === null) return;
    for (const { tag_id } of changed) {
      const detail = getOrThrow(tags, tag_id).name;
      await writeActivities(ctx, trx, { accountId, actorId, companyIds: [id], kind: isOn ? 'tagged' : 'untagged', detail });
    }
  });
  return id;
}

/** Lists the tags of a company by name. */
export async function listCompanyTags(ctx: Context, accountId: string, companyId: string) {
  const { rows } = await sql<{ id: string; name: string; color: number }>`
    select t.id, t.name, t.color from lead_tags lt join tags t on t.account_id = ${accountId} and t.id = lt.tag_id
    where lt.account_id = ${accountId} and lt.company_id = ${companyId} order by lower(t.name), t.id`.execute(ctx.db);
  return rows;
}
