import type { Context } from '../context.ts';
import { atEntrance } from '../within-account.ts';

/**
 * Which accounts may change the directory of companies through the web application. It is one for the whole installation: what one
 * account writes into it, all others see.
 */
export type DirectoryAccounts = 'sole' | 'none' | string[];

export async function mayChangeDirectory(ctx: Context, rule: DirectoryAccounts, accountId: string): Promise<boolean> {
  if (rule === 'none') return false;
  if (rule !== 'sole') return rule.includes(accountId);
  const { db } = atEntrance(ctx);
  const other = await db.selectFrom('memberships').select('user_id').where('account_id', '<>', accountId).limit(1).executeTakeFirst();
  return other === undefined;
}
