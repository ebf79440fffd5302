import { sql } from 'kysely';

/**
 * The half of the quality that comes from how complete the data of the company `c` is, 0 to 5. The same question as
 * `completenessOf` and `quality` ask, in SQL; a test holds them against each other.
 */
export const completenessSql = sql`(
  (c.domain is not null)::int + (cardinality(c.industry_codes) > 0)::int + (c.employee_range is not null)::int + (c.country_code is not null)::int
  + (c.city is not null)::int + (cardinality(c.phone_numbers) > 0)::int + (c.description is not null)::int + (c.revenue is not null)::int
) * 0.625`;
