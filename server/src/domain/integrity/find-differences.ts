import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { dayOf, daysBetween, startsOfDays } from '../../lib/zoned-days.ts';
import { enqueueAccountMovesJobName } from '../company-merges/enqueue-account-moves.ts';
import { enqueueMovesOfJoinedCompaniesJobName } from '../company-merges/enqueue-moves-of-joined-companies.ts';
import { moveAccountDataJobName } from '../company-merges/move-account-data.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Check, CheckedAccount, CheckResult, PendingWork } from './check.ts';
import { companyDays, companyPages, leads, leadWindows, visitDays } from './checks/day-rollups.ts';
import { credits, eventLedger } from './checks/event-ledger.ts';
import { lists } from './checks/lists.ts';
import { companies, visitReferences } from './checks/references.ts';
import { goals, visits } from './checks/visit-facts.ts';
import { companyGaps, companyValues, visitRollupHours, visitRollups } from './checks/visit-rollups.ts';
import { visitors } from './checks/visitors.ts';

const checks: readonly Check[] = [
  companyDays,
  visitDays,
  companyPages,
  leads,
  leadWindows,
  visitRollups,
  visitRollupHours,
  companyValues,
  companyGaps,
  visitors,
  companies,
  visitReferences,
  lists,
  eventLedger,
  credits,
  visits,
  goals,
];

export type CheckReport = CheckResult & {
  accountId: string;
  check: string;
  description: string;
  isRebuildable: boolean;
  /** Pending background work that caused the check to be skipped. */
  skippedFor: PendingWork[];
};

export type DifferencesReport = { accounts: number; differences: number; checks: CheckReport[] };

type DifferencesOptions = { accountId?: string; onProgress?(message: string): void };

/**
 * Runs all checks, without changing data: recomputes rollups and other totals, compares them with the stored ones, and looks for broken
 * references. Uses one snapshot, so a running service does not interfere; on a cluster, each account is on one node and is read in the
 * snapshot of that node.
 */
export async function findDifferences(ctx: Pick<Context, 'db'>, { accountId, onProgress }: DifferencesOptions): Promise<DifferencesReport> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      let query = trx.selectFrom('accounts').select(['id', 'timezone']).orderBy('id');
      if (accountId !== undefined) query = query.where('id', '=', accountId);
      const accounts = await query.execute();
      if (accountId !== undefined && accounts.length === 0) throw new Problem('not_found', `There is no account ${accountId}.`);
      const reports: CheckReport[] = [];
      for (const [index, { id, timezone }] of accounts.entries()) {
        const progressLabel = `Account ${id} (${index + 1} of ${accounts.length})`;
        const pending = await findPendingWork(trx, id);
        const account = await loadCheckedAccount(trx, id, timezone);
        for (const { name, description, skippedDuring, isRebuildable, run } of checks) {
          onProgress?.(`${progressLabel}: ${description}`);
          const skippedFor = skippedDuring.filter((work) => pending.has(work));
          const onVisits = (count: number) => onProgress?.(`${progressLabel}: ${description}, ${count} visits`);
          const result = skippedFor.length > 0 ? { differences: 0, examples: [] } : await run(trx, account, onVisits);
          reports.push({ accountId: id, check: name, description, isRebuildable, skippedFor, ...result });
        }
      }
      return { accounts: accounts.length, differences: reports.reduce((sum, { differences }) => sum + differences, 0), checks: reports };
    });
}

async function loadCheckedAccount(trx: Transaction<DB>, id: string, timezone: string): Promise<CheckedAccount> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(started_at) as first, max(started_at) as last from visits where account_id = ${id}`.execute(trx);
  const { first, last } = firstOf(rows);
  const days =
    first === null || last === null ? ['1970-01-01'] : daysBetween(dayOf(first.getTime(), timezone), dayOf(last.getTime(), timezone));
  return { id, timezone, days, starts: startsOfDays(days, timezone) };
}

async function findPendingWork(trx: Transaction<DB>, accountId: string): Promise<Set<PendingWork>> {
  const { rows } = await sql<{ work: PendingWork }>`
    select 'day_rebuild' as work from day_rebuilds where account_id = ${accountId}
    union all select 'reattribution' from reattributions where account_id = ${accountId} and status in ('waiting', 'running')`.execute(trx);
  // A merge of companies ends with reattributions.
  const { rows: merges } = await sql`
    select 1 from graphile_worker.jobs where task_identifier in (${enqueueMovesOfJoinedCompaniesJobName}, ${enqueueAccountMovesJobName}, ${moveAccountDataJobName}) limit 1`.execute(
    trx,
  );
  return new Set([...rows.map(({ work }) => work), ...(merges.length > 0 ? ['reattribution' as const] : [])]);
}
