import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

const maxWaitMs = 60_000;

/**
 * Waits until the transactions that are writing now have ended. A batch of the pipeline may have read the company before it was merged, and
 * the lead that it writes is not visible before it commits.
 */
export async function waitForWriters({ db }: Pick<Context, 'db'>): Promise<void> {
  const { rows } = await sql<{ is_cluster: boolean }>`select has_citus() as is_cluster`.execute(db);
  const writers = firstOf(rows).is_cluster ? () => listWritersOnNodes(db) : () => listWriters(db);
  let open = await writers();
  for (const endMs = performance.now() + maxWaitMs; open.length > 0; ) {
    // The job is retried.
    if (performance.now() > endMs) throw new Error('A transaction has been writing for a minute.');
    await pause(50);
    const now = await writers();
    open = open.filter((xid) => now.includes(xid));
  }
}

async function listWriters(db: Context['db']): Promise<string[]> {
  const { rows } = await sql<{ xid: string }>`
    select backend_xid::text as xid from pg_stat_activity
    where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`.execute(db);
  return rows.map(({ xid }) => xid);
}

/** On a cluster, a transaction has its own id on each node that it writes to. */
async function listWritersOnNodes(db: Context['db']): Promise<string[]> {
  const { rows } = await sql<{ xid: string }>`
    select nodeid || ':' || backend_xid as xid from citus_stat_activity
    where datname = current_database() and backend_xid is not null and global_pid <> citus_backend_gpid()`.execute(db);
  return rows.map(({ xid }) => xid);
}
