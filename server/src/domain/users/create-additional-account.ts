import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Account } from '../accounts/account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { getAccount } from '../accounts/get-account.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import { getUser } from './get-user.ts';
import type { UserWithMemberships } from './user.ts';

/** Who may create more accounts: account owners, in the web application, or only the operator, with a command. */
export type AccountCreation = 'owners' | 'operator';

const maxOwnedAccounts = 20;

type NewAdditionalAccount = {
  name: string;
  timezone: string;
  sampleStatus?: 'filling';
  /** Checks the user's accounts while no other can be created. Throws a Problem if the account must not be created. */
  check?: (ctx: Context, user: UserWithMemberships) => Promise<void>;
  /** Runs in the transaction that creates the account. */
  alsoWrite?: (trx: Database, accountId: string) => Promise<void>;
};

export function mayCreateAccount(rule: AccountCreation, { memberships }: UserWithMemberships): boolean {
  return rule === 'owners' && memberships.some(({ role }) => role === 'owner');
}

/** Creates another account for an owner, with the plan and the credits of the first account they own, and makes the user its owner. */
export async function createAdditionalAccount(
  ctx: Context,
  { id: userId }: UserWithMemberships,
  rule: AccountCreation,
  { name, timezone, sampleStatus, check, alsoWrite }: NewAdditionalAccount,
): Promise<Account> {
  return runOneAtATime(ctx, userId, async (locked) => {
    const user = await getUser(locked, userId);
    if (!mayCreateAccount(rule, user)) {
      throw new Problem(
        'forbidden',
        `Only ${rule === 'operator' ? 'the operator of this server' : 'owners of an account'} can create accounts.`,
      );
    }
    const owned = user.memberships.filter(({ role }) => role === 'owner');
    if (owned.length >= maxOwnedAccounts)
      throw new Problem('conflict', `You already own ${maxOwnedAccounts} or more accounts. Ask the operator to create another.`);
    const [first] = owned;
    if (!first) throw new Problem('forbidden', 'You own no account.');
    await check?.(locked, user);
    const { plan, monthlyCredits } = await getAccount(withinAccount(locked, first.accountId), first.accountId);
    const acting = actingAs(locked, userActor(userId));
    return createAccount(acting, { name, timezone, plan, credits: monthlyCredits, sampleStatus }, async (trx, accountId) => {
      await trx
        .insertInto('memberships')
        .values({ user_id: userId, account_id: accountId, role: 'owner', created_at: ctx.clock.now() })
        .execute();
      await alsoWrite?.(trx, accountId);
    });
  });
}

/**
 * Creates the accounts of a user one at a time, because concurrent requests could exceed the limit. The lock is a session-level advisory
 * lock, because the account is created in a separate transaction, which must not see the user's other accounts.
 */
async function runOneAtATime(ctx: Context, userId: string, work: (locked: Context) => Promise<Account>): Promise<Account> {
  return ctx.db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${`accounts of user ${userId}`}, 0)`;
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    try {
      return await work({ ...ctx, db: connection });
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}
