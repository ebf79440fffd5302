import type { Context } from '../context.ts';

export type ContactName = { id: string; full_name: string; title: string | null; department: string; hierarchy_level: string };

/** Loads the fields that are visible before a contact is revealed. */
export async function loadContactNames(ctx: Context, contactIds: string[]): Promise<Map<string, ContactName>> {
  if (contactIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'title', 'department', 'hierarchy_level'])
    .where('id', 'in', contactIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
