import { listReferringAccounts } from '../companies/list-referring-accounts.ts';
import type { Context } from '../context.ts';
import { enqueueAccountMovesJobName } from './enqueue-account-moves.ts';
import { loadCompanyKeys } from './load-company-keys.ts';
import { waitForWriters } from './wait-for-writers.ts';

/** Not named after the function, because jobs queued by earlier versions have this name. */
export const enqueueMovesOfJoinedCompaniesJobName = 'find-joined-data';

export type JoinedCompanies = { companyIds: string[]; reason: string };

/**
 * Runs after companies that no account referred to were merged. Queues the moves for the companies that an account has started to refer to
 * in the meantime.
 */
export async function enqueueMovesOfJoinedCompanies(ctx: Context, { companyIds, reason }: JoinedCompanies): Promise<void> {
  await waitForWriters(ctx);
  const referring = await listReferringAccounts(ctx, companyIds);
  for (const previousId of new Set(referring.map(({ companyId }) => companyId))) {
    const move = { previousId, companyKeys: await loadCompanyKeys(ctx, previousId), reason };
    await ctx.jobs.add(ctx.db, enqueueAccountMovesJobName, move, { key: `${enqueueAccountMovesJobName}:${previousId}`, isAwaited: true });
  }
}
