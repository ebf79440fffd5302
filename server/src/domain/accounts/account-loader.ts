import { sql } from 'kysely';
import { BatcherMap } from '../../lib/batcher-map.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import { withinAccount } from '../within-account.ts';
import type { Account, Plan } from './account.ts';

type Row = { id: string; name: string; plan: Plan; timezone: string; monthly_credits: number; company_id: string | null };

/** Loads an account for a request. Concurrent requests for an account share one query. */
export function accountLoader(ctx: Context): (accountId: string) => Promise<Account | null> {
  const batchers = new BatcherMap<null, Account | null>(
    async (accountId, calls) => {
      const account = await loadAccount(ctx, accountId);
      for (const call of calls) call.resolve(account);
    },
    { maxInFlight: 1 },
  );
  return (accountId) => batchers.call(accountId, null);
}

async function loadAccount(ctx: Context, accountId: string): Promise<Account | null> {
  const { rows } = await prepared(
    'load_account',
    sql<Row>`
    select id, name, plan, timezone, monthly_credits, company_id from accounts where id = ${accountId}`,
  ).execute(withinAccount(ctx, accountId).db);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    timezone: row.timezone,
    monthlyCredits: row.monthly_credits,
    companyId: row.company_id,
  };
}
