import { randomBytes } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import pg from 'pg';

const tagKey = 'leadlight database sessions';
/** Identifies the database sessions of this process, including its threads, which inherit the tag. Containers can have the same pids. */
const processTag = String(getEnvironmentData(tagKey) ?? randomBytes(4).toString('hex'));
setEnvironmentData(tagKey, processTag);

export function applicationName(name: string): string {
  return `leadlight ${name} ${processTag}`;
}

/** Terminates all database sessions of this process, and with them its statements in flight. */
export async function endOwnSessions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like $1 and usename = session_user and pid <> pg_backend_pid()`,
      [`leadlight % ${processTag}`],
    );
  } finally {
    await client.end();
  }
}
