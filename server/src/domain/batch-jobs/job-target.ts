import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { getList, type ListScope, refuseReadOnly } from '../lists/list.ts';
import { addItems, removeItems } from '../lists/update-list-memberships.ts';
import { assignTags } from '../tags/assign-tags.ts';
import { requireTags } from '../tags/tag-company.ts';
import { isAdding, type Target } from './batch-job.ts';

/** The list or the tags that a job changes. */
export type JobTarget = {
  scope: ListScope;
  /** Adds or removes records and returns the ids that changed. */
  apply(recordIds: string[]): Promise<string[]>;
  /** Returns further counts for the summary of the job. */
  counts(): Promise<Record<string, number>>;
};

type Job = { accountId: string; type: string; now: Date };

/** Locks the target until the transaction ends, so jobs on one list run one after another and report correct sizes. */
export async function openTarget(trx: Transaction<DB>, job: Job, target: Target): Promise<JobTarget> {
  return 'list_id' in target ? openList(trx, job, target.list_id) : openTags(trx, job, target.tag_ids);
}

async function openList(trx: Transaction<DB>, { accountId, type, now }: Job, listId: string): Promise<JobTarget> {
  const list = await getList({ db: trx }, accountId, listId);
  refuseReadOnly(list);
  await sql`select 1 from lists where account_id = ${accountId} and id = ${list.number} for update`.execute(trx);
  return {
    scope: list.scope,
    apply: (ids) => (isAdding(type) ? addItems(trx, accountId, list.number, ids, now) : removeItems(trx, accountId, list.number, ids)),
    async counts() {
      const { rows } = await sql<{ size: number }>`
        select item_count as size from lists where account_id = ${accountId} and id = ${list.number}`.execute(trx);
      return { list_size_after: firstOf(rows).size };
    },
  };
}

async function openTags(trx: Transaction<DB>, { accountId, type }: Job, requestedIds: string[]): Promise<JobTarget> {
  const tags = await requireTags({ db: trx }, accountId, requestedIds, (at) => ({ attribute: `tag_ids/${at}` }));
  const tagIds = [...tags.keys()];
  await sql`select 1 from tags where account_id = ${accountId} and id = any(${tagIds}::bigint[]) order by id for share`.execute(trx);
  return {
    scope: 'company',
    async apply(companyIds) {
      const changed = await assignTags(trx, accountId, { companyIds, tagIds, isOn: isAdding(type) });
      return [...new Set(changed.map(({ company_id }) => company_id))];
    },
    counts: async () => ({}),
  };
}
