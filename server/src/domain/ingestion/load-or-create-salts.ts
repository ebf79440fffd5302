import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

/** Returns the salts of days and creates missing ones. Reads again after that, because another worker may have created one first. */
export async function loadOrCreateSalts(ctx: Context, days: string[]): Promise<Map<string, Buffer>> {
  const found = await loadSalts(ctx.db, days);
  // Sorted, so two workers that create the same days cannot deadlock.
  const missing = days.filter((day) => !found.has(day)).sort();
  if (missing.length === 0) return found;
  await ctx.db
    .insertInto('visitor_salts')
    .values(missing.map((day) => ({ day, salt: randomBytes(16), created_at: ctx.clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return loadSalts(ctx.db, days);
}

export async function loadSalts(db: Database, days: string[]): Promise<Map<string, Buffer>> {
  if (days.length === 0) return new Map();
  const rows = await db.selectFrom('visitor_salts').select(['day', 'salt']).where('day', 'in', days).execute();
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}
