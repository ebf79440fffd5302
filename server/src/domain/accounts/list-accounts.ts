import type { Context } from '../context.ts';
import type { Account } from './account.ts';
import { selectAccounts } from './select-accounts.ts';

/** Lists all accounts of the installation. For the operator only: no API may expose it. */
export async function listAccounts(ctx: Context): Promise<Account[]> {
  return selectAccounts(ctx).orderBy('id').execute();
}
