import { sql } from 'kysely';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit, withAudit } from '../audit/record-audit.ts';
import { checkName, refuseDuplicateName } from '../check-name.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { loadPersonas } from './load-personas.ts';
import type { Persona } from './persona.ts';

type NewPersona = { name: string } & Partial<Omit<Persona, 'id' | 'name'>>;
type PersonaChange = Partial<NewPersona>;

const maxPersonas = 100;

export async function getPersona(ctx: Pick<Context, 'db'>, accountId: string, personaId: string): Promise<Persona> {
  const [persona] = await loadPersonas(ctx, accountId, [personaId]);
  if (!persona) throw new Problem('not_found', `There is no buyer persona ${personaId}.`);
  return persona;
}

export async function createPersona(ctx: Context, accountId: string, input: NewPersona): Promise<Persona> {
  const persona: Persona = {
    id: ctx.ids.uuid(),
    name: checkName(input.name),
    departments: input.departments ?? [],
    hierarchy_levels: input.hierarchy_levels ?? [],
    positions: input.positions ?? [],
    countries: (input.countries ?? []).map((code) => code.toUpperCase()),
  };
  checkCriteria(persona);
  const now = ctx.clock.now();
  await refuseDuplicateName(`A buyer persona named "${persona.name}" already exists.`, () =>
    ctx.db.transaction().execute(async (trx) => {
      await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
      if ((await loadPersonas({ db: trx }, accountId)).length >= maxPersonas) {
        throw new Problem('conflict', `An account can have at most ${maxPersonas} buyer personas.`);
      }
      await trx
        .insertInto('personas')
        .values({ account_id: accountId, ...persona, created_at: now, updated_at: now })
        .execute();
      const subject = { kind: 'persona', id: persona.id };
      await recordAudit(ctx, trx, { for: { accountId }, action: 'persona.created', subject, detail: { name: persona.name } });
    }),
  );
  return persona;
}

export function updatePersona(ctx: Context, accountId: string, personaId: string, change: PersonaChange): Promise<Persona> {
  return ctx.db.transaction().execute(async (trx) => {
    // Concurrent changes of other attributes must not be overwritten.
    await sql`select 1 from personas where account_id = ${accountId} and id = ${personaId} for no key update`.execute(trx);
    const before = await getPersona({ db: trx }, accountId, personaId);
    const after: Persona = {
      ...before,
      ...change,
      name: change.name === undefined ? before.name : checkName(change.name),
      countries: (change.countries ?? before.countries).map((code) => code.toUpperCase()),
    };
    checkCriteria(after);
    const { id: _, ...columns } = after;
    await refuseDuplicateName(`A buyer persona named "${after.name}" already exists.`, () =>
      trx
        .updateTable('personas')
        .set({ ...columns, updated_at: ctx.clock.now() })
        .where('account_id', '=', accountId)
        .where('id', '=', personaId)
        .execute(),
    );
    const subject = { kind: 'persona', id: personaId };
    const detail = changesBetween(before, after);
    await recordAudit(ctx, trx, { for: { accountId }, action: 'persona.changed', subject, detail });
    return after;
  });
}

export async function deletePersona(ctx: Context, accountId: string, personaId: string): Promise<void> {
  const remove = async (trx: Context['db']) => {
    const deleted = await trx.deleteFrom('personas').where('account_id', '=', accountId).where('id', '=', personaId).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new Problem('not_found', `There is no buyer persona ${personaId}.`);
  };
  await withAudit(ctx, remove, () => ({ for: { accountId }, action: 'persona.deleted', subject: { kind: 'persona', id: personaId } }));
}

/** A persona without criteria would match every contact. */
function checkCriteria({ departments, hierarchy_levels, positions, countries }: Persona): void {
  if (departments.length + hierarchy_levels.length + positions.length + countries.length > 0) return;
  throw new Problem('invalid_input', {
    title: 'Specify at least one of departments, hierarchy_levels, positions and countries.',
    attribute: '',
  });
}
