import type { Context } from '../context.ts';
import { leaseMs } from './make-export.ts';

/**
 * Gives exports whose worker has died to another one. The job of a killed worker stays locked for hours, so it gets a new one;
 * should the old one ever wake up, it finds the request claimed or done.
 */
export async function resumeExports(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - leaseMs);
  const stuck = await ctx.db
    .selectFrom('export_requests')
    .select('id')
    .where('status', '=', 'pending')
    // A worker may also have died between taking the job and claiming the request.
    .where((eb) => eb.or([eb('heartbeat_at', '<', before), eb.and([eb('heartbeat_at', 'is', null), eb('created_at', '<', before)])]))
    .execute();
  // The same key as the first job: one that only waits for its turn is not doubled, one that is locked gets another beside it.
  for (const { id } of stuck) await ctx.jobs.add(ctx.db, 'make-export', { exportId: id }, { key: `export-${id}`, maxAttempts: 10 });
  return stuck.length;
}
