import { randomBytes } from 'node:crypto';
import { createAccount } from '../domain/accounts/create-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { createKey } from '../domain/auth/api-keys.ts';
import { createToken } from '../domain/auth/api-tokens.ts';
import type { Context } from '../domain/context.ts';
import { createUser } from '../domain/users/create-user.ts';
import { demoEmail as email } from '../domain/users/user.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';
import { maxDemoDays } from './demo-visitors.ts';
import { populateDemo } from './populate-demo.ts';
import { accountName } from './site.ts';
import { whileUnfinished } from './unfinished-demo.ts';

/** Finds the demo account, if it was created earlier. It can only be created if there are no accounts. */
export async function findDemo(ctx: Context, dataDir: string): Promise<{ file: DemoFile | null; canCreate: boolean }> {
  const accounts = await listAccounts(ctx);
  const stored = readDemoFile(dataDir);
  return { file: stored && accounts.some(({ id }) => id === stored.accountId) ? stored : null, canCreate: accounts.length === 0 };
}

/** Finds the demo account, or creates it if there are no accounts. Returns null if there are only other accounts. */
export async function findOrCreateDemo(ctx: Context, dataDir: string, pastDays: number): Promise<DemoFile | null> {
  const { file, canCreate } = await findDemo(ctx, dataDir);
  return canCreate ? whileUnfinished(dataDir, () => createDemo(ctx, dataDir, pastDays)) : file;
}

async function createDemo(ctx: Context, dataDir: string, pastDays: number): Promise<DemoFile> {
  const password = randomBytes(9).toString('base64url');
  const { id: accountId } = await createAccount(ctx, { name: accountName, plan: 'premium', timezone: 'Europe/Berlin', credits: 5000 });
  const user = await createUser(ctx, { accountId, email, password, role: 'owner', firstName: 'Dana', lastName: 'Demo' });
  const { key } = await createKey(ctx, { email, name: 'Demo key' });
  const { token } = await createToken(ctx, { email, name: 'Demo token' });
  await populateDemo(ctx, { accountId, userId: user.id });
  const endsOn = ctx.clock.now().toISOString().slice(0, 10);
  // A shorter history skips the first days.
  const daysSent = maxDemoDays - pastDays;
  const demo: DemoFile = { seed: 1, accountId, userId: user.id, email, password, key, token, endsOn, daysSent, isWorkedOn: false };
  writeDemoFile(dataDir, demo);
  return demo;
}
