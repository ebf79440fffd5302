import { sql } from 'kysely';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findOrCreateCompany } from '../companies/find-or-create-company.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { Problem } from '../problem.ts';
import { requestRollupRebuild } from '../visits/request-rollup-rebuild.ts';
import type { Account } from './account.ts';
import { checkAccountName, checkCredits, checkPlan, checkTimezone } from './check-account.ts';
import { getAccount } from './get-account.ts';

type AccountChange = { name?: string; plan?: string; timezone?: string; credits?: number; company?: string };

export async function updateAccount(ctx: Context, accountId: string, change: AccountChange): Promise<Account> {
  const { name } = await getAccount(ctx, accountId);
  if (Object.values(change).every((value) => value === undefined))
    throw new Problem('invalid_input', 'Nothing to change: specify at least one field.');
  const companyId =
    change.company === undefined ? undefined : await findOrCreateCompany(ctx, accountId, change.company, change.name ?? name);
  const checked: Partial<Account> = {
    ...(change.name === undefined ? {} : { name: checkAccountName(change.name) }),
    ...(change.plan === undefined ? {} : { plan: checkPlan(change.plan) }),
    ...(change.timezone === undefined ? {} : { timezone: checkTimezone(change.timezone) }),
    ...(change.credits === undefined ? {} : { monthlyCredits: checkCredits(change.credits) }),
    ...(companyId === undefined ? {} : { companyId }),
  };
  return ctx.db.transaction().execute(async (trx) => {
    // All code that writes daily totals locks the lanes, so nothing writes totals in the old time zone once the lanes are locked here.
    if (checked.timezone !== undefined) await lockLanes(trx, accountId);
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const before = await getAccount({ ...ctx, db: trx }, accountId);
    const after: Account = { ...before, ...checked };
    await trx
      .updateTable('accounts')
      .set({
        name: after.name,
        plan: after.plan,
        timezone: after.timezone,
        monthly_credits: after.monthlyCredits,
        company_id: after.companyId,
      })
      .where('id', '=', accountId)
      .execute();
    if (after.timezone !== before.timezone) await requestRollupRebuild(ctx, trx, { accountId, timezone: before.timezone });
    const subject = { kind: 'account', id: accountId };
    await recordAudit(ctx, trx, { for: { accountId }, action: 'account.changed', subject, detail: changesBetween(before, after) });
    return after;
  });
}
