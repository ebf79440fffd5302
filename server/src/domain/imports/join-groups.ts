import { sql } from 'kysely';
import type { Context } from '../context.ts';

type GroupMember = { id: string; parentId: string };

/**
 * Moves companies and their subsidiaries into the groups of these parent companies, like `setGroupCompany` for each company. None of the
 * parent companies may join another group in the same call.
 */
export async function joinGroups(ctx: Context, members: readonly GroupMember[], importId: string | null): Promise<void> {
  if (members.length === 0) return;
  const given = sql`unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ parentId }) => parentId)}::bigint[]) as g (id, parent_id)`;
  // First the companies themselves, then their subsidiaries. A single statement that joins on either column would read the whole table.
  for (const column of ['id', 'group_company_id']) {
    const moved = sql`c.${sql.ref(column)} = g.id and c.group_company_id is distinct from g.parent_id`;
    if (importId !== null) {
      // A group that the line repeats is recorded as well, so that it remains if the import that assigned it first is undone.
      const recorded = column === 'id' ? sql`c.id = g.id` : moved;
      await sql`
        insert into import_changes as recorded (import_id, record_kind, record_id, is_added, before)
        select ${importId}::bigint, 'company', c.id, false,
          jsonb_build_object('group', c.group_company_id::text, 'assigned_group', g.parent_id::text)
        from ${given} join companies c on ${recorded}
        on conflict (import_id, record_kind, record_id) do update set before = excluded.before || coalesce(recorded.before, '{}')
          || jsonb_build_object('assigned_group', excluded.before -> 'assigned_group')`.execute(ctx.db);
    }
    await sql`update companies c set group_company_id = g.parent_id, updated_at = ${ctx.clock.now()} from ${given} where ${moved}`.execute(
      ctx.db,
    );
  }
}
