import type { CompanySummary } from '../../domain/companies/load-summaries.ts';
import { loadLastVisits } from '../../domain/leads/load-last-visits.ts';
import { listMemberships } from '../../domain/lists/list-memberships.ts';
import type { AppContext } from '../context.ts';

/** Loads the data that lists and search results show about companies, whether or not they have visited. */
export async function loadCompanyRows(ctx: AppContext, accountId: string, companies: readonly CompanySummary[]) {
  const ids = companies.map(({ id }) => id);
  const [visits, memberships] = await Promise.all([loadLastVisits(ctx, accountId, ids), listMemberships(ctx, accountId, 'company', ids)]);
  const listsById = new Map(memberships.map(({ requestedId, lists }) => [requestedId, lists]));
  return companies.map((company) => ({
    id: company.id,
    name: company.name,
    domain: company.domain,
    logoUrl: company.logo_url,
    city: company.city,
    countryCode: company.country_code,
    industry: company.industries?.[0]?.name ?? null,
    employeeRange: company.employee_range,
    contacts: company.num_contacts,
    /** Null if the company has not visited. */
    visits: visits.get(company.id)?.visits ?? null,
    lastVisitAt: visits.get(company.id)?.lastVisitAt ?? null,
    /** Lists that users created. */
    lists: (listsById.get(company.id) ?? []).filter(({ kind }) => kind === 'static').map(({ id, name }) => ({ id, name })),
  }));
}
