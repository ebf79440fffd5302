import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { CrmRecordType } from './crm-record.ts';

/** Maximum number of CRMs of an account. More come only from a column that does not name the CRM; each would have its own lists. */
const maxCrms = 20;

/** Creates the list that follows the records of one type in one CRM, unless it exists. */
export async function createCrmList(ctx: Context, accountId: string, crm: string, recordType: CrmRecordType): Promise<void> {
  const existing = await ctx.db
    .selectFrom('lists')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'crm')
    .where('crm', '=', crm)
    .where('crm_record_type', '=', recordType)
    .executeTakeFirst();
  if (existing) return;
  const { rows: crms } = await sql<{ crm: string }>`
    select distinct crm from lists where account_id = ${accountId} and kind = 'crm'`.execute(ctx.db);
  if (crms.length >= maxCrms && crms.every((other) => other.crm !== crm)) {
    throw new Problem(
      'conflict',
      `An account can have records of at most ${maxCrms} CRMs. The column "crm" must contain the name of the CRM.`,
    );
  }
  const [id] = await ctx.ids.records(ctx.db, 1);
  const scope = recordType === 'contact' ? 'contact' : 'company';
  await sql`
    insert into lists (account_id, id, kind, scope, name, crm, crm_record_type, created_at)
    values (${accountId}, ${id}, 'crm', ${scope}, ${`${crm.charAt(0).toUpperCase()}${crm.slice(1)}: ${recordType}s`}, ${crm}, ${recordType}, ${ctx.clock.now()})
    on conflict (account_id, crm, crm_record_type) where kind = 'crm' do nothing`.execute(ctx.db);
}
