import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit, withAudit } from '../audit/record-audit.ts';
import { checkName, refuseDuplicateName } from '../check-name.ts';
import type { Context } from '../context.ts';
import { recheckFeeds } from '../feed-changes/record-feed-changes.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import { Problem } from '../problem.ts';
import { criterionOf } from '../search-criteria.ts';
import { type Icp, type IcpChange, maxIcps, type NewIcp } from './icp.ts';
import { getIcp } from './list-icps.ts';
import { type ProfileFilters, profileConditions, profileCriteria } from './profile.ts';
import { enqueueRefreshMatches, knowsManyCompanies, refreshMatches } from './refresh-matches.ts';

/** Creates a profile and, unless the account knows many companies, its matches in one transaction. */
export async function createIcp(ctx: Context, accountId: string, input: NewIcp): Promise<Icp> {
  const name = checkName(input.name);
  checkFilters(input.filters);
  const id = ctx.ids.uuid();
  const now = ctx.clock.now();
  await refuseDuplicateName(`An ideal customer profile named "${name}" already exists.`, () =>
    ctx.db.transaction().execute(async (trx) => {
      await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
      const { count } = await trx
        .selectFrom('icps')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= maxIcps) throw new Problem('conflict', `An account can have at most ${maxIcps} ideal customer profiles.`);
      const filters = JSON.stringify(input.filters);
      const description = input.description ?? null;
      await trx
        .insertInto('icps')
        .values({ account_id: accountId, id, name, description, filters, created_at: now, updated_at: now })
        .execute();
      await applyFilters(ctx, trx, accountId, id);
      await recordAudit(ctx, trx, { for: { accountId }, action: 'icp.created', subject: { kind: 'icp', id }, detail: { name } });
    }),
  );
  return getIcp(ctx, accountId, id);
}

export async function updateIcp(ctx: Context, accountId: string, icpId: string, change: IcpChange): Promise<Icp> {
  await ctx.db.transaction().execute(async (trx) => {
    // Concurrent changes of other attributes must not be overwritten.
    await sql`select 1 from icps where account_id = ${accountId} and id = ${icpId} for no key update`.execute(trx);
    const before = await getIcp({ db: trx }, accountId, icpId);
    const name = change.name === undefined ? before.name : checkName(change.name);
    const description = change.description === undefined ? before.description : change.description;
    const filters = change.filters ?? before.filters;
    if (change.filters !== undefined) checkFilters(change.filters);
    await refuseDuplicateName(`An ideal customer profile named "${name}" already exists.`, () =>
      trx
        .updateTable('icps')
        .set({ name, description, filters: JSON.stringify(filters), updated_at: ctx.clock.now() })
        .where('account_id', '=', accountId)
        .where('id', '=', icpId)
        .execute(),
    );
    if (change.filters !== undefined) await applyFilters(ctx, trx, accountId, icpId);
    const detail = changesBetween(before, { name, description, filters });
    await recordAudit(ctx, trx, { for: { accountId }, action: 'icp.changed', subject: { kind: 'icp', id: icpId }, detail });
  });
  return getIcp(ctx, accountId, icpId);
}

async function applyFilters(ctx: Context, trx: Transaction<DB>, accountId: string, icpId: string): Promise<void> {
  if (await knowsManyCompanies({ db: trx }, accountId)) {
    await enqueueRefreshMatches(ctx, trx, accountId, icpId);
  } else await refreshIcp(ctx, trx, accountId, icpId);
}

/** Computes the matches of a profile after its filters changed. */
export function runRefreshMatches(ctx: Context, accountId: string, icpId: string): Promise<void> {
  return ctx.db.transaction().execute((trx) => refreshIcp(ctx, trx, accountId, icpId));
}

async function refreshIcp(ctx: Context, trx: Transaction<DB>, accountId: string, icpId: string): Promise<void> {
  await refreshMatches({ ...ctx, db: trx }, accountId, [icpId]);
  await recheckFeeds(trx, accountId);
}

/** Deletes a profile; the foreign key deletes its matches. */
export async function deleteIcp(ctx: Context, accountId: string, icpId: string): Promise<void> {
  const icp = await getIcp(ctx, accountId, icpId);
  await refuseWhileInFeeds(ctx, accountId, `The profile "${icp.name}"`, { field: 'icp', values: [icp.id] });
  await withAudit(
    ctx,
    (trx) => trx.deleteFrom('icps').where('account_id', '=', accountId).where('id', '=', icp.id).execute(),
    () => ({ for: { accountId }, action: 'icp.deleted', subject: { kind: 'icp', id: icp.id }, detail: { name: icp.name } }),
  );
}

function checkFilters(filters: ProfileFilters): void {
  const empty = profileCriteria.find((criterion) => filters[criterion] !== undefined && criterionOf(filters[criterion]) === undefined);
  if (empty !== undefined) throw invalidFilters(`/${empty}`, `The criterion ${empty} is empty: specify a value, or omit it.`);
  const emptyLocation = (filters.location ?? []).findIndex((location) => criterionOf(location) === undefined);
  if (emptyLocation >= 0) throw invalidFilters(`/location/${emptyLocation}`, 'A location must name a place.');
  const conditions = profileConditions(filters);
  if (conditions.length === 0) throw invalidFilters('', 'Specify at least one criterion with a value.');
  const given = conditions.map(({ criterion }) => criterion);
  for (const [index, name] of (filters.optional ?? []).entries())
    if (!given.includes(name)) throw invalidFilters(`/optional/${index}`, `The profile has no criterion ${name} that could be optional.`);
  if (!conditions.some(({ isRequired }) => isRequired)) {
    throw invalidFilters('/optional', 'At least one criterion must be required: a profile of optional ones would match no company.');
  }
}

function invalidFilters(pointer: string, title: string): Problem {
  return new Problem('invalid_input', { title, attribute: `filters${pointer}`, parameter: 'filters' });
}
