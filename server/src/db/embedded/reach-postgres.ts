import pg from 'pg';
import { errorCode } from '../../lib/error-code.ts';
import { postgresSocketUrl, postgresUrl } from './postgres-address.ts';

/**
 * Returns a URL at which the running database responds: its Unix socket, which works from any namespace of the machine, or its port.
 * Returns null if neither responds.
 */
export async function reachPostgres(folder: string, timeoutMs = 3000): Promise<string | null> {
  for (const urlOf of [postgresSocketUrl, postgresUrl]) {
    const url = urlIfStarted(() => urlOf(folder));
    if (url !== null && (await isReachable(url, timeoutMs))) return url;
  }
  return null;
}

/** Returns null before the first start of the database, which writes the file with its address. */
function urlIfStarted(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

export async function isReachable(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
