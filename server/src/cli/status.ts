import type { Command } from 'commander';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { findLastBackup, type LastBackup } from '../domain/backups/find-last-backup.ts';
import { type EventLedger, getEventLedger, type LedgerDay } from '../domain/ingestion/get-event-ledger.ts';
import { Problem } from '../domain/problem.ts';
import { listRollupRebuilds, type RollupRebuild } from '../domain/visits/list-rollup-rebuilds.ts';
import { dayMs } from '../lib/day-ms.ts';
import { numberOf } from './account.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

export function addStatusCommand(program: Command) {
  program
    .command('status')
    .description('show received, stored, dropped (by reason) and waiting events')
    .option('--account <id>', 'only this account')
    .option('--days <number>', 'number of days', '7')
    .action(
      onDatabase<{ account?: string; days: string }>(async (ctx, { account, days }) => {
        const count = numberOf(days) ?? Number.NaN;
        if (!Number.isInteger(count) || count < 1 || count > 400)
          throw new Problem('invalid_input', 'The number of days must be from 1 to 400.');
        const since = new Date(ctx.clock.now().getTime() - (count - 1) * dayMs).toISOString().slice(0, 10);
        const accounts = (await listAccounts(ctx)).filter(({ id }) => account === undefined || id === account);
        if (account !== undefined && accounts.length === 0) throw new Problem('not_found', `There is no account ${account}.`);
        const ledger = await getEventLedger(ctx, { accountId: account, since });
        const rebuilds = await listRollupRebuilds(ctx, account);
        const backup = await findLastBackup(ctx);
        const daysOf = Map.groupBy(ledger.days, ({ accountId }) => accountId);
        const active = accounts.filter(({ id }) => daysOf.has(id));
        const text = [
          ...active.map(({ id, name }) => `${name} (account ${id})\n${describe(daysOf.get(id) ?? [])}`),
          ...describeIdle(accounts.length - active.length, count),
          ledger.lagSeconds === 0 ? 'No requests are waiting.' : `The oldest waiting request is ${Math.round(ledger.lagSeconds)} s old.`,
          ...ledger.deadLetters.map(
            ({ accountId, events, lastError }) =>
              `Account ${accountId}: ${events} events could not be processed and are dead letters; latest error: ${lastError}\n` +
              `See "leadlight events failed", and "leadlight events retry" once the cause is fixed.`,
          ),
          ...rebuilds.map(
            (rebuild) =>
              `Account ${rebuild.accountId}: the rollups are being rebuilt, ${rebuild.companiesDone} of ${rebuild.companies} companies ` +
              `and ${rebuild.daysDone} of ${rebuild.days} days done.`,
          ),
          describeBackup(backup),
        ].join('\n\n');
        return {
          json: {
            since,
            days: ledger.days,
            lag_seconds: ledger.lagSeconds,
            dead_letters: ledger.deadLetters.map(deadLettersJson),
            rebuilds: rebuilds.map(rebuildJson),
            last_backup: backupJson(backup),
          },
          text,
        };
      }),
    );
}

function describeIdle(accounts: number, days: number): string[] {
  if (accounts === 0) return [];
  return [`${accounts === 1 ? 'One account' : `${accounts} accounts`} received no events in ${days === 1 ? 'one day' : `${days} days`}.`];
}

function describe(days: LedgerDay[]): string {
  const rows = days.map(({ day, received, stored, dropped, waiting }) => [
    day,
    String(received),
    String(stored),
    Object.entries(dropped)
      .map(([reason, events]) => `${events} ${reason}`)
      .join(', ') || '0',
    String(waiting),
  ]);
  return formatTable(['DAY', 'RECEIVED', 'STORED', 'DROPPED', 'WAITING'], rows);
}

function describeBackup({ succeeded, failed }: LastBackup): string {
  const last = succeeded
    ? `The last backup was written at ${succeeded.finishedAt.toISOString()}: ${succeeded.path}, ${(succeeded.bytes / 1024 ** 2).toFixed(1)} MB.`
    : 'No backup has been written yet.';
  return failed ? `${last} The backup started at ${failed.startedAt.toISOString()} failed: ${failed.error}` : last;
}

function backupJson({ succeeded, failed }: LastBackup) {
  return {
    finished_at: succeeded?.finishedAt ?? null,
    path: succeeded?.path ?? null,
    bytes: succeeded?.bytes ?? null,
    failed_at: failed?.startedAt ?? null,
    error: failed?.error ?? null,
  };
}

function rebuildJson({ accountId, companiesDone, companies, daysDone, days }: RollupRebuild) {
  return { account_id: accountId, companies_done: companiesDone, companies, days_done: daysDone, days };
}

function deadLettersJson({ accountId, events, lastFailedAt, lastError }: EventLedger['deadLetters'][number]) {
  return { account_id: accountId, events, last_failed_at: lastFailedAt, last_error: lastError };
}
