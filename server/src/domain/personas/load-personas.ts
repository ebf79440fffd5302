import type { Context } from '../context.ts';
import type { Persona } from './persona.ts';

/** Loads the given buyer personas, or all of them, oldest first. */
export function loadPersonas(ctx: Pick<Context, 'db'>, accountId: string, ids?: readonly string[]): Promise<Persona[]> {
  if (ids?.length === 0) return Promise.resolve([]);
  return ctx.db
    .selectFrom('personas')
    .select(['id', 'name', 'departments', 'hierarchy_levels', 'positions', 'countries'])
    .where('account_id', '=', accountId)
    .where((eb) => (ids === undefined ? eb.lit(true) : eb('id', 'in', ids)))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
