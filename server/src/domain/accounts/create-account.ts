import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findOrCreateCompany } from '../companies/find-or-create-company.ts';
import type { Context } from '../context.ts';
import { withinAccount } from '../within-account.ts';
import { type Account, laneCount } from './account.ts';
import { checkAccountName, checkCredits, checkPlan, checkTimezone } from './check-account.ts';

/** Without `id`, the account gets a new one. */
type NewAccount = {
  id?: string;
  name: string;
  plan: string;
  timezone: string;
  credits?: number;
  company?: string;
  sampleStatus?: 'filling';
};

/** `alsoWrite` runs in the transaction that creates the account. */
export async function createAccount(
  ctx: Context,
  input: NewAccount,
  alsoWrite?: (trx: Database, accountId: string) => Promise<void>,
): Promise<Account> {
  const id = input.id ?? firstOf(await ctx.ids.records(ctx.db, 1));
  const account = {
    name: checkAccountName(input.name),
    plan: checkPlan(input.plan),
    timezone: checkTimezone(input.timezone),
    monthlyCredits: checkCredits(input.credits ?? 1000),
    companyId: input.company === undefined ? null : await findOrCreateCompany(ctx, id, input.company, input.name),
  };
  await withinAccount(ctx, id)
    .db.transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('accounts')
        .values({
          id,
          name: account.name,
          plan: account.plan,
          timezone: account.timezone,
          monthly_credits: account.monthlyCredits,
          company_id: account.companyId,
          created_at: ctx.clock.now(),
          sample_status: input.sampleStatus ?? null,
        })
        .execute();
      await trx
        .insertInto('inbox_lanes')
        .values(Array.from({ length: laneCount }, (_, lane) => ({ account_id: id, lane })))
        .execute();
      await trx
        .insertInto('tracking_scripts')
        .values({ script_hash: randomBytes(10).toString('hex'), account_id: id })
        .execute();
      await recordAudit(ctx, trx, {
        for: { accountId: id },
        action: 'account.created',
        subject: { kind: 'account', id },
        detail: account,
      });
      await alsoWrite?.(trx, id);
    });
  return { id, ...account };
}
