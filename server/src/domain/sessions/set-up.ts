import { sql } from 'kysely';
import { createUser } from '../access/create-user.ts';
import { checkPassword } from '../access/passwords.ts';
import { checkEmail } from '../access/user.ts';
import { checkName, checkTimezone } from '../accounts/check-account.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { openSession } from './open-session.ts';

export type FirstAccount = {
  accountName: string;
  timezone: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
};

/** A number of our own under which set-ups wait for each other. */
const setUpLock = 7_203_551;

/** Whether nobody can sign in yet. */
export async function isSetUpNeeded(ctx: Context): Promise<boolean> {
  const user = await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return user === undefined;
}

/** Makes the first account and its owner. Possible exactly once: whoever comes second is refused. */
export async function setUp(ctx: Context, wanted: FirstAccount, userAgent: string): Promise<string> {
  checkName(wanted.accountName);
  checkTimezone(wanted.timezone);
  checkEmail(wanted.email);
  checkPassword(wanted.password);
  return ctx.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${setUpLock}::bigint)`.execute(connection);
    try {
      if (!(await isSetUpNeeded(ctx))) throw new Problem('conflict', 'This Leadlight is set up already: sign in instead.');
      const account = await createAccount(ctx, { name: wanted.accountName, plan: 'premium', timezone: wanted.timezone });
      const user = await createUser(ctx, { ...wanted, accountId: account.id, role: 'owner' });
      return await openSession(ctx, user.id, userAgent);
    } finally {
      await sql`select pg_advisory_unlock(${setUpLock}::bigint)`.execute(connection);
    }
  });
}
