import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connectRecord } from '../crm/connect-records.ts';
import { createCrmList } from '../crm/create-crm-list.ts';
import { type CrmRecordType, crmRecordTypes } from '../crm/crm-record.ts';
import { deleteUnusedCrmList } from '../crm/delete-unused-crm-list.ts';
import { updateCrmData } from '../crm/update-crm-data.ts';
import { nameKey } from '../identification/organization-name.ts';
import { workDomain } from '../identification/work-domain.ts';
import type { Importer } from './importer.ts';

type CrmRow = {
  crm: string;
  recordType: CrmRecordType;
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
  doNotContact?: boolean;
  isDeleted: boolean;
};

/**
 * Imports CRM records of an account. A record with the id or domain of a company, or with a work e-mail address at the company, is
 * connected to it; a company with an equal name is only suggested to the user. A line replaces the whole record or deletes it.
 */
export function importCrm(accountId: string): Importer<CrmRow> {
  return {
    name: 'crm',
    read(fields) {
      const [domain, companyDomain] = [fields.domain('domain'), fields.domain('company_domain')];
      const row: CrmRow = {
        crm: fields.required('crm', fields.text('crm', 50)?.toLowerCase()),
        recordType: fields.required('record_type', fields.oneOf('record_type', crmRecordTypes)),
        externalId: fields.required('external_id', fields.text('external_id', 200)),
        name: fields.required('name', fields.text('name', 200)),
        url: fields.url('url'),
        ownerName: fields.text('owner_name', 200),
        ownerEmail: fields.email('owner_email'),
        stage: fields.text('stage', 100),
        companyId: fields.integer('company_id', 1)?.toString(),
        domain: domain ?? companyDomain,
        email: fields.email('email'),
        companyName: fields.text('company_name', 200),
        doNotContact: fields.boolean('do_not_contact'),
        isDeleted: fields.boolean('deleted') ?? false,
      };
      return fields.faults.length === 0 ? row : null;
    },
    async write(ctx, row) {
      const existing = await findRecord(ctx, accountId, row);
      const before = existing === undefined ? [] : await listConnectedCompanies(ctx, accountId, existing.id);
      if (row.isDeleted) {
        if (existing !== undefined) {
          await ctx.db.deleteFrom('crm_records').where('account_id', '=', accountId).where('id', '=', existing.id).execute();
          await updateCrmData(ctx.db, accountId, before);
        }
        await deleteUnusedCrmList(ctx, accountId, row.crm, row.recordType);
        return 'updated';
      }
      const id = existing?.id ?? ctx.ids.ordered();
      const keys = matchKeysOf(row);
      await sql`
        insert into crm_records (account_id, id, crm, record_type, external_id, name, url, owner_name, owner_email, stage, updated_at,
          company_id, domain, email, email_domain, company_name, company_name_key, do_not_contact)
        values (${accountId}, ${id}, ${row.crm}, ${row.recordType}, ${row.externalId}, ${row.name}, ${row.url ?? null}, ${row.ownerName ?? null},
          ${row.ownerEmail ?? null}, ${row.stage ?? null}, ${ctx.clock.now()}, ${keys.company_id}, ${keys.domain}, ${keys.email},
          ${keys.email_domain}, ${keys.company_name}, ${keys.company_name_key}, ${row.doNotContact ?? null})
        on conflict (account_id, id) do update set name = excluded.name, url = excluded.url, owner_name = excluded.owner_name,
          owner_email = excluded.owner_email, stage = excluded.stage, updated_at = excluded.updated_at, company_id = excluded.company_id,
          domain = excluded.domain, email = excluded.email, email_domain = excluded.email_domain, company_name = excluded.company_name,
          company_name_key = excluded.company_name_key, do_not_contact = excluded.do_not_contact`.execute(ctx.db);
      await createCrmList(ctx, accountId, row.crm, row.recordType);
      const connected = await connectRecord(ctx.db, accountId, { id, record_type: row.recordType, ...keys });
      await updateCrmData(ctx.db, accountId, [...before, ...connected]);
      return existing === undefined ? 'added' : 'updated';
    },
  };
}

function findRecord(ctx: Context, accountId: string, { crm, recordType, externalId }: CrmRow) {
  return ctx.db
    .selectFrom('crm_records')
    .select('id')
    .where('account_id', '=', accountId)
    .where('crm', '=', crm)
    .where('record_type', '=', recordType)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

async function listConnectedCompanies(ctx: Context, accountId: string, recordId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('crm_connections')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('record_id', '=', recordId)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

function matchKeysOf({ companyId, domain, email, companyName, recordType, name }: CrmRow) {
  const companyLabel = companyName ?? (recordType === 'organization' ? name : undefined);
  return {
    company_id: companyId ?? null,
    domain: domain ?? null,
    email: email ?? null,
    email_domain: email === undefined ? null : workDomain(email),
    company_name: companyLabel ?? null,
    company_name_key: (companyLabel && nameKey(companyLabel)) || null,
  };
}
