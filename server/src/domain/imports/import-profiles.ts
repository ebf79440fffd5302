import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { ColumnMapping } from './formats/translate-records.ts';

/** Saves a mapping of columns under a name, replacing an earlier one. */
export async function saveImportProfile(ctx: Context, kind: string, name: string, mapping: ColumnMapping): Promise<void> {
  const profile = { kind, name, mapping: JSON.stringify(mapping), created_at: ctx.clock.now() };
  await ctx.db
    .insertInto('import_profiles')
    .values(profile)
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet((row) => ({ mapping: row.ref('excluded.mapping') })))
    .execute();
}

export async function getImportProfile(ctx: Context, kind: string, name: string): Promise<ColumnMapping> {
  const rows = await ctx.db.selectFrom('import_profiles').select(['name', 'mapping']).where('kind', '=', kind).orderBy('name').execute();
  const found = rows.find((row) => row.name === name);
  if (found) return found.mapping as ColumnMapping;
  const saved = rows.length === 0 ? 'None is saved.' : `Saved: ${rows.map((row) => row.name).join(', ')}.`;
  throw new Problem('not_found', `There is no profile "${name}" for imports of ${kind}. ${saved}`);
}
