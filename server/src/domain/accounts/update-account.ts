import { changesBetween } from '../audit/changes-between.ts';
import { noteAudit } from '../audit/note-audit.ts';
import { companyNamed } from '../companies/company-named.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Account } from './account.ts';
import { checkCredits, checkName, checkPlan, checkTimezone } from './check-account.ts';
import { getAccount } from './get-account.ts';

export type AccountChange = { name?: string; plan?: string; timezone?: string; credits?: number; company?: string };

export async function updateAccount(ctx: Context, accountId: string, change: AccountChange): Promise<Account> {
  const before = await getAccount(ctx, accountId);
  const after: Account = {
    ...before,
    ...(change.name === undefined ? {} : { name: checkName(change.name) }),
    ...(change.plan === undefined ? {} : { plan: checkPlan(change.plan) }),
    ...(change.timezone === undefined ? {} : { timezone: checkTimezone(change.timezone) }),
    ...(change.credits === undefined ? {} : { monthlyCredits: checkCredits(change.credits) }),
    ...(change.company === undefined ? {} : { companyId: await companyNamed(ctx, accountId, change.company, change.name ?? before.name) }),
  };
  if (Object.values(change).every((value) => value === undefined)) throw new Problem('invalid_input', 'Nothing to change was given.');
  await ctx.db.transaction().execute(async (trx) => {
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
    // The sums by day were made with the days of the old timezone.
    if (after.timezone !== before.timezone) await ctx.jobs.add(trx, 'rebuild-company-days', { accountId }, { key: `days-${accountId}` });
    const subject = { kind: 'account', id: accountId };
    await noteAudit(ctx, trx, { for: { accountId }, action: 'account.changed', subject, detail: changesBetween(before, after) });
  });
  return after;
}
