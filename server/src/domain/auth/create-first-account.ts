import { sql } from 'kysely';
import { advisoryLocks } from '../../lib/advisory-locks.ts';
import { clientNetwork } from '../../lib/client-network.ts';
import { firstOf } from '../../lib/first-of.ts';
import { checkAccountName, checkTimezone } from '../accounts/check-account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import { updateAccount } from '../accounts/update-account.ts';
import type { Context } from '../context.ts';
import { validateNewPassword } from '../passwords/passwords.ts';
import { Problem } from '../problem.ts';
import { createUser } from '../users/create-user.ts';
import { checkEmail } from '../users/user.ts';
import { withinAccount } from '../within-account.ts';
import { limitAttempts } from './attempt-limits.ts';
import { createSession } from './create-session.ts';
import { deleteSetupTokens, isSetupToken, reserveAccountId } from './setup-tokens.ts';
import type { Caller } from './sign-in.ts';

type FirstAccount = {
  /** Secret of the setup link. */
  token: string;
  accountName: string;
  timezone: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
};

const wrongToken =
  'This setup link is not valid. Use the link in set-up-link.txt in the data folder of the server, written when it started. "leadlight setup-link" prints a new one.';

/** True until the first user exists. */
export async function isSetupNeeded(ctx: Context): Promise<boolean> {
  const user = await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return user === undefined;
}

/** Creates the first account and its owner, and returns the secret of the owner's session. Possible exactly once, with the setup link. */
export async function createFirstAccount(ctx: Context, { token, ...input }: FirstAccount, caller: Caller): Promise<string> {
  if (!(await isSetupNeeded(ctx))) throw alreadySetUp();
  await limitAttempts(ctx, { subject: `setup:${clientNetwork(caller.address)}`, maxAttempts: 20, windowMinutes: 15 });
  if (!(await isSetupToken(ctx, token))) throw new Problem('forbidden', wrongToken);
  checkAccountName(input.accountName, 'accountName');
  checkTimezone(input.timezone);
  checkEmail(input.email);
  await validateNewPassword(input.password, [input.email, input.firstName, input.lastName, input.accountName]);
  return ctx.db.connection().execute(async (connection) => {
    // Fails instead of waiting: waiting requests would take connections that the lock holder needs.
    const { rows } = await sql<{ is_held: boolean }>`select pg_try_advisory_lock(${advisoryLocks.setup}::bigint) as is_held`.execute(
      connection,
    );
    if (!firstOf(rows).is_held) throw alreadySetUp();
    const locked = { ...ctx, db: connection };
    try {
      if (!(await isSetupNeeded(locked))) throw alreadySetUp();
      const accountId = await createOrUpdateAccount(locked, { name: input.accountName, timezone: input.timezone });
      const user = await createUser(locked, { ...input, accountId, role: 'owner' });
      await deleteSetupTokens(locked);
      return await createSession(locked, user.id, caller.userAgent);
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.setup}::bigint)`.execute(connection);
    }
  });
}

/**
 * The database role that creates accounts cannot create users, so a crash can leave an account without an owner. The next attempt completes
 * it.
 */
async function createOrUpdateAccount(ctx: Context, account: { name: string; timezone: string }): Promise<string> {
  const id = await reserveAccountId(ctx);
  const [existing] = await findAccounts(ctx, [id]);
  if (existing) await updateAccount(withinAccount(ctx, id), id, account);
  else await createAccount(ctx, { id, plan: 'premium', ...account });
  return id;
}

function alreadySetUp(): Problem {
  return new Problem('conflict', 'This installation is already set up: sign in instead.');
}
