import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSetupNeeded } from './domain/auth/create-first-account.ts';
import { createSetupToken, deleteSetupTokens, isSetupToken } from './domain/auth/setup-tokens.ts';
import type { Context } from './domain/context.ts';
import { lastOf } from './lib/last-of.ts';
import { writeDurably } from './lib/write-durably.ts';

/**
 * Returns the link for setting up the first account, or null if there is already an account. The link is stored in the data folder, so
 * that it stays the same until the setup is done.
 */
export async function openSetupLink(ctx: Context, { dataDir, publicUrl }: { dataDir: string; publicUrl: string }): Promise<string | null> {
  const file = setupLinkFile(dataDir);
  if (!(await isSetupNeeded(ctx))) {
    await deleteSetupTokens(ctx);
    rmSync(file, { force: true });
    return null;
  }
  const stored = existsSync(file) ? lastOf(readFileSync(file, 'utf8').trim().split('#')) : '';
  const secret = (await isSetupToken(ctx, stored)) ? stored : await createSetupToken(ctx, { replacesOthers: false });
  const link = setupLink(publicUrl, secret);
  mkdirSync(dataDir, { recursive: true });
  writeLink(file, link);
  return link;
}

/** Returns a new link, after which earlier ones no longer work. Also replaces the link in the data folder, if there is one. */
export async function replaceSetupLink(ctx: Context, { dataDir, publicUrl }: { dataDir: string; publicUrl: string }): Promise<string> {
  const link = setupLink(publicUrl, await createSetupToken(ctx, { replacesOthers: true }));
  const file = setupLinkFile(dataDir);
  if (existsSync(file)) writeLink(file, link);
  return link;
}

function writeLink(file: string, link: string): void {
  writeDurably(file, `${link}\n`, { mode: 0o600 });
}

/** Returns the path of the file with the link, which only its owner can read. */
export function setupLinkFile(dataDir: string): string {
  return join(dataDir, 'set-up-link.txt');
}

/** The secret is in the fragment, which browsers do not send to servers. */
function setupLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/set-up#${secret}`;
}
