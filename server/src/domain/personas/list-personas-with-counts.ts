import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { loadPersonas } from './load-personas.ts';
import { type Persona, personaCondition } from './persona.ts';

/** Counting stops here; a larger number would not be more useful. */
const maxCount = 10_000;

type PersonaWithCount = Persona & {
  /** Number of matching contacts in the directory, up to `maxCount`. */
  contactCount: number;
};

export async function listPersonasWithCounts(ctx: Pick<Context, 'db'>, accountId: string): Promise<PersonaWithCount[]> {
  const personas = await loadPersonas(ctx, accountId);
  return Promise.all(
    personas.map(async (persona) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
        select 1 from contacts k where ${personaCondition(persona)} limit ${maxCount}) fitting`.execute(ctx.db);
      return { ...persona, contactCount: firstOf(rows).count };
    }),
  );
}
