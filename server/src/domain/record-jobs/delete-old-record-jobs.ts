import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { retentionDays } from './record-job.ts';

/** Deletes found contact data after the retention period. */
export async function deleteOldRecordJobs(ctx: Context): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - retentionDays * 86_400_000);
  await sql`delete from record_jobs where type = 'find_contact_data_job' and created_at < ${until}`.execute(ctx.db);
}
