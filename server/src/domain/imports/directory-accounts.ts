import type { Context } from '../context.ts';
import { forAuthentication } from '../within-account.ts';

/**
 * Accounts that may change the company directory through the web application. The directory is shared by the whole installation, so all
 * accounts see the changes.
 */
export type DirectoryAccounts = 'sole' | 'none' | string[];

export async function mayChangeDirectory(ctx: Context, rule: DirectoryAccounts, accountId: string): Promise<boolean> {
  if (rule === 'none') return false;
  if (rule !== 'sole') return rule.includes(accountId);
  const { db } = forAuthentication(ctx);
  const other = await db.selectFrom('memberships').select('user_id').where('account_id', '<>', accountId).limit(1).executeTakeFirst();
  return other === undefined;
}
