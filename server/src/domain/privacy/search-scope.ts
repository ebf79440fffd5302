import type { Database } from '../../db/connect.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { listTextTables, type TextTable } from './text-tables.ts';

/** One account, or null for all accounts and shared data. */
export type PrivacyScope = { accountId: string | null };

/** Shared tables with copies of account data, which belong to every scope: idempotency keys store the responses of the last day. */
const copies = ['idempotency_keys'];

/** Requires either an account or an explicit `all`. */
export async function resolveScope(ctx: Context, { account, all = false }: { account?: string; all?: boolean }): Promise<PrivacyScope> {
  if ((account === undefined) === !all)
    throw new Problem('invalid_input', 'Specify --account with an id, or --all for all accounts and shared data.');
  return { accountId: account === undefined ? null : (await getAccount(ctx, account)).id };
}

export async function listAccountIds(ctx: Context, { accountId }: PrivacyScope): Promise<string[]> {
  if (accountId !== null) return [accountId];
  const rows = await ctx.db.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Returns the tables of accounts and the shared tables of the scope. Leaves out `accounts`, because settings are not personal data. */
export async function listTables(db: Database, { accountId }: PrivacyScope): Promise<{ owned: TextTable[]; shared: TextTable[] }> {
  const tables = (await listTextTables(db)).filter(({ name }) => name !== 'accounts');
  const shared = tables.filter(({ isOfAccounts, name }) => !isOfAccounts && (accountId === null || copies.includes(name)));
  return { owned: tables.filter(({ isOfAccounts }) => isOfAccounts), shared };
}
