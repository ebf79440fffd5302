import type { Context } from '../context.ts';
import type { Account } from './account.ts';
import { accountOf, selectAccounts } from './select-accounts.ts';

/** Lists all accounts of the installation, for the operator only; never expose it through an interface. */
export async function listAccounts(ctx: Context): Promise<Account[]> {
  const rows = await selectAccounts(ctx).orderBy('id').execute();
  return rows.map(accountOf);
}
