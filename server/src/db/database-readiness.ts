import { sql } from 'kysely';
import type { ReadinessCheck } from '../http/health.ts';
import type { Database } from './connect.ts';

/** Readiness check: the database must respond within two seconds. */
export function databaseReadiness(db: Database): ReadinessCheck {
  return {
    name: 'database',
    isReady() {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref());
      const response = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      return Promise.race([response, timeout]);
    },
  };
}
