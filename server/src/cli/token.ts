import type { Command } from 'commander';
import { createToken, disableToken, listTokens, revokeToken } from '../domain/auth/api-tokens.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

export function addTokenCommands(program: Command) {
  const token = program.command('token').description('manage API tokens for the earlier API');
  token
    .command('create')
    .description('create a token; it is shown once')
    .requiredOption('--user <email>', 'owner of the token')
    .option('--name <name>', 'name of the token')
    .action(
      onDatabase<{ user: string; name?: string }>(async (ctx, { user, name }) => {
        const created = await createToken(ctx, { email: user, name });
        return { json: created, text: `Token ${created.id}, shown once:\n${created.token}` };
      }),
    );
  token
    .command('list')
    .description('list tokens')
    .option('--user <email>', 'only this user')
    .action(
      onDatabase<{ user?: string }>(async (ctx, { user }) => {
        const tokens = await listTokens(ctx, user);
        const rows = tokens.map((token) => [
          token.id,
          token.hint,
          token.user,
          token.name,
          token.disabled ? 'disabled' : 'active',
          token.lastUsedAt?.toISOString() ?? 'never',
        ]);
        return { json: tokens, text: formatTable(['ID', 'TOKEN', 'USER', 'NAME', 'STATE', 'LAST USED'], rows) };
      }),
    );
  token
    .command('disable')
    .description('disable a token: requests with it get 403')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await disableToken(ctx, id);
        return { json: { id, disabled: true }, text: `Disabled token ${id}.` };
      }),
    );
  token
    .command('revoke')
    .description('delete a token: requests with it get 401')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await revokeToken(ctx, id);
        return { json: { id, revoked: true }, text: `Deleted token ${id}.` };
      }),
    );
}
