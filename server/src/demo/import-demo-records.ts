import { setGroupCompany } from '../domain/companies/set-group-company.ts';
import type { Context } from '../domain/context.ts';
import { importCompanies } from '../domain/imports/import-companies.ts';
import { importContacts } from '../domain/imports/import-contacts.ts';
import { importCrm } from '../domain/imports/import-crm.ts';
import { importEmails } from '../domain/imports/import-emails.ts';
import { importFinancials } from '../domain/imports/import-financials.ts';
import type { ImportRecord } from '../domain/imports/import-record.ts';
import { importSignals } from '../domain/imports/import-signals.ts';
import type { Importer } from '../domain/imports/importer.ts';
import { runImport } from '../domain/imports/run-import.ts';
import { firstOf } from '../lib/first-of.ts';
import { Random } from '../lib/random.ts';
import { type DemoLead, demoRecords } from './demo-records.ts';

const leadCount = 60;
const holdingDomain = 'northlight-holding.example';

/** Imports fictional data for the leads with the most visits: companies, contacts, signals, financials, CRM records and e-mails. */
export async function importDemoRecords(ctx: Context, accountId: string, seed: number): Promise<void> {
  const random = new Random(seed + 7);
  const leads = await busiestLeads(ctx, accountId);
  const records = leads.map((lead, rank) => demoRecords(lead, rank, ctx.clock.now(), random));
  const importFields = <Row>(importer: Importer<Row>, fields: Record<string, unknown>[]) => importAll(ctx, importer, fields);
  await importFields(
    importCompanies,
    records.map(({ company }) => company),
  );
  await importFields(
    importContacts,
    records.flatMap(({ contacts }) => contacts),
  );
  await importFields(
    importSignals,
    records.flatMap(({ signals }) => signals),
  );
  await importFields(
    importFinancials,
    records.flatMap(({ financials }) => financials),
  );
  await importFields(
    importCrm(accountId),
    records.flatMap(({ crm }) => crm),
  );
  await importFields(
    importEmails(accountId),
    records.flatMap(({ emails }) => emails),
  );
  await createGroup(ctx, leads);
}

async function busiestLeads(ctx: Context, accountId: string): Promise<DemoLead[]> {
  return ctx.db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .select(['companies.id', 'companies.name', 'companies.domain', 'companies.employee_range as employeeRange'])
    .where('leads.account_id', '=', accountId)
    .where('leads.first_visit_at', 'is not', null)
    .orderBy('leads.visits', 'desc')
    .orderBy('companies.id')
    .limit(leadCount)
    .execute();
}

async function importAll<Row>(ctx: Context, importer: Importer<Row>, fields: Record<string, unknown>[]): Promise<void> {
  async function* lines(): AsyncGenerator<ImportRecord> {
    for (const [index, record] of fields.entries()) yield { line: index + 1, fields: record };
  }
  const { refused } = await runImport(ctx, importer, lines(), { dryRun: false });
  if (refused[0]) throw new Error(`A demo record of ${importer.name} was rejected: ${refused[0].reasons.join('; ')}`);
}

/** Creates a fictional holding company with three leads as subsidiaries, so that the demo shows a company group. */
async function createGroup(ctx: Context, leads: DemoLead[]): Promise<void> {
  const now = ctx.clock.now();
  const id = (await findHoldingCompany(ctx)) ?? (await createHoldingCompany(ctx, now));
  for (const lead of leads.slice(4, 7)) await setGroupCompany(ctx.db, lead.id, id, now);
}

/** The holding company may already exist, because deleting a demo account does not delete companies of the directory. */
async function findHoldingCompany(ctx: Context): Promise<string | undefined> {
  const holding = await ctx.db.selectFrom('companies').select('id').where('domain', '=', holdingDomain).executeTakeFirst();
  return holding?.id;
}

async function createHoldingCompany(ctx: Context, now: Date): Promise<string> {
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db
    .insertInto('companies')
    .values({ id, name: 'Northlight Holding (fictional)', domain: holdingDomain, origin: 'import', updated_at: now })
    .execute();
  return id;
}
