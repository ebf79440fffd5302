import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type CompanyLocation = {
  name: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  countryCode: string;
};
/** `isLead` is true if the company is a lead of the account, so that the web application has a page about it. */
export type GroupMember = { companyId: string; name: string; domain: string | null; isLead: boolean };

type DirectoryRelations = { locations: CompanyLocation[]; groupCompany: GroupMember | null; subsidiaries: GroupMember[] };

const maxShown = 50;

/** Loads the other locations of a company, its parent company and its subsidiaries. */
export async function loadDirectoryRelations(ctx: Pick<Context, 'db'>, accountId: string, companyId: string): Promise<DirectoryRelations> {
  const isLead = sql<boolean>`exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = companies.id)`;
  const members = ctx.db
    .selectFrom('companies')
    .select(['id as companyId', 'name', 'domain', isLead.as('isLead')])
    .where('merged_into', 'is', null);
  const [locations, groupCompany, subsidiaries] = await Promise.all([
    ctx.db
      .selectFrom('company_locations')
      .select(['name', 'street_address as street', 'postal_code as postalCode', 'city', 'region', 'country_code as countryCode'])
      .where('company_id', '=', companyId)
      .orderBy('country_code')
      .orderBy('city')
      .orderBy('id')
      .limit(maxShown)
      .execute(),
    members
      .where('id', '=', (eb) => eb.selectFrom('companies as own').select('own.group_company_id').where('own.id', '=', companyId))
      .executeTakeFirst(),
    members.where('group_company_id', '=', companyId).orderBy('name').orderBy('id').limit(maxShown).execute(),
  ]);
  return { locations, groupCompany: groupCompany ?? null, subsidiaries };
}
