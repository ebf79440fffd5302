import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';
import { retentionDays } from './record-job.ts';

/** Deletes find-contact-data jobs and their results after the retention period. Enrichment jobs are never deleted. */
export async function deleteOldRecordJobs(ctx: Context): Promise<void> {
  const createdBefore = new Date(ctx.clock.now().getTime() - retentionDays * dayMs);
  await sql`delete from record_jobs where type = 'find_contact_data_job' and created_at < ${createdBefore}`.execute(ctx.db);
}
