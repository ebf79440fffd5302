import { shareNext } from '../../lib/share-next.ts';
import type { Context } from '../context.ts';
import type { Account, Plan } from './account.ts';

export type VersionedAccount = Account & { companyId: string | null };

/** Reads an account for a request. Requests that come at once share the reading. */
export function accountLoader(ctx: Context): (accountId: string) => Promise<VersionedAccount | null> {
  return shareNext(async (accountId: string) => {
    const row = await ctx.db
      .selectFrom('accounts')
      .select(['id', 'name', 'plan', 'timezone', 'monthly_credits', 'company_id'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      name: row.name,
      plan: row.plan as Plan,
      timezone: row.timezone,
      monthlyCredits: row.monthly_credits,
      companyId: row.company_id,
    };
  });
}
