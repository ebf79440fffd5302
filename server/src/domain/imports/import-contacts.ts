import { sql } from 'kysely';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { departments, hierarchyLevels } from '../contacts/departments.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type CompanyKeys, readCompanyKeys, requireCompanyId } from './find-company.ts';
import type { Importer, Written } from './importer.ts';

type ContactRow = {
  id?: string;
  company: CompanyKeys;
  email?: string;
  columns: Record<string, unknown>;
  fullName: string;
};

/** Imports contacts, matched by id or e-mail address. */
export const importContacts: Importer<ContactRow> = {
  name: 'contacts',
  changesDirectory: true,
  batchSize: 2000,
  searchIndexes: ['contacts_by_words', 'contacts_by_emails', 'contacts_name_trigram', 'contacts_title_trigram'],
  read(fields) {
    const company = readCompanyKeys(fields);
    const id = fields.integer('id', 1)?.toString();
    const email = fields.email('email');
    const [firstName, lastName] = [fields.text('first_name', 100), fields.text('last_name', 100)];
    const fullName = fields.text('full_name', 200) ?? [firstName, lastName].filter((part) => part !== undefined).join(' ');
    if (fullName === '' && fields.faults.length === 0) fields.refuse('full_name, or first_name and last_name, is missing');
    const row: ContactRow = {
      id,
      company,
      email,
      fullName,
      columns: {
        first_name: firstName,
        last_name: lastName,
        title: fields.text('title', 200),
        department: fields.oneOf('department', departments),
        hierarchy_level: fields.oneOf('hierarchy_level', hierarchyLevels),
        affiliation: fields.oneOf('affiliation', ['current', 'former']),
        email_status: fields.oneOf('email_status', ['valid', 'unverified', 'invalid']),
        phone_numbers: fields.list('phone_numbers', 50),
        social_media_profiles: fields.profiles('social_media_profiles'),
        country_code: fields.country('country_code'),
        do_not_contact: fields.boolean('do_not_contact'),
      },
    };
    return fields.faults.length === 0 ? row : null;
  },
  async write(ctx, row, importId) {
    const { id, company, email } = row;
    const document = documentOf(row, await requireCompanyId(ctx, company));
    const byKey = ctx.db.selectFrom('contacts').select('id');
    const withEmail = email === undefined ? undefined : await byKey.where('email', '=', email).executeTakeFirst();
    const existing = id === undefined ? withEmail : await byKey.where('id', '=', id).executeTakeFirst();
    if (id !== undefined && existing === undefined) throw new Problem('not_found', `there is no contact ${id}`);
    if (existing === undefined) {
      await insertContacts(ctx, importId, [document]);
      return 'added';
    }
    if (withEmail !== undefined && withEmail.id !== existing.id)
      throw new Problem('conflict', `the e-mail address ${email} belongs to contact ${withEmail.id}`);
    await updateContacts(ctx, importId, [{ ...document, id: existing.id }]);
    return 'updated';
  },
  async writeAll(ctx, rows, importId) {
    const companies = await findCompanies(ctx, rows);
    const emails = rows.flatMap(({ email }) => email ?? []);
    const found = await ctx.db
      .selectFrom('contacts')
      .select(['id', 'email'])
      .where('email', 'in', ['', ...emails])
      .execute();
    const existing = new Map(found.map(({ id, email }) => [email, id]));
    const seenEmails = new Set<string>();
    const isPlain = (row: ContactRow) => {
      const isFirst = row.email === undefined || !seenEmails.has(row.email);
      if (row.email !== undefined) seenEmails.add(row.email);
      return row.id === undefined && isFirst && companies.has(keyOf(row.company));
    };
    const written = new Map<ContactRow, Written>();
    const updated: (ContactDocument & { id: string })[] = [];
    const added: ContactDocument[] = [];
    for (const row of rows.filter(isPlain)) {
      const id = row.email === undefined ? undefined : existing.get(row.email);
      const document = documentOf(row, getOrThrow(companies, keyOf(row.company)));
      if (id === undefined) added.push(document);
      else updated.push({ ...document, id });
      written.set(row, id === undefined ? 'added' : 'updated');
    }
    await updateContacts(ctx, importId, updated);
    await insertContacts(ctx, importId, added);
    return rows.map((row) => written.get(row) ?? null);
  },
};

const keyOf = ({ id, domain }: CompanyKeys) => (id === undefined ? `domain:${domain}` : `id:${id}`);

