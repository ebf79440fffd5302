import { pino } from 'pino';
import type { Database } from '../../server/src/db/connect.ts';
import { createIds } from '../../server/src/db/ids.ts';
import type { Clock, Context } from '../../server/src/domain/context.ts';
import { fileStore } from '../../server/src/providers/file-store.ts';
import { jobQueue } from '../../server/src/providers/job-queue.ts';

const systemClock: Clock = { now: () => new Date() };

/** Creates the context that every use case needs, without a server: jobs are queued but not run, and nothing is sent or logged. */
export function plainContext(db: Database, filesFolder: string, clock = systemClock): Context {
  return {
    db,
    clock,
    ids: createIds(() => clock.now().getTime()),
    jobs: jobQueue,
    files: fileStore(filesFolder),
    log: pino({ level: 'silent' }),
  };
}
