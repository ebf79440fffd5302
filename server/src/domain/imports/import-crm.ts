import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { nameKey } from '../identification/organization-name.ts';
import { workDomain } from '../identification/work-domain.ts';
import { findCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';

type CrmRow = {
  crm: string;
  recordType: 'organization' | 'lead' | 'contact' | 'deal';
  externalId: string;
  name: string;
  url?: string;
  ownerName?: string;
  ownerEmail?: string;
  stage?: string;
  companyId?: string;
  domain?: string;
  email?: string;
  companyName?: string;
};

type Match = { companyId: string; status: 'connected' | 'suggested'; matchedOn: string };

/**
 * Records of an account's CRM. A record that names a company by id, domain or work e-mail is connected with it; one that only
 * bears the same name is suggested, and a person decides.
 */
export function importCrm(accountId: string): Importer<CrmRow> {
  return {
    name: 'crm',
    read(fields) {
      const row: CrmRow = {
        crm: fields.required('crm', fields.text('crm', 50)?.toLowerCase()),
        recordType: fields.required('record_type', fields.oneOf('record_type', ['organization', 'lead', 'contact', 'deal'])),
        externalId: fields.required('external_id', fields.text('external_id', 200)),
        name: fields.required('name', fields.text('name', 200)),
        url: fields.url('url'),
        ownerName: fields.text('owner_name', 200),
        ownerEmail: fields.email('owner_email'),
        stage: fields.text('stage', 100),
        companyId: fields.integer('company_id', 1)?.toString(),
        domain: fields.domain('domain') ?? fields.domain('company_domain'),
        email: fields.email('email'),
        companyName: fields.text('company_name', 200),
      };
      return fields.faults.length === 0 ? row : null;
    },
    async write(ctx, row) {
      const known = await ctx.db
        .selectFrom('crm_records')
        .select('id')
        .where('account_id', '=', accountId)
        .where('crm', '=', row.crm)
        .where('record_type', '=', row.recordType)
        .where('external_id', '=', row.externalId)
        .executeTakeFirst();
      const id = known?.id ?? ctx.ids.ordered();
      await sql`
        insert into crm_records (account_id, id, crm, record_type, external_id, name, url, owner_name, owner_email, stage, updated_at)
        values (${accountId}, ${id}, ${row.crm}, ${row.recordType}, ${row.externalId}, ${row.name}, ${row.url ?? null}, ${row.ownerName ?? null},
          ${row.ownerEmail ?? null}, ${row.stage ?? null}, ${ctx.clock.now()})
        on conflict (account_id, id) do update set name = excluded.name, url = excluded.url, owner_name = excluded.owner_name,
          owner_email = excluded.owner_email, stage = excluded.stage, updated_at = excluded.updated_at`.execute(ctx.db);
      const match = await findMatch(ctx, row);
      if (match !== null) await connect(ctx, accountId, id, row, match);
      return known === undefined ? 'added' : 'updated';
    },
  };
}

async function findMatch(ctx: Context, { companyId, domain, email, companyName, recordType, name }: CrmRow): Promise<Match | null> {
  const byId = companyId === undefined ? null : await findCompanyId(ctx, { id: companyId });
  if (byId !== null) return { companyId: byId, status: 'connected', matchedOn: 'id' };
  const byDomain = domain === undefined ? null : await findCompanyId(ctx, { domain });
  if (byDomain !== null) return { companyId: byDomain, status: 'connected', matchedOn: 'domain' };
  const employer = email === undefined ? null : workDomain(email);
  const byEmail = employer === null ? null : await findCompanyId(ctx, { domain: employer });
  if (byEmail !== null) return { companyId: byEmail, status: 'connected', matchedOn: 'email' };
  const wanted = companyName ?? (recordType === 'organization' ? name : undefined);
  if (wanted === undefined) return null;
  const rows = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('name', 'ilike', `${wanted.slice(0, 3).replace(/[%_\\]/g, '')}%`)
    .where('merged_into', 'is', null)
    .execute();
  const same = rows.filter((company) => nameKey(company.name) === nameKey(wanted));
  return same.length === 1 ? { companyId: same[0]!.id, status: 'suggested', matchedOn: 'name' } : null;
}

async function connect(
  ctx: Context,
  accountId: string,
  recordId: string,
  { recordType, externalId }: CrmRow,
  { companyId, status, matchedOn }: Match,
): Promise<void> {
  await sql`delete from crm_connections where account_id = ${accountId} and record_id = ${recordId} and company_id <> ${companyId}`.execute(
    ctx.db,
  );
  await sql`
    insert into crm_connections (account_id, id, company_id, record_id, status, matched_on)
    values (${accountId}, ${ctx.ids.ordered()}, ${companyId}, ${recordId}, ${status}, ${matchedOn})
    on conflict (account_id, company_id, record_id) do update set status = excluded.status, matched_on = excluded.matched_on`.execute(
    ctx.db,
  );
  // The earlier interface shows the numbers that the CRM gave to leads and organisations.
  if (status !== 'connected' || !/^\d{1,15}$/.test(externalId)) return;
  if (recordType === 'lead')
    await sql`update leads set crm_lead_id = ${externalId} where account_id = ${accountId} and company_id = ${companyId}`.execute(ctx.db);
  if (recordType === 'organization')
    await sql`update leads set crm_organization_id = ${externalId} where account_id = ${accountId} and company_id = ${companyId}`.execute(
      ctx.db,
    );
}
