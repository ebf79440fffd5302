import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { describeHolder, findHolder } from '../../db/embedded/folder-lock.ts';
import { reachPostgres } from '../../db/embedded/reach-postgres.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { Finding } from './finding.ts';

const connectMs = 1500;
const check = 'Database';

/** Returns the URL of the running database, or why it cannot be used. Unlike other commands, this starts and writes nothing. */
export async function findDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string } | Finding> {
  if (databaseUrl !== null) return checkExternalDatabase(databaseUrl);
  const fix = 'Start the service: npm start';
  if (!existsSync(join(dataDir, 'postgres'))) return { check, ok: false, found: `there is none in ${dataDir} yet`, fix };
  const holder = findHolder(dataDir);
  if (holder === null) return { check, ok: false, found: `no server is running on ${dataDir}, so the database was not checked`, fix };
  const url = await reachPostgres(dataDir, connectMs);
  if (url !== null) return { url };
  return {
    check,
    ok: false,
    found: `${describeHolder(holder.heldBy)} uses ${dataDir}, but its database cannot be reached from here`,
    fix: 'See logs/postgres.log in the data folder. If the server runs in another container or on another machine, run doctor there.',
  };
}

async function checkExternalDatabase(url: string): Promise<{ url: string } | Finding> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2 * connectMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return { url };
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    const found = `${hostname}:${port || 5432}${pathname} cannot be reached (${errorMessage(error) || 'no response'})`;
    return { check, ok: false, found, fix: 'Check DATABASE_URL and that the database is running.' };
  }
}
