import { sql } from 'kysely';
import { clientNetwork } from '../../lib/client-network.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { createSecret, hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import { withAudit } from '../audit/record-audit.ts';
import { limitAttempts } from '../auth/attempt-limits.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getRollupTimezone } from '../rollup-generation.ts';
import { withinAccount } from '../within-account.ts';
import { checkInterval, type Interval } from './interval.ts';

const linkPrefix = 'lld_';
export const maxValidDays = 365;
const maxLinks = 50;

/** The days that a link shows: the latest days at the time it is opened, or a fixed range. */
type LinkDays = { lastDays: number } | { from: string; to: string };

type DashboardLink = {
  id: string;
  name: string;
  days: LinkDays;
  createdAt: Date;
  expiresAt: Date;
  isExpired: boolean;
  lastOpenedAt: Date | null;
};

/** Lists the links of an account, newest first, including expired ones. */
export async function listDashboardLinks(ctx: Context, accountId: string): Promise<DashboardLink[]> {
  const rows = await ctx.db
    .selectFrom('dashboard_links')
    .select(['id', 'name', 'last_days', 'from_day', 'to_day', 'created_at', 'expires_at', 'last_opened_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    days: daysOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isExpired: row.expires_at <= ctx.clock.now(),
    lastOpenedAt: row.last_opened_at,
  }));
}

/** Creates a link that shows the dashboard without signing in. Returns its secret, which cannot be retrieved later. */
export async function createDashboardLink(
  ctx: Context,
  accountId: string,
  input: { name: string; days: LinkDays; validDays: number; createdBy: string },
): Promise<{ id: string; secret: string }> {
  const name = input.name.trim();
  if (name === '' || name.length > 100) {
    throw new Problem('invalid_input', { title: 'The name of a link must have 1 to 100 characters.', parameter: 'name' });
  }
  const fixed = 'from' in input.days ? input.days : null;
  if (fixed) checkInterval(fixed);
  const secret = createSecret(linkPrefix);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const now = ctx.clock.now();
  const values = {
    id,
    hash: hashSecret(secret),
    account_id: accountId,
    name,
    last_days: 'lastDays' in input.days ? input.days.lastDays : null,
    from_day: fixed?.from ?? null,
    to_day: fixed?.to ?? null,
    created_by: input.createdBy,
    created_at: now,
    expires_at: new Date(now.getTime() + input.validDays * dayMs),
  };
  const create = async (trx: Context['db']) => {
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from dashboard_links where account_id = ${accountId}`.execute(trx);
    if (firstOf(rows).total >= maxLinks) throw new Problem('conflict', `An account can have at most ${maxLinks} links. Delete one first.`);
    await trx.insertInto('dashboard_links').values(values).execute();
  };
  await withAudit(ctx, create, () => ({
    for: { accountId },
    action: 'dashboard_link.created',
    subject: { kind: 'dashboard_link', id },
    detail: { name, expiresAt: values.expires_at },
  }));
  return { id, secret };
}

/** A deleted link stops working immediately. */
export async function deleteDashboardLink(ctx: Context, accountId: string, linkId: string): Promise<void> {
  const id = checkRecordId(linkId, 'link');
  const remove = async (trx: Context['db']) => {
    const result = await trx.deleteFrom('dashboard_links').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', 'There is no link with this id.');
  };
  await withAudit(ctx, remove, () => ({ for: { accountId }, action: 'dashboard_link.deleted', subject: { kind: 'dashboard_link', id } }));
}

/** Returns the account and the days of a link, and records that it was opened. Unknown, expired and deleted links get the same response. */
export async function openDashboardLink(
  ctx: Context,
  { secret, address }: { secret: string; address: string },
): Promise<{ name: string; accountName: string; interval: Interval; expiresAt: Date }> {
  await limitAttempts(ctx, { subject: `dashboard-link:${clientNetwork(address)}`, maxAttempts: 60, windowMinutes: 5 });
  const now = ctx.clock.now();
  const row = isWellFormedSecret(linkPrefix, secret)
    ? await ctx.db
        .updateTable('dashboard_links')
        .set({ last_opened_at: now })
        .where('hash', '=', hashSecret(secret))
        .where('expires_at', '>', now)
        .returning(['account_id', 'name', 'last_days', 'from_day', 'to_day', 'expires_at'])
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Problem('not_found', 'This link has expired or was deleted. Ask the person who sent it for a new one.');
  const ofAccount = withinAccount(ctx, row.account_id);
  const account = await getAccount(ofAccount, row.account_id);
  const { id, name: accountName } = account;
  const timezone = await getRollupTimezone(ofAccount, account);
  const today = dayOf(now.getTime(), timezone);
  const days = daysOf(row);
  const { from, to } = 'lastDays' in days ? { from: addDays(today, 1 - days.lastDays), to: today } : days;
  // Links created by earlier versions may have more days.
  checkInterval({ from, to });
  return { name: row.name, accountName, interval: { accountId: id, from, to, timezone }, expiresAt: row.expires_at };
}

function daysOf(row: { last_days: number | null; from_day: string | null; to_day: string | null }): LinkDays {
  return row.from_day !== null && row.to_day !== null ? { from: row.from_day, to: row.to_day } : { lastDays: required(row.last_days) };
}
