import type { Command } from 'commander';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import type { Context } from '../domain/context.ts';
import { listDeadLetters } from '../domain/ingestion/event-queue/list-dead-letters.ts';
import { retryDeadLetters } from '../domain/ingestion/event-queue/retry-dead-letters.ts';
import { Problem } from '../domain/problem.ts';
import { numberOf } from './account.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

export function addEventsCommands(program: Command) {
  const events = program.command('events').description('list and retry events that could not be processed');
  events
    .command('failed')
    .description('list dead letters (requests that could not be processed) with the error; kept for 14 days')
    .option('--account <id>', 'only this account')
    .option('--limit <number>', 'maximum number of rows, newest first', '50')
    .action(
      onDatabase<{ account?: string; limit: string }>(async (ctx, { account, limit }) => {
        const count = numberOf(limit) ?? Number.NaN;
        if (!Number.isInteger(count) || count < 1 || count > 10_000)
          throw new Problem('invalid_input', 'The limit must be from 1 to 10000.');
        if (account !== undefined) await accountIdsOf(ctx, account);
        const failures = await listDeadLetters(ctx, { accountId: account, limit: count });
        const rows = failures.map(({ accountId, receivedAt, failedAt, events: count, error }) => [
          accountId,
          receivedAt.toISOString(),
          failedAt.toISOString(),
          String(count),
          error.slice(0, 120),
        ]);
        const json = failures.map(({ id, accountId, receivedAt, failedAt, events: count, error }) => ({
          id,
          account_id: accountId,
          received_at: receivedAt,
          failed_at: failedAt,
          events: count,
          error,
        }));
        return { json, text: formatTable(['ACCOUNT', 'RECEIVED', 'FAILED', 'EVENTS', 'ERROR'], rows) };
      }),
    );
  events
    .command('retry')
    .description('return dead letters to the event queue, for a running server to process')
    .option('--account <id>', 'only this account')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        let retried = 0;
        for (const id of await accountIdsOf(ctx, account)) retried += (await retryDeadLetters(ctx, id)).events;
        return { json: { retried }, text: `Returned ${retried} events to the event queue.` };
      }),
    );
}

async function accountIdsOf(ctx: Context, account: string | undefined): Promise<string[]> {
  const ids = (await listAccounts(ctx)).map(({ id }) => id);
  if (account === undefined) return ids;
  if (!ids.includes(account)) throw new Problem('not_found', `There is no account ${account}.`);
  return [account];
}
