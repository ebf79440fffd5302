import { listReferringAccounts, type ReferringAccount } from '../companies/list-referring-accounts.ts';
import { waitForWriters } from '../company-merges/wait-for-writers.ts';
import type { Context } from '../context.ts';
import { reattributeLater } from '../reattribution/reattribute-later.ts';

export const reattributeRemovedCompaniesJobName = 'reattribute-removed-companies';

export type RemovedCompanies = { companyIds: string[] };

/**
 * Runs after an undo removed companies that no account referred to. Requests reattribution for the accounts that have started to refer to
 * them in the meantime.
 */
export async function reattributeRemovedCompanies(ctx: Context, { companyIds }: RemovedCompanies): Promise<void> {
  await waitForWriters(ctx);
  const referring = await listReferringAccounts(ctx, companyIds);
  await ctx.db.transaction().execute((trx) => requestReattribution({ ...ctx, db: trx }, referring));
}

/** Requests reattribution in the order of the accounts, so that two undos do not deadlock. */
export async function requestReattribution(ctx: Context, referring: readonly ReferringAccount[]): Promise<void> {
  const byAccount = [...Map.groupBy(referring, ({ accountId }) => accountId)].sort(([one], [other]) => Number(one) - Number(other));
  for (const [accountId, rows] of byAccount) {
    const scope = { companyIds: rows.map(({ companyId }) => companyId), companyKeys: [] };
    await reattributeLater(ctx, accountId, 'an import was undone', scope);
  }
}
