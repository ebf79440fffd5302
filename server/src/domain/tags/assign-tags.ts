import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';

type Tagging = { companyIds: string[]; tagIds: string[]; isOn: boolean };
type ChangedTag = { company_id: string; tag_id: string };

/** Adds tags to companies or removes them. Records the changes for feeds, and returns the pairs of company and tag that changed. */
export async function assignTags(db: Database, accountId: string, { companyIds, tagIds, isOn }: Tagging): Promise<ChangedTag[]> {
  const parameters: [RawBuilder<unknown>, RawBuilder<unknown>] = [sql`${companyIds}::bigint[]`, sql`${tagIds}::bigint[]`];
  const { rows } = isOn
    ? await sql<ChangedTag>`
        insert into lead_tags (account_id, company_id, tag_id)
        select ${accountId}::bigint, c.id, t.id from unnest(${parameters[0]}) as c (id) cross join unnest(${parameters[1]}) as t (id)
        on conflict do nothing returning company_id, tag_id`.execute(db)
    : await sql<ChangedTag>`
        delete from lead_tags where account_id = ${accountId} and company_id = any(${parameters[0]}) and tag_id = any(${parameters[1]})
        returning company_id, tag_id`.execute(db);
  await recordFeedChanges(
    db,
    accountId,
    rows.map(({ company_id }) => company_id),
  );
  return rows;
}
