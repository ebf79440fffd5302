import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { checkRecordId } from '../check-record-id.ts';
import { visibleCompany } from '../companies/visible-company.ts';
import type { Context } from '../context.ts';
import { loadPersonas } from '../personas/load-personas.ts';
import { personaCondition } from '../personas/persona.ts';
import { hierarchyLevels } from './departments.ts';

/** Lists the ids of a company's current contacts: those that match a persona of the account first, then by hierarchy level and name. */
export async function listCompanyContacts(
  ctx: Context,
  accountId: string,
  companyId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ contactIds: string[]; total: number }> {
  const personas = await loadPersonas(ctx, accountId);
  const matchesPersona = personas.length === 0 ? sql`false` : sql`(${sql.join(personas.map(personaCondition), sql` or `)})`;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with of_company as materialized (
      select k.id, ${matchesPersona} as matches_persona, array_position(${hierarchyLevels}::text[], k.hierarchy_level) as level, lower(k.full_name) as name
      from contacts k join companies c on c.id = k.company_id
      where k.company_id = (select coalesce(merged_into, id) from companies where id = ${checkRecordId(companyId, 'company')})
        and k.affiliation = 'current' and ${visibleCompany(accountId)})
    select (select count(*)::int from of_company) as total, array(
      select id::text from of_company order by matches_persona desc, level nulls last, name, id offset ${offset} limit ${limit}) as ids`.execute(
    ctx.db,
  );
  const { ids, total } = firstOf(rows);
  return { contactIds: ids, total };
}
