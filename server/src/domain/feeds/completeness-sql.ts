import { sql } from 'kysely';

/** The completeness half of the quality of company `c`, 0 to 5. Must match `completenessOf` and `quality`; a test compares them. */
export const completenessSql = sql`(
  (c.domain is not null)::int + (cardinality(c.industry_codes) > 0)::int + (c.employee_range is not null)::int + (c.country_code is not null)::int
  + (c.city is not null)::int + (cardinality(c.phone_numbers) > 0)::int + (c.description is not null)::int + (c.revenue is not null)::int
) * 0.625`;
