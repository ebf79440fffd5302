import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * Excludes companies that are already known by the id of a company merged into them. An account's data is moved shortly after a merge, so a
 * table may still contain the previous id.
 */
export async function excludeKnownByPreviousId(
  db: Database,
  companyIds: string[],
  isKnown: (previousId: RawBuilder<string>) => RawBuilder<boolean>,
): Promise<string[]> {
  if (companyIds.length === 0) return companyIds;
  const { rows } = await sql<{ merged_into: string }>`
    select merged_into from companies previous where merged_into = any(${companyIds}::bigint[]) and ${isKnown(sql`previous.id`)}`.execute(
    db,
  );
  const known = new Set(rows.map(({ merged_into }) => merged_into));
  return companyIds.filter((id) => !known.has(id));
}
