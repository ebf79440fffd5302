import { type Command, Option } from 'commander';
import { setPassword } from '../domain/auth/set-password.ts';
import { resetTwoFactor } from '../domain/auth/two-factor/reset-two-factor.ts';
import { confirmEmail } from '../domain/users/confirm-email.ts';
import { createUser } from '../domain/users/create-user.ts';
import { deleteUser } from '../domain/users/delete-user.ts';
import { getUserByEmail } from '../domain/users/get-user-by-email.ts';
import { grantRole } from '../domain/users/grant-role.ts';
import { listUsers } from '../domain/users/list-users.ts';
import { formatTable } from './format-table.ts';
import { commandOf, onDatabase } from './on-database.ts';
import { type PasswordOptions, readPassword, withPasswordOptions } from './read-password.ts';

const passwordWarning =
  'Warning: a password on the command line is visible to others and stays in the shell history. Use --password-file or --password-stdin, or omit it to be prompted.\n';

export function addUserCommands(program: Command) {
  const user = program.command('user').description('create and list users, set their passwords, give them access to accounts');
  withPasswordOptions(user.command('create'))
    .description('create a user; asks for the password, or reads it from a file or standard input')
    .requiredOption('--account <id>', 'account of the user')
    .requiredOption('--email <address>', 'address they sign in with')
    .addOption(
      new Option('--password <text>', 'visible to other users of the machine; prefer --password-file or --password-stdin').conflicts([
        'passwordFile',
        'passwordStdin',
      ]),
    )
    .option('--role <role>', 'owner, admin, member or viewer', 'member')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .action(async (...actionArguments: unknown[]) => {
      const { password: passwordOption, ...options } = commandOf(actionArguments).opts<PasswordOptions & { password?: string }>();
      if (passwordOption !== undefined) process.stderr.write(passwordWarning);
      // Prompt before the database is opened, so that it is not held open while the command waits for input.
      const password = passwordOption ?? (await readPassword(options));
      await onDatabase<{ account: string; email: string; role: string; firstName?: string; lastName?: string }>(
        async (ctx, { account, email, role, firstName, lastName }) => {
          const { id } = await createUser(ctx, { accountId: account, email, password, role, firstName, lastName });
          return { json: { id }, text: `Created user ${id} (${email}).` };
        },
      )(...actionArguments);
    });
  withPasswordOptions(user.command('set-password').alias('reset-password'))
    .description('set a new password, from a prompt, a file or standard input; ends the user’s sessions')
    .requiredOption('--email <address>', 'the user')
    .action(async (...actionArguments: unknown[]) => {
      const password = await readPassword(commandOf(actionArguments).opts<PasswordOptions>());
      await onDatabase<{ email: string }>(async (ctx, { email }) => {
        const { id } = await setPassword(ctx, email, password);
        return { json: { id }, text: `Set the password of user ${id} (${email}). Ended all their sessions.` };
      })(...actionArguments);
    });
  user
    .command('reset-two-factor')
    .description('turn two-factor authentication off for a user who lost their device and their recovery codes; ends their sessions')
    .requiredOption('--email <address>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }) => {
        const { id } = await resetTwoFactor(ctx, email);
        return { json: { id }, text: `Turned off two-factor authentication for user ${id} (${email}). Ended all their sessions.` };
      }),
    );
  user
    .command('confirm')
    .description('confirm that the e-mail address belongs to the user, so that they can join other accounts')
    .requiredOption('--email <address>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }) => {
        const { id } = await getUserByEmail(ctx, email);
        const isNew = await confirmEmail(ctx, id);
        return { json: { id }, text: isNew ? `Confirmed the address of user ${id} (${email}).` : `The address was already confirmed.` };
      }),
    );
  user
    .command('list')
    .description('list users')
    .option('--account <id>', 'only this account')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        const users = await listUsers(ctx, account);
        const rows = users.map(({ id, email, isEmailConfirmed, accounts }) => [
          id,
          email,
          isEmailConfirmed ? 'yes' : 'no',
          accounts.map((account) => `${account.id} (${account.role})`).join(', '),
        ]);
        return { json: users, text: formatTable(['ID', 'EMAIL', 'CONFIRMED', 'ACCOUNTS'], rows) };
      }),
    );
  user
    .command('grant')
    .description('add a user to an account, or change their role')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--email <address>', 'the user')
    .requiredOption('--role <role>', 'owner, admin, member or viewer')
    .option('--permissions <list>', 'additional permissions, such as manage_api; "" removes them, and without this option they stay')
    .action(
      onDatabase<{ account: string; email: string; role: string; permissions?: string }>(
        async (ctx, { account, email, role, permissions }) => {
          const { id } = await grantRole(ctx, {
            accountId: account,
            email,
            role,
            permissions: permissions
              ?.split(',')
              .map((permission) => permission.trim())
              .filter((permission) => permission !== ''),
          });
          return { json: { id }, text: `User ${id} (${email}) now has the role ${role} in account ${account}.` };
        },
      ),
    );
  user
    .command('remove')
    .description('delete a user with their credentials, sessions and consents')
    .requiredOption('--email <address>', 'the user')
    .action(
      onDatabase<{ email: string }>(async (ctx, { email }) => {
        const { id } = await deleteUser(ctx, email);
        return { json: { id }, text: `Deleted user ${id}.` };
      }),
    );
}