/** Finds the companies of the rows; returns their ids by `keyOf`. */
async function findCompanies(ctx: Context, rows: readonly ContactRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ company }) => company.id ?? []);
  const domains = rows.flatMap(({ company }) => (company.id === undefined ? (company.domain ?? []) : []));
  const { rows: found } = await sql<{ key: string; id: string }>`
    select 'id:' || id as key, coalesce(merged_into, id) as id from companies where id = any(${ids}::bigint[]) and owner_account_id is null
    union all select 'domain:' || d.domain, coalesce(c.merged_into, c.id) from company_domains d join companies c on c.id = d.company_id
    where d.domain = any(${domains}::text[])`.execute(ctx.db);
  return new Map(found.map(({ key, id }) => [key, id]));
}

type ContactDocument = Record<string, unknown>;

function documentOf({ email, fullName, columns }: ContactRow, companyId: string): ContactDocument {
  return { ...columns, email, full_name: fullName, company_id: companyId };
}

const columnTypes = sql`id bigint, company_id bigint, email text, full_name text, first_name text, last_name text, title text,
  department text, hierarchy_level text, affiliation text, email_status text, phone_numbers text[], social_media_profiles jsonb,
  country_code text, do_not_contact boolean`;

const listedEmail = sql`jsonb_build_array(jsonb_build_object('value', g.email, 'status', coalesce(g.email_status, 'unverified')))`;

async function insertContacts(ctx: Context, importId: string | null, documents: readonly ContactDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const ids = await ctx.ids.records(ctx.db, documents.length);
  const recordset = JSON.stringify(documents.map((document, index) => ({ ...document, id: itemAt(ids, index) })));
  await sql`
    insert into contacts (id, company_id, email, full_name, first_name, last_name, title, department, hierarchy_level, affiliation, emails,
      phone_numbers, social_media_profiles, country_code, do_not_contact, updated_at)
    select id, company_id, email, full_name, first_name, last_name, title, coalesce(department, 'other'), coalesce(hierarchy_level, 'unknown'),
      coalesce(affiliation, 'current'), case when email is null then '[]' else ${listedEmail} end, coalesce(phone_numbers, '{}'),
      coalesce(social_media_profiles, '{}'), country_code, coalesce(do_not_contact, false), ${ctx.clock.now()}
    from json_to_recordset(${recordset}::json) as g (${columnTypes})`.execute(ctx.db);
  await recordAddedContacts(ctx, importId, ids);
}

async function updateContacts(
  ctx: Context,
  importId: string | null,
  documents: readonly (ContactDocument & { id: string })[],
): Promise<void> {
  if (documents.length === 0) return;
  const now = ctx.clock.now();
  await recordReplacedContacts(
    ctx,
    importId,
    documents.map(({ id }) => id),
    now,
  );
  const { numAffectedRows } = await sql`
    update contacts k set company_id = g.company_id, email = coalesce(g.email, k.email), full_name = g.full_name,
      first_name = coalesce(g.first_name, k.first_name), last_name = coalesce(g.last_name, k.last_name), title = coalesce(g.title, k.title), department = coalesce(g.department, k.department),
      hierarchy_level = coalesce(g.hierarchy_level, k.hierarchy_level), affiliation = coalesce(g.affiliation, k.affiliation),
      emails = case when g.email is null or (g.email_status is null and k.emails @> jsonb_build_array(jsonb_build_object('value', g.email)))
        then k.emails else ${listedEmail} end, phone_numbers = coalesce(g.phone_numbers, k.phone_numbers),
      social_media_profiles = coalesce(g.social_media_profiles, k.social_media_profiles),
      country_code = coalesce(g.country_code, k.country_code), do_not_contact = coalesce(g.do_not_contact, k.do_not_contact),
      updated_at = ${now}
    from json_to_recordset(${JSON.stringify(documents)}::json) as g (${columnTypes}) where k.id = g.id`.execute(ctx.db);
  if (numAffectedRows !== BigInt(documents.length)) throw new Problem('conflict', 'the contact was removed by the undo of another import');
}

async function recordAddedContacts(ctx: Context, importId: string | null, ids: readonly string[]): Promise<void> {
  if (importId === null) return;
  await sql`
    insert into import_changes (import_id, record_kind, record_id, is_added)
    select ${importId}::bigint, 'contact', id, true from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(ctx.db);
}

/**
 * Records the state of contacts before the import changes them, so that the import can be undone. `now` must be the `updated_at` that the
 * import sets, by which an undo recognizes contacts that were not changed since.
 */
async function recordReplacedContacts(ctx: Context, importId: string | null, ids: readonly string[], now: Date): Promise<void> {
  if (importId === null) return;
  const writtenAt = JSON.stringify({ written_at: now });
  await sql`
    insert into import_changes as recorded (import_id, record_kind, record_id, is_added, before)
    select ${importId}::bigint, 'contact', k.id, false, to_jsonb(k.*) || ${writtenAt}::jsonb from contacts k where k.id = any(${ids}::bigint[])
    on conflict (import_id, record_kind, record_id) do update set before = recorded.before || ${writtenAt}::jsonb`.execute(ctx.db);
}
