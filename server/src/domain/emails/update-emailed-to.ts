import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';

/**
 * Updates `emailed_to` of leads, which contains each e-mail address once, ordered by first e-mail, and records the leads as changed for
 * feeds.
 */
export async function updateEmailedTo(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  await sql`
    update leads set emailed_to = array_remove(found.emails, null)
    from (
      select company_id, array_agg(email order by first_at, email) as emails
      from (
        select wanted.id as company_id, e.email, min(e.sent_at) as first_at
        from unnest(${[...companyIds].sort()}::bigint[]) as wanted (id)
        left join lead_emails e on e.account_id = ${accountId} and e.company_id = wanted.id
        group by wanted.id, e.email) as addresses
      group by company_id) as found
    where leads.account_id = ${accountId} and leads.company_id = found.company_id
      and leads.emailed_to is distinct from array_remove(found.emails, null)`.execute(db);
  await recordFeedChanges(db, accountId, companyIds);
}
