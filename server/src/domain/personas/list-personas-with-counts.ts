import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { estimateMatches } from '../estimate-matches.ts';
import { loadPersonas } from './load-personas.ts';
import { countPersonaCriteria, indexablePersonaCondition, type Persona } from './persona.ts';

/** Maximum number of contacts that are counted for a persona, or compared with a title that the index of titles does not support. */
const maxCounted = 10_000;

type PersonaWithCount = Persona & {
  /** Number of matching contacts in the directory. */
  contactCount: number;
  /** Whether there may be more matches than were counted. */
  isTotalCapped: boolean;
};

export async function listPersonasWithCounts(ctx: Pick<Context, 'db'>, accountId: string): Promise<PersonaWithCount[]> {
  const personas = await loadPersonas(ctx, accountId);
  return ctx.db.transaction().execute(async (trx) => {
    // Otherwise, the planner reads the whole table if it expects many matches among its first rows.
    await sql`set local enable_seqscan = off`.execute(trx);
    const counted: PersonaWithCount[] = [];
    for (const persona of personas) counted.push({ ...persona, ...(await countContacts(trx, persona)) });
    return counted;
  });
}

async function countContacts(trx: Database, persona: Persona): Promise<Pick<PersonaWithCount, 'contactCount' | 'isTotalCapped'>> {
  const conditions = indexablePersonaCondition(persona);
  // At least two criteria, so that a sample of the contacts confirms the estimate.
  const criteriaCount = Math.max(2, countPersonaCriteria(persona));
  const { isBeyondLimit } = await estimateMatches(trx, { table: 'contacts', alias: 'k', conditions, criteriaCount }, maxCounted);
  if (isBeyondLimit) return { contactCount: maxCounted, isTotalCapped: true };
  const { rows } = await sql<{ read: number; matches: number }>`
    select count(*)::int as read, (count(*) filter (where ${conditions}))::int as matches
    from (
      select k.title, k.department, k.hierarchy_level, k.country_code from contacts k
      where ${persona.positions.every(hasTrigram) ? conditions : indexablePersonaCondition({ ...persona, positions: [] })}
      limit ${maxCounted + 1}) as k`.execute(trx);
  const { read, matches } = firstOf(rows);
  return { contactCount: Math.min(matches, maxCounted), isTotalCapped: read > maxCounted };
}

/** Whether the index of titles supports a search for this text. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}
