import { type RawBuilder, sql } from 'kysely';
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

/** `where` selects the rows that belong to no account. */
type SharedTable = TextTable & { where: RawBuilder<unknown> };

/** Returns the tables of accounts and the shared tables of the scope. Leaves out `accounts`, because settings are not personal data. */
export async function listTables(db: Database, { accountId }: PrivacyScope): Promise<{ owned: TextTable[]; shared: SharedTable[] }> {
  const tables = (await listTextTables(db)).filter(({ name }) => name !== 'accounts');
  const owned = tables.filter(({ isOfAccounts }) => isOfAccounts);
  const shared = tables
    .filter(({ isOfAccounts, name }) => !isOfAccounts && (accountId === null || copies.includes(name)))
    .map((table) => ({ ...table, where: sql`true` }));
  const operatorLog = owned.filter(({ name }) => accountId === null && name === 'audit_log');
  return { owned, shared: [...shared, ...operatorLog.map((table) => ({ ...table, where: sql`account_id = 0` }))] };
}
