import { firstOf } from '../../lib/first-of.ts';
import { type CompanyHandle, readCompanyHandle, requireCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';

/** Contract, contact. */
export const departments = [
  'sales_department',
  'marketing_department',
  'it_department',
  'finance_department',
  'hr_department',
  'operations_department',
  'engineering_department',
  'legal_department',
  'management',
  'other',
] as const;
export const hierarchyLevels = ['c_level', 'vp', 'director', 'manager', 'staff', 'unknown'] as const;

type ContactRow = {
  id?: string;
  company: CompanyHandle;
  email?: string;
  columns: Record<string, unknown>;
  fullName: string;
};

/** Imports contacts, matched by id or e-mail address. */
export const importContacts: Importer<ContactRow> = {
  name: 'contacts',
  changesDirectory: true,
  read(fields) {
    const company = readCompanyHandle(fields);
    const id = fields.integer('id', 1)?.toString();
    const email = fields.email('email');
    const emailStatus = fields.oneOf('email_status', ['valid', 'unverified', 'invalid']) ?? 'unverified';
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
        emails: email === undefined ? undefined : JSON.stringify([{ value: email, status: emailStatus }]),
        phone_numbers: fields.list('phone_numbers', 50),
        social_media_profiles: asJson(fields.profiles('social_media_profiles')),
        country_code: fields.country('country_code'),
        do_not_contact: fields.boolean('do_not_contact'),
      },
    };
    return fields.faults.length === 0 ? row : null;
  },
  async write(ctx, { id, company, email, fullName, columns }) {
    const companyId = await requireCompanyId(ctx, company);
    const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    const common = { ...given, company_id: companyId, full_name: fullName, updated_at: ctx.clock.now() };
    const byKey = ctx.db.selectFrom('contacts').select('id');
    const known =
      id === undefined
        ? email === undefined
          ? undefined
          : await byKey.where('email', '=', email).executeTakeFirst()
        : await byKey.where('id', '=', id).executeTakeFirst();
    if (known !== undefined) {
      await ctx.db.updateTable('contacts').set(common).where('id', '=', known.id).execute();
      return 'updated';
    }
    const newId = firstOf(await ctx.ids.records(ctx.db, 1));
    await ctx.db
      .insertInto('contacts')
      .values({ ...common, id: newId, email: email ?? null })
      .execute();
    return 'added';
  },
};

function asJson(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
