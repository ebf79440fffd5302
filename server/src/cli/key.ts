import type { Command } from 'commander';
import { createKey, listKeys, revokeKey } from '../domain/auth/api-keys.ts';
import { numberOf } from './account.ts';
import { onDatabase, table } from './kit.ts';

type NewKeyOptions = { user: string; name?: string; scopes?: string; expiresAt?: string; rate?: string; burst?: string; quota?: string };

export function addKeyCommands(program: Command) {
  const key = program.command('key').description('API keys of the versioned interface');
  key
    .command('create')
    .description('make an API key; it is shown once')
    .requiredOption('--user <email>', 'whose key it is')
    .option('--name <name>', 'what it is for')
    .option('--scopes <list>', 'separated by commas; without it the key holds every scope')
    .option('--expires-at <time>', 'such as 2027-01-31T12:00:00Z; without it the key does not expire')
    .option('--rate <number>', 'requests a second (10)')
    .option('--burst <number>', 'requests at once (15)')
    .option('--quota <number>', 'requests a month (100000)')
    .action(
      onDatabase<NewKeyOptions>(async (ctx, { user, name, scopes, expiresAt, rate, burst, quota }) => {
        const made = await createKey(ctx, {
          email: user,
          name,
          scopes: scopes?.split(',').map((scope) => scope.trim()),
          expiresAt,
          ratePerSecond: numberOf(rate),
          burst: numberOf(burst),
          monthlyQuota: numberOf(quota),
        });
        return { json: made, text: `API key ${made.id}, shown once:\n${made.key}` };
      }),
    );
  key
    .command('list')
    .description('list API keys')
    .option('--user <email>', 'of this user only')
    .action(
      onDatabase<{ user?: string }>(async (ctx, { user }) => {
        const keys = await listKeys(ctx, user);
        const rows = keys.map((one) => [
          one.id,
          one.hint,
          one.user,
          one.name,
          one.revokedAt ? 'revoked' : 'active',
          one.expiresAt?.toISOString() ?? 'never',
          one.scopes?.join(' ') ?? 'all scopes',
        ]);
        return { json: keys, text: table(['ID', 'KEY', 'USER', 'NAME', 'STATE', 'EXPIRES', 'SCOPES'], rows) };
      }),
    );
  key
    .command('revoke')
    .description('revoke an API key at once')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await revokeKey(ctx, id);
        return { json: { id, revoked: true }, text: `Key ${id} is revoked.` };
      }),
    );
}
