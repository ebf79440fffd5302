import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { loadPersonas } from './load-personas.ts';
import { type Persona, personaCriteria } from './persona.ts';

/** Maximum number of contacts that are read for a persona. A larger number of matches would not be more useful. */
const maxRead = 10_000;

type PersonaWithCount = Persona & {
  /** Number of matching contacts in the directory. */
  contactCount: number;
  /** Whether there may be more matches than were counted. */
  hasMore: boolean;
};

export async function listPersonasWithCounts(ctx: Pick<Context, 'db'>, accountId: string): Promise<PersonaWithCount[]> {
  const personas = await loadPersonas(ctx, accountId);
  return ctx.db.transaction().execute(async (trx) => {
    // Otherwise, the planner reads the whole table if it expects many matches among its first rows.
    await sql`set local enable_seqscan = off`.execute(trx);
    const counted: PersonaWithCount[] = [];
    for (const persona of personas) counted.push({ ...persona, ...(await countContacts({ db: trx }, persona)) });
    return counted;
  });
}

async function countContacts({ db }: Pick<Context, 'db'>, persona: Persona): Promise<Pick<PersonaWithCount, 'contactCount' | 'hasMore'>> {
  const { rows } = await sql<{ read: number; matches: number }>`
    select count(*)::int as read, (count(*) filter (where ${personaCriteria(persona)}))::int as matches
    from (
      select k.title, k.department, k.hierarchy_level, k.country_code from contacts k
      where ${candidateCondition(persona)} limit ${maxRead + 1}) as k`.execute(db);
  const { read, matches } = firstOf(rows);
  return { contactCount: Math.min(matches, maxRead), hasMore: read > maxRead };
}

/** The part of the condition that an index supports: everything except titles, or titles if there is nothing else. */
function candidateCondition(persona: Persona): RawBuilder<boolean> {
  const { departments, hierarchy_levels, positions, countries } = persona;
  if (departments.length + hierarchy_levels.length + countries.length > 0) return personaCriteria({ ...persona, positions: [] });
  return positions.every(hasTrigram) ? personaCriteria(persona) : sql`true`;
}

/** Whether the index of titles supports a search for this text. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}
