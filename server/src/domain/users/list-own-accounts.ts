import type { Account } from '../accounts/account.ts';
import { type Brand, logoPath } from '../accounts/brand.ts';
import { selectAccounts } from '../accounts/select-accounts.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import type { Role } from './roles.ts';
import type { UserWithMemberships } from './user.ts';

type OwnAccount = Account & { role: Role; brand: Brand; sampleStatus: 'filling' | 'ready' | null };

/** Lists the accounts of a user by name. Uses one query per account, because a query across accounts runs on all nodes of a cluster. */
export async function listOwnAccounts(ctx: Context, { memberships }: UserWithMemberships): Promise<OwnAccount[]> {
  const accounts = await Promise.all(
    memberships.map(async ({ accountId, role }) => {
      try {
        return { ...(await load(withinAccount(ctx, accountId), accountId)), role };
      } catch (error) {
        if (error instanceof Problem && error.kind === 'not_found') return null;
        throw error;
      }
    }),
  );
  return accounts.filter((account) => account !== null).sort((a, b) => a.name.localeCompare(b.name) || Number(a.id) - Number(b.id));
}

async function load(ctx: Context, accountId: string): Promise<Omit<OwnAccount, 'role'>> {
  const { brand_color, hash, sample_status, ...account } = await selectAccounts(ctx)
    .leftJoin('account_logos', 'account_logos.account_id', 'accounts.id')
    .select(['brand_color', 'account_logos.hash', 'sample_status'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => new Problem('not_found', `There is no account ${accountId}.`));
  return { ...account, brand: { color: brand_color, logo: hash === null ? null : logoPath(accountId, hash) }, sampleStatus: sample_status };
}
