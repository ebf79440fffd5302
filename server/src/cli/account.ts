import type { Command } from 'commander';
import type { Account } from '../domain/accounts/account.ts';
import { createAccount } from '../domain/accounts/create-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { updateAccount } from '../domain/accounts/update-account.ts';
import { onDatabase, table } from './kit.ts';

type Fields = { name: string; plan: string; timezone: string; credits?: string; company?: string };

export function addAccountCommands(program: Command) {
  const account = program.command('account').description('make, list and change accounts');
  account
    .command('create')
    .description('make an account')
    .requiredOption('--name <name>', 'what it is called')
    .option('--plan <plan>', 'lite, trial or premium', 'trial')
    .option('--timezone <zone>', 'such as Europe/Helsinki', 'UTC')
    .option('--credits <number>', 'credits a month')
    .option('--company <company>', 'the id or the domain of the company whose account it is')
    .action(
      onDatabase<Fields>(async (ctx, { name, plan, timezone, credits, company }) => {
        const made = await createAccount(ctx, { name, plan, timezone, credits: numberOf(credits), company });
        return { json: { id: made.id }, text: `Made account ${made.id} (${made.name}).` };
      }),
    );
  account
    .command('list')
    .description('list all accounts')
    .action(
      onDatabase(async (ctx) => {
        const accounts = await listAccounts(ctx);
        const rows = accounts.map((row) => [row.id, row.name, row.plan, row.timezone, String(row.monthlyCredits)]);
        return { json: accounts.map(asJson), text: table(['ID', 'NAME', 'PLAN', 'TIMEZONE', 'CREDITS A MONTH'], rows) };
      }),
    );
  account
    .command('update')
    .description('change an account')
    .argument('<id>', 'the account')
    .option('--name <name>', 'what it is called')
    .option('--plan <plan>', 'lite, trial or premium')
    .option('--timezone <zone>', 'such as Europe/Helsinki')
    .option('--credits <number>', 'credits a month')
    .option('--company <company>', 'the id or the domain of the company whose account it is')
    .action(
      onDatabase<Partial<Fields>>(async (ctx, { name, plan, timezone, credits, company }, [id]) => {
        const changed = await updateAccount(ctx, id!, { name, plan, timezone, credits: numberOf(credits), company });
        return { json: asJson(changed), text: `Changed account ${changed.id} (${changed.name}).` };
      }),
    );
}

function asJson({ id, name, plan, timezone, monthlyCredits, companyId }: Account) {
  return { id, name, plan, timezone, credits: monthlyCredits, company_id: companyId };
}

export function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);
}
