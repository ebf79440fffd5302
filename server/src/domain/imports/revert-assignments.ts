import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * `earlier` is what the import replaced: null if nothing, and the company itself if it already had the domain, external id or network.
 * `assigned` is the group or the ids of the locations that the import assigned; null if it was made by an earlier version.
 */
type Assignment = { recordId: string; companyId: string; kind: string; key: string; earlier: unknown; assigned: unknown };

/** `name` and `value` are the entry of the record. `importId` and `otherRecordId` are the later import that made the same assignment, if any. */
type FoundAssignment = Assignment & { name: string; value: string; importId: string | null; otherRecordId: string | null };

/**
 * Reverts the domains, external ids, networks, groups and locations that an import assigned to companies. Assignments that a later import
 * repeated remain, and the undo of that import reverts them.
 */
export async function revertAssignments(trx: Database, importId: string, ids: readonly string[]): Promise<void> {
  const assignments = await transferToLaterImports(trx, importId, ids);
  const added = (kind: string) => assignments.filter((one) => one.kind === kind && one.earlier === null);
  await deleteKeys(trx, 'company_domains', 'domain', added('domain'));
  await deleteKeys(trx, 'company_external_ids', 'external_id', added('external_id'));
  for (const { recordId, companyId, kind, key, earlier, assigned } of assignments) {
    if (kind === 'network') await restoreNetwork(trx, key, companyId, earlier as string | null);
    if (kind === 'locations') await restoreLocations(trx, recordId, companyId, earlier as object[], assigned as string[] | null);
    if (kind === 'group') await restoreGroup(trx, importId, recordId, earlier as string | null, assigned as string | null);
  }
}

/**
 * If a later import made the same assignment, makes its undo restore what was there before both imports. Returns the other assignments.
 * Imports of earlier versions did not record networks and groups that a company already had, so they count as having repeated them.
 */
async function transferToLaterImports(trx: Database, importId: string, ids: readonly string[]): Promise<Assignment[]> {
  const { rows } = await sql<FoundAssignment>`
    with own as materialized (
      select change.record_id, coalesce(c.merged_into, c.id) as company_id, entry.key, entry.value,
        change.before -> ('assigned_' || entry.key) as assigned
      from import_changes change
      join companies c on c.id = change.record_id
      cross join lateral jsonb_each(change.before) as entry
      where change.import_id = ${importId} and change.record_kind = 'company' and change.record_id = any(${ids}::bigint[])
        and (entry.key ~ '^(domain|external_id|network):' or entry.key in ('group', 'locations'))
    ), others as materialized (
      select import_id, record_id, before from import_changes
      where record_id = any(array(select record_id from own union select company_id from own)) and record_kind = 'company'
        and import_id <> ${importId}
    ), found as materialized (
      select distinct on (own.record_id, own.key) own.*, other.import_id, other.record_id as other_record_id
      from own
      cross join lateral (select own.record_id union select own.company_id) as related (id)
      left join others other on other.record_id = related.id and case
        when other.before ? own.key then other.import_id > ${importId} or (own.value = 'null' and own.key ~ '^(domain|external_id):')
        when own.key ~ '^(network:|group$)' then other.import_id > ${importId}
          and not exists (select 1 from jsonb_object_keys(other.before) as recorded where recorded ~ '^(domain|external_id):')
        else false end
      order by own.record_id, own.key, other.import_id > ${importId} desc nulls last, other.import_id
    )
    select record_id::text as "recordId", company_id::text as "companyId", split_part(key, ':', 1) as kind,
      substr(key, strpos(key, ':') + 1) as key, value as earlier, assigned,
      key as name, value::text as value, import_id as "importId", other_record_id as "otherRecordId"
    from found order by record_id, found.key`.execute(trx);
  const transferred = rows.filter(({ importId: other }) => other !== null);
  // A separate statement, because Citus does not change a local table in a statement that also reads replicated tables.
  await sql`
    update import_changes other set before = coalesce(other.before, '{}') || given.earlier
    from (select import_id, record_id, jsonb_object_agg(name, value::jsonb) as earlier
      from unnest(${transferred.map((row) => row.importId)}::bigint[], ${transferred.map((row) => row.otherRecordId)}::bigint[],
        ${transferred.map(({ name }) => name)}::text[], ${transferred.map(({ value }) => value)}::text[]) as batch (import_id, record_id, name, value)
      group by import_id, record_id) as given
    where other.record_kind = 'company' and other.import_id = given.import_id and other.record_id = given.record_id`.execute(trx);
  return rows.filter(({ importId: other }) => other === null);
}

async function deleteKeys(trx: Database, table: string, column: string, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    delete from ${sql.table(table)} t
    using unnest(${assignments.map(({ key }) => key)}::text[], ${assignments.map(({ companyId }) => companyId)}::bigint[])
      as given (key, company_id)
    where t.${sql.ref(column)} = given.key and t.company_id = given.company_id`.execute(trx);
}

/** Gives a network back to the company that had it before, unless another import has assigned it since or that company was removed. */
async function restoreNetwork(trx: Database, asn: string, companyId: string, earlier: string | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from companies where id = ${earlier}::bigint and origin <> 'deleted'`.execute(trx);
  const [owner] = rows;
  const assigned = sql`asn = ${asn} and company_id = ${companyId}`;
  if (owner === undefined) await sql`delete from company_networks where ${assigned}`.execute(trx);
  else await sql`update company_networks set company_id = ${owner.id} where ${assigned}`.execute(trx);
}

/** Restores the locations that the import replaced, at the company that the record was merged into. */
async function restoreLocations(
  trx: Database,
  recordId: string,
  companyId: string,
  locations: object[],
  assigned: string[] | null,
): Promise<void> {
  const isAssigned = assigned === null ? sql`company_id = ${recordId}` : sql`id = any(${assigned}::bigint[])`;
  await sql`delete from company_locations where ${isAssigned}`.execute(trx);
  const earlier = locations.map((location) => ({ ...location, company_id: companyId }));
  await sql`
    insert into company_locations
    select * from jsonb_populate_recordset(null::company_locations, ${JSON.stringify(earlier)}::jsonb)`.execute(trx);
}

/** Moves a company back to its earlier group, unless the parent company was removed or the company has left the assigned group since. */
async function restoreGroup(trx: Database, importId: string, id: string, earlier: string | null, assigned: string | null): Promise<void> {
  const parentId = earlier === null ? null : await findEarlierParent(trx, importId, earlier);
  await sql`
    update companies c set group_company_id = nullif(${parentId}::bigint, c.id)
    where c.id = ${id} and (${assigned}::bigint is null or c.group_company_id is not distinct from
      (select coalesce(merged_into, id) from companies where id = ${assigned}::bigint and origin <> 'deleted'))`.execute(trx);
}

/**
 * Returns the parent company of the earlier group; null if it was removed. Groups have one level: if it has joined a group since, that
 * group's parent company is returned, unless the undo also restores the parent company's own group.
 */
async function findEarlierParent(trx: Database, importId: string, earlier: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select case when change.record_id is null then coalesce(head.group_company_id, head.id) else head.id end as id
    from companies parent
    join companies head on head.id = coalesce(parent.merged_into, parent.id)
    left join import_changes change on change.import_id = ${importId} and change.record_kind = 'company' and change.record_id = head.id
      and change.before ? 'group'
    where parent.id = ${earlier} and parent.origin <> 'deleted'`.execute(trx);
  return rows[0]?.id ?? null;
}
