import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Account } from './account.ts';
import { selectAccounts } from './select-accounts.ts';

export async function getAccount(ctx: Context, accountId: string): Promise<Account> {
  const row = await selectAccounts(ctx).where('id', '=', checkRecordId(accountId, 'account')).executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no account ${accountId}.`);
  return row;
}
