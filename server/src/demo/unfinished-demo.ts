import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount } from '../domain/accounts/delete-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import type { Context } from '../domain/context.ts';
import { listUsers } from '../domain/users/list-users.ts';
import { demoEmail } from '../domain/users/user.ts';
import { removeDemoFile } from './demo-file.ts';
import { accountName } from './site.ts';

/** Marks the demo as unfinished during work that cannot be resumed. If it is interrupted, the next start deletes the demo account. */
export async function whileUnfinished<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const marker = markerPath(dataDir);
  writeFileSync(marker, '', { mode: 0o600 });
  const result = await work();
  rmSync(marker);
  return result;
}

export function isDemoUnfinished(dataDir: string): boolean {
  return existsSync(markerPath(dataDir));
}

/** Deletes a demo account whose creation was interrupted, so that it is created again. Other accounts are never deleted. */
export async function deleteUnfinishedDemo(ctx: Context, dataDir: string): Promise<void> {
  if (!isDemoUnfinished(dataDir)) return;
  for (const { id, name } of await listAccounts(ctx)) {
    if (name !== accountName) continue;
    const users = await listUsers(ctx, id);
    if (users.every(({ email }) => email === demoEmail)) await deleteAccount(ctx, id);
  }
  removeDemoFile(dataDir);
  rmSync(markerPath(dataDir));
}

function markerPath(dataDir: string): string {
  return join(dataDir, 'demo.unfinished');
}
