import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type CrmRecordOfCompany = {
  id: string;
  crm: string;
  recordType: string;
  name: string;
  url: string | null;
  stage: string | null;
  ownerName: string | null;
  status: 'connected' | 'suggested';
  matchedOn: string;
};

const maxShown = 100;

/** Lists the CRM records connected with a company or suggested for it, connected ones first. */
export async function listCrmRecords(ctx: Pick<Context, 'db'>, accountId: string, companyId: string): Promise<CrmRecordOfCompany[]> {
  const { rows } = await sql<CrmRecordOfCompany>`
    select r.id, r.crm, r.record_type as "recordType", r.name, r.url, r.stage, coalesce(r.owner_name, r.owner_email) as "ownerName",
      x.status, x.matched_on as "matchedOn"
    from crm_connections x join crm_records r on r.account_id = ${accountId} and r.id = x.record_id
    where x.account_id = ${accountId} and x.company_id = ${companyId}
    order by x.status, r.record_type, r.name, r.id limit ${maxShown}`.execute(ctx.db);
  return rows;
}
