import type { Command } from 'commander';
import { createToken, disableToken, listTokens, revokeToken } from '../domain/auth/api-tokens.ts';
import { onDatabase, table } from './kit.ts';

export function addTokenCommands(program: Command) {
  const token = program.command('token').description('credentials of the earlier interface');
  token
    .command('create')
    .description('make a token; it is shown once')
    .requiredOption('--user <email>', 'whose token it is')
    .option('--name <name>', 'what it is for')
    .action(
      onDatabase<{ user: string; name?: string }>(async (ctx, { user, name }) => {
        const made = await createToken(ctx, { email: user, name });
        return { json: made, text: `Token ${made.id}, shown once:\n${made.token}` };
      }),
    );
  token
    .command('list')
    .description('list tokens')
    .option('--user <email>', 'of this user only')
    .action(
      onDatabase<{ user?: string }>(async (ctx, { user }) => {
        const tokens = await listTokens(ctx, user);
        const rows = tokens.map((one) => [
          one.id,
          one.hint,
          one.user,
          one.name,
          one.disabled ? 'disabled' : 'active',
          one.lastUsedAt?.toISOString() ?? 'never',
        ]);
        return { json: tokens, text: table(['ID', 'TOKEN', 'USER', 'NAME', 'STATE', 'LAST USED'], rows) };
      }),
    );
  token
    .command('disable')
    .description('disable a token: requests with it are answered 403')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await disableToken(ctx, id);
        return { json: { id, disabled: true }, text: `Token ${id} is disabled.` };
      }),
    );
  token
    .command('revoke')
    .description('remove a token: requests with it are answered 401')
    .argument('<id>')
    .action(
      onDatabase(async (ctx, _, [id]) => {
        await revokeToken(ctx, id);
        return { json: { id, revoked: true }, text: `Token ${id} is gone.` };
      }),
    );
}
