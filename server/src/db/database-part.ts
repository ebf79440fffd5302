import { sql } from 'kysely';
import type { Part } from '../http/health.ts';
import type { Database } from './connect.ts';

/** Readiness check: the database must answer within two seconds. */
export function databasePart(db: Database): Part {
  return {
    name: 'database',
    isReady() {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref());
      const answer = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      return Promise.race([answer, timeout]);
    },
  };
}
