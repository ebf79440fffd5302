import type { Database } from '../../db/connect.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type TextTable, textTables } from './text-columns.ts';

/** One account, or null for all of them and what they share. */
export type PrivacyScope = { accountId: string | null };

/** Answers of the last day are copies of what accounts own, kept for repeated requests: they belong to every scope. */
const copies = ['idempotency_keys'];

/** Exactly one account, or all of them when that is said. */
export async function scopeOf(ctx: Context, { account, all = false }: { account?: string; all?: boolean }): Promise<PrivacyScope> {
  if ((account === undefined) === !all)
    throw new Problem('invalid_input', 'Say --account and which one, or --all for every account and what they share.');
  return { accountId: account === undefined ? null : (await getAccount(ctx, account)).id };
}

export async function accountIdsOf(ctx: Context, { accountId }: PrivacyScope): Promise<string[]> {
  if (accountId !== null) return [accountId];
  const rows = await ctx.db.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The tables of accounts, and those beyond them that the scope reaches. What an account has set for itself is not a person's. */
export async function tablesOf(db: Database, { accountId }: PrivacyScope): Promise<{ owned: TextTable[]; shared: TextTable[] }> {
  const tables = (await textTables(db)).filter(({ name }) => name !== 'accounts');
  const shared = tables.filter(({ isOfAccounts, name }) => !isOfAccounts && (accountId === null || copies.includes(name)));
  return { owned: tables.filter(({ isOfAccounts }) => isOfAccounts), shared };
}
