import type { Account } from '../accounts/account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { getAccount } from '../accounts/get-account.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import type { UserWithMemberships } from './user.ts';

/** Who may create accounts in the web application: owners of an account, or only the operator. */
export type AccountCreation = 'owners' | 'operator';

const maxOwnAccounts = 20;

type NewOwnAccount = { name: string; timezone: string; sampleStatus?: 'filling' };

export function mayCreateAccount(rule: AccountCreation, { memberships }: UserWithMemberships): boolean {
  return rule === 'owners' && memberships.some(({ role }) => role === 'owner');
}

/** Creates another account for an owner, with the plan and the credits of the first account they own, and makes the user its owner. */
export async function createOwnAccount(
  ctx: Context,
  user: UserWithMemberships,
  rule: AccountCreation,
  { name, timezone, sampleStatus }: NewOwnAccount,
): Promise<Account> {
  if (!mayCreateAccount(rule, user)) {
    throw new Problem('forbidden', 'Only the operator of this server or an owner of an account can create accounts.');
  }
  const owned = user.memberships.filter(({ role }) => role === 'owner');
  if (owned.length >= maxOwnAccounts)
    throw new Problem('conflict', `You own ${maxOwnAccounts} accounts already. Ask the operator for more.`);
  const [first] = owned;
  if (!first) throw new Problem('forbidden', 'You own no account.');
  const { plan, monthlyCredits } = await getAccount(withinAccount(ctx, first.accountId), first.accountId);
  const acting = actingAs(ctx, userActor(user.id));
  const account = await createAccount(acting, { name, timezone, plan, credits: monthlyCredits, sampleStatus });
  await ctx.db
    .insertInto('memberships')
    .values({ user_id: user.id, account_id: account.id, role: 'owner', created_at: ctx.clock.now() })
    .execute();
  return account;
}
