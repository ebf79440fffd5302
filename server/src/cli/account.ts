import type { Command } from 'commander';
import type { Account } from '../domain/accounts/account.ts';
import { createAccount } from '../domain/accounts/create-account.ts';
import { deleteAccount } from '../domain/accounts/delete-account.ts';
import { getAccount } from '../domain/accounts/get-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { updateAccount } from '../domain/accounts/update-account.ts';
import { Problem } from '../domain/problem.ts';
import { ask } from './ask.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type Fields = { name: string; plan: string; timezone: string; credits?: string; company?: string };

export function addAccountCommands(program: Command) {
  const account = program.command('account').description('create, list, change and delete accounts');
  account
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'name of the account')
    .option('--plan <plan>', 'lite, trial or premium', 'trial')
    .option('--timezone <zone>', 'such as Europe/Helsinki', 'UTC')
    .option('--credits <number>', 'credits per month')
    .option('--company <company>', 'id or domain of the company that owns the account')
    .action(
      onDatabase<Fields>(async (ctx, { name, plan, timezone, credits, company }) => {
        const created = await createAccount(ctx, { name, plan, timezone, credits: numberOf(credits), company });
        return { json: { id: created.id }, text: `Created account ${created.id} (${created.name}).` };
      }),
    );
  account
    .command('list')
    .description('list all accounts')
    .action(
      onDatabase(async (ctx) => {
        const accounts = await listAccounts(ctx);
        const rows = accounts.map((row) => [row.id, row.name, row.plan, row.timezone, String(row.monthlyCredits)]);
        return { json: accounts.map(asJson), text: formatTable(['ID', 'NAME', 'PLAN', 'TIMEZONE', 'CREDITS PER MONTH'], rows) };
      }),
    );
  account
    .command('update')
    .description('update an account')
    .argument('<id>', 'the account')
    .option('--name <name>', 'name of the account')
    .option('--plan <plan>', 'lite, trial or premium')
    .option('--timezone <zone>', 'such as Europe/Helsinki')
    .option('--credits <number>', 'credits per month')
    .option('--company <company>', 'id or domain of the company that owns the account')
    .action(
      onDatabase<Partial<Fields>>(async (ctx, { name, plan, timezone, credits, company }, [id]) => {
        const changed = await updateAccount(ctx, id, { name, plan, timezone, credits: numberOf(credits), company });
        return { json: asJson(changed), text: `Updated account ${changed.id} (${changed.name}).` };
      }),
    );
  account
    .command('delete')
    .description('delete an account with all of its data and any users who belong to no other account; safe to run again if interrupted')
    .argument('<id>', 'the account')
    .option('--yes', 'do not ask for confirmation')
    .action(
      onDatabase<{ yes?: boolean }>(async (ctx, { yes }, [id]) => {
        const { name } = await getAccount(ctx, id);
        if (yes !== true) await confirm(id, name);
        const { rows, ...counts } = await deleteAccount(ctx, id, { onProgress: progressReporter() });
        const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
        const text = `Deleted account ${id} (${name}): ${total} rows, ${counts.users} users, ${counts.files} files, ${counts.jobs} jobs.`;
        return { json: { id, deleted: true, ...counts, rows }, text };
      }),
    );
}

async function confirm(id: string, name: string): Promise<void> {
  const question = `This deletes account ${id} with all of its visits, leads, settings and users, and cannot be undone.\nType its name, ${name}, to continue: `;
  if ((await ask(question)) === name) return;
  throw new Problem('invalid_input', 'That is not the name of the account: nothing was deleted. Use --yes to delete without confirmation.');
}

/** Returns a function that reports progress on standard error, one line per table. On a terminal, the line shows the number of rows. */
function progressReporter() {
  let currentTable = '';
  const isTerminal = process.stderr.isTTY === true;
  return (name: string, rows: number) => {
    if (!isTerminal && name === currentTable) return;
    const linePrefix = isTerminal ? (name === currentTable ? '\r' : '\n') : '';
    currentTable = name;
    process.stderr.write(isTerminal ? `${linePrefix}Deleting ${name}: ${rows} rows` : `Deleting ${name}…\n`);
  };
}

function asJson({ id, name, plan, timezone, monthlyCredits, companyId }: Account) {
  return { id, name, plan, timezone, credits: monthlyCredits, company_id: companyId };
}

/** Returns NaN for a blank string, which `Number` would convert to 0. */
export function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);
}
