import type { Context } from '../context.ts';
import type { Account } from './account.ts';
import { selectAccounts } from './select-accounts.ts';

/** Lists all accounts of the installation, for the operator only; never expose it through an interface. */
export async function listAccounts(ctx: Context): Promise<Account[]> {
  return selectAccounts(ctx).orderBy('id').execute();
}
