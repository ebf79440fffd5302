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
    .where('worked_at', '<', before)
    .execute();
  for (const { id } of stuck) await ctx.jobs.add(ctx.db, 'make-export', { exportId: id }, { maxAttempts: 1 });
  return stuck.length;
}
