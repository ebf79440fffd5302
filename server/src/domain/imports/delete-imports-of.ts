import type { Context } from '../context.ts';
import { failImportRunOf } from './import-runs.ts';

/** Deletes the imports of an account and ends their runs. Returns the number of imports. */
export async function deleteImportsOf(ctx: Context, accountId: string): Promise<number> {
  const imports = await ctx.db.selectFrom('imports').select('id').where('account_id', '=', accountId).execute();
  for (const { id } of imports) {
    await ctx.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('imports').where('account_id', '=', accountId).where('id', '=', id).execute();
      await failImportRunOf({ ...ctx, db: trx }, id);
    });
  }
  return imports.length;
}
