import type { Command } from 'commander';
import { createUser } from '../domain/access/create-user.ts';
import { grantRole } from '../domain/access/grant-role.ts';
import { listUsers } from '../domain/access/list-users.ts';
import { removeUser } from '../domain/access/remove-user.ts';
import { onDatabase, table } from './kit.ts';

export function addUserCommands(program: Command) {
  const user = program.command('user').description('make and list users, and let them into accounts');
  user
    .command('create')
    .description('make a user')
    .requiredOption('--account <id>', 'the account they belong to')
    .requiredOption('--email <address>', 'with which they sign in')
    .requiredOption('--password <text>', '10 characters or more')
    .option('--role <role>', 'owner, admin, member or viewer', 'member')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .action(
      onDatabase<{ account: string; email: string; password: string; role: string; firstName?: string; lastName?: string }>(
        async (ctx, { account, ...fields }) => {
          const { id } = await createUser(ctx, { accountId: account, ...fields });
          return { json: { id }, text: `Made user ${id} (${fields.email}).` };
        },
      ),
    );
  user
    .command('list')
    .description('list users')
    .option('--account <id>', 'of this account only')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        const users = await listUsers(ctx, account);
        const rows = users.map(({ id, email, accounts }) => [id, email, accounts.map((one) => `${one.id} (${one.role})`).join(', ')]);
        return { json: users, text: table(['ID', 'EMAIL', 'ACCOUNTS'], rows) };
      }),
    );
  user
    .command('grant')
    .description('let a user into an account, or change their role there')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--email <address>', 'the user')
    .requiredOption('--role <role>', 'owner, admin, member or viewer')
    .option('--permissions <list>', 'further permissions, such as manage_api')
    .action(
      onDatabase<{ account: string; email: string; role: string; permissions?: string }>(
        async (ctx, { account, email, role, permissions }) => {
          const { id } = await grantRole(ctx, {
            accountId: account,
            email,
            role,
            permissions: permissions?.split(',').map((one) => one.trim()),
          });
          return { json: { id }, text: `User ${id} (${email}) is ${role} of account ${account}.` };
        },
      ),
    );
  user
    .command('remove')
    .description('take a user away, with their credentials and sessions')
    .requiredOption('--email <address>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }) => {
        const { id } = await removeUser(ctx, email);
        return { json: { id }, text: `Removed user ${id}.` };
      }),
    );
}
