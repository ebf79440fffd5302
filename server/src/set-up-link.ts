import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSetUpNeeded } from './domain/auth/set-up.ts';
import { createSetUpToken, deleteSetUpTokens, isSetUpToken } from './domain/auth/set-up-tokens.ts';
import type { Context } from './domain/context.ts';
import { lastOf } from './lib/last-of.ts';

/**
 * Returns the link for setting up the first account, which stays the same for a data folder until that is done. Null if there
 * is already an account.
 */
export async function openSetUpLink(ctx: Context, { dataDir, publicUrl }: { dataDir: string; publicUrl: string }): Promise<string | null> {
  const file = setUpLinkFile(dataDir);
  if (!(await isSetUpNeeded(ctx))) {
    await deleteSetUpTokens(ctx);
    rmSync(file, { force: true });
    return null;
  }
  const remembered = existsSync(file) ? lastOf(readFileSync(file, 'utf8').trim().split('#')) : '';
  const secret = (await isSetUpToken(ctx, remembered)) ? remembered : await createSetUpToken(ctx, { replacesOthers: false });
  const link = setUpLink(publicUrl, secret);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, `${link}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return link;
}

/** The file with the link, readable only by its owner. */
export function setUpLinkFile(dataDir: string): string {
  return join(dataDir, 'set-up-link.txt');
}

/** The secret is in the fragment, which browsers do not send to servers. */
export function setUpLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/set-up#${secret}`;
}
