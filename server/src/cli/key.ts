import type { Command } from 'commander';
import { createKey, type ListedKey, listKeys, revokeKey } from '../domain/auth/api-keys.ts';
import { defaultLimits } from '../domain/auth/default-limits.ts';
import { numberOf } from './account.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type NewKeyOptions = { user: string; name?: string; scopes?: string; expiresAt?: string; rate?: string; burst?: string; quota?: string };

export function addKeyCommands(program: Command) {
  const key = program.command('key').description('manage API keys for the versioned API');
  key
    .command('create')
    .description('create an API key; it is shown once')
    .requiredOption('--user <email>', 'owner of the key')
    .option('--name <name>', 'name of the key')
    .option('--scopes <list>', 'scopes separated by commas (default: all)')
    .option('--expires-at <time>', 'such as 2027-01-31T12:00:00Z (default: never)')
    .option('--rate <number>', `requests per second (default: ${defaultLimits.ratePerSecond})`)
    .option('--burst <number>', 'burst size (default: one and a half times the rate)')
    .option('--quota <number>', `requests per month (default: ${defaultLimits.monthlyQuota})`)
    .action(
      onDatabase<NewKeyOptions>(async (ctx, { user, name, scopes, expiresAt, rate, burst, quota }) => {
        const created = await createKey(ctx, {
          email: user,
          name,
          scopes: scopes?.split(',').map((scope) => scope.trim()),
          expiresAt,
          ratePerSecond: numberOf(rate),
          burst: numberOf(burst),
          monthlyQuota: numberOf(quota),
        });
        return { json: created, text: `API key ${created.id}, shown once:\n${created.key}` };
      }),
    );
  key
    .command('list')
    .description('list API keys')
    .option('--user <email>', 'only this user')
    .action(
      onDatabase<{ user?: string }>(async (ctx, { user }) => {
        const keys = await listKeys(ctx, user);
        const rows = keys.map((key) => [
          key.id,
          key.hint,
          key.user,
          key.name,
          stateOf(key, ctx.clock.now()),
          key.expiresAt?.toISOString() ?? 'never',
          key.scopes?.join(' ') ?? 'all scopes',
        ]);
        return { json: keys, text: formatTable(['ID', 'KEY', 'USER', 'NAME', 'STATE', 'EXPIRES', 'SCOPES'], rows) };
      }),
    );
  key
    .command('revoke')
    .description('revoke an API key immediately')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await revokeKey(ctx, id);
        return { json: { id, revoked: true }, text: `Revoked key ${id}.` };
      }),
    );
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}
