import Type from 'typebox';
import { searchCompanies } from '../../domain/company-search/search-companies.ts';
import { Problem } from '../../domain/problem.ts';
import { route } from '../route.ts';
import { loadCompanyRows } from './company-rows.ts';

const Codes = Type.String({ maxLength: 2000, default: '' });
const DirectoryQuery = Type.Object({
  search: Type.String({ maxLength: 200, default: '' }),
  /** Comma-separated, as are sizes and industries. */
  countries: Codes,
  sizes: Codes,
  industries: Codes,
  /** Whether to include companies that have already visited. */
  visited: Type.Boolean({ default: false }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

const pageSize = 50;
const split = (codes: string) => codes.split(',').filter((code) => code !== '');

/** Search in the shared company directory. Nothing is revealed, so nothing is charged. */
export const directoryRoutes = [
  route({
    method: 'GET',
    path: '/directory',
    permission: 'view',
    query: DirectoryQuery,
    handle: async ({ ctx, accountId, query }) => {
      if ([query.search.trim(), query.countries, query.sizes, query.industries].every((criterion) => criterion === '')) {
        throw new Problem('invalid_input', { title: 'Enter words, or select a country, a size or an industry.', parameter: 'search' });
      }
      const search = {
        search_terms: query.search.trim() === '' ? [] : [query.search.trim()],
        locations: split(query.countries).map((country_code) => ({ country_code })),
        employee_ranges: split(query.sizes),
        industries: { classification: 'internal' as const, codes: split(query.industries) },
        ...(query.visited ? {} : { filters: { has_visited: false } }),
      };
      const { companies, nextCursor, totalCount, minCount } = await searchCompanies(ctx, accountId, search, {
        cursor: query.cursor ?? null,
        size: pageSize,
      });
      return { companies: await loadCompanyRows(ctx, accountId, companies), next: nextCursor, total: totalCount, minTotal: minCount };
    },
  }),
];
