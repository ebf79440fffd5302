import { sql } from 'kysely';
import { companySearchConditions } from '../companies/company-search-conditions.ts';
import { contactSearchConditions } from '../contacts/contact-search.ts';
import type { Context } from '../context.ts';
import type { ListScope } from '../lists/list.ts';
import type { AdvancedSearch } from './batch-job.ts';

const batchSize = 1000;

/** The ids of everything that a search finds, a thousand at a time: however many there are, few are held at once. */
export async function* foundRecords(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  scope: ListScope,
  search: AdvancedSearch,
): AsyncGenerator<string[]> {
  for (let after = '-1'; ; ) {
    const { rows } =
      scope === 'company'
        ? await sql<{ id: string }>`
            select c.id from companies c
            where c.id > ${after} and c.merged_into is null and ${companySearchConditions(accountId, search)} order by c.id limit ${batchSize}`.execute(
            ctx.db,
          )
        : await sql<{ id: string }>`
            select k.id from contacts k where k.id > ${after} and ${contactSearchConditions(search)} order by k.id limit ${batchSize}`.execute(
            ctx.db,
          );
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    yield rows.map(({ id }) => id);
  }
}
