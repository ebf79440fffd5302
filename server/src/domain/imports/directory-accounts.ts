import type { Context } from '../context.ts';
import { forAuthentication } from '../within-account.ts';

/**
 * Accounts that may change the company directory through the web application. The directory is shared by the whole installation, so all
 * accounts see the changes. `sole` is the account to which all users of the installation belong.
 */
export type DirectoryAccounts = 'sole' | 'none' | string[];

export async function canChangeDirectory(ctx: Context, rule: DirectoryAccounts, accountId: string): Promise<boolean> {
  if (rule === 'none') return false;
  if (rule !== 'sole') return rule.includes(accountId);
  const { db } = forAuthentication(ctx);
  // Other accounts do not count if all of their users are also users of this account.
  const other = await db
    .selectFrom('memberships as other')
    .select('other.user_id')
    .where('other.account_id', '<>', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as own')
            .select('own.user_id')
            .where('own.account_id', '=', accountId)
            .whereRef('own.user_id', '=', 'other.user_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
