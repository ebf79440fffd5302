import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';
import { exportRetentionDays } from './export-request.ts';

/** Deletes exports after a week, and unfinished files after a day. */
export async function deleteOldExports(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const old = await ctx.db
    .selectFrom('export_requests')
    .select(['id', 'file_name'])
    .where('created_at', '<=', new Date(now - exportRetentionDays * dayMs))
    .execute();
  for (const { id, file_name } of old) {
    if (file_name !== null) await ctx.files.remove(file_name);
    await ctx.db.deleteFrom('export_requests').where('id', '=', id).execute();
  }
  await ctx.files.removeUnfinished(new Date(now - dayMs));
}
