import { type RawBuilder, sql } from 'kysely';
import type { Person } from './person.ts';
import type { Subject } from './subject.ts';
import type { TextColumn, TextTable } from './text-tables.ts';

type Condition = RawBuilder<unknown>;

/** Conditions for rows that belong to a person by key and are deleted entirely. */
export function ownedRows(
  accountId: string,
  { visitorIds, addressKey, contactIds, backlog }: Person,
  subject: Subject,
): Map<string, Condition> {
  const rows = new Map<string, Condition>();
  const address = subject.kind === 'address' ? subject.value : null;
  if (visitorIds.length > 0 || address !== null) {
    const origin = JSON.stringify({ origins: [{ addressKey }] });
    const fromAddress =
      address === null
        ? sql`false`
        : sql`(address_key = ${addressKey}::bigint or (${addressKey}::bigint is not null and events::jsonb @> ${origin}::jsonb)
            or (ip = ${address}::inet and address_key is null))`;
    rows.set('visits', sql`(visitor_id = any(${visitorIds}::text[]) or ${fromAddress})`);
    rows.set('learned_addresses', sql`(visitor_id = any(${visitorIds}::text[]) or address_key = ${addressKey}::bigint)`);
  }
  if (visitorIds.length > 0) rows.set('visitors', sql`id = any(${visitorIds}::text[])`);
  for (const table of ['inbox', 'dead_letters'] as const) {
    const own = backlog.filter((row) => row.table === table);
    if (own.length === 0) continue;
    const lanes = own.map(({ lane }) => lane);
    rows.set(table, sql`(lane, id) in (select * from unnest(${lanes}::smallint[], ${own.map(({ id }) => id)}::bigint[]))`);
  }
  if (contactIds.length > 0) {
    const ids = sql`any(${contactIds}::bigint[])`;
    rows.set('contact_overrides', sql`contact_id = ${ids}`);
    rows.set('custom_field_values', sql`(scope = 'contact' and record_id = ${ids})`);
    rows.set('opened_records', sql`(kind = 'contact' and record_id = any(${contactIds}::text[]))`);
    rows.set(
      'list_items',
      sql`(item_id = ${ids} and list_id in (select l.id from lists l where l.account_id = ${accountId} and l.scope = 'contact'))`,
    );
    rows.set(
      'record_job_items',
      sql`(record_id = ${ids} and job_id in (select j.id from record_jobs j where j.account_id = ${accountId} and j.type = 'find_contact_data_job'))`,
    );
  }
  return rows;
}

/** Matches rows that mention the subject in one of the columns. Null if none of them can. */
export function mentionedIn(columns: readonly TextColumn[], subject: Subject): Condition | null {
  const tests = columns.flatMap(({ name, type }): Condition[] => {
    if (type === 'inet') return subject.kind === 'address' ? [sql`${sql.ref(name)} = ${subject.value}::inet`] : [];
    if (subject.pattern === null) return [];
    if (type === 'texts') return [sql`texts_mention(${sql.ref(name)}, ${subject.pattern}, ${subject.ignoresCase ? 'i' : 'c'})`];
    return [sql`${sql.ref(name)}::text ${subject.ignoresCase ? sql`~*` : sql`~`} ${subject.pattern}`];
  });
  return tests.length === 0 ? null : sql`(${sql.join(tests, sql` or `)})`;
}

/** Replaces a mention. Needs no escaping in JSON, arrays or URLs. */
const redaction = 'erased';

/** Replaces mentions of the subject in all columns. */
export function withoutMentions({ columns }: TextTable, subject: Subject): Condition | null {
  const flags = subject.ignoresCase ? 'gi' : 'g';
  const changes = columns.flatMap(({ name, type, isKey }): Condition[] => {
    if (isKey) return [];
    const column = sql.ref(name);
    if (type === 'inet') return subject.kind === 'address' ? [sql`${column} = nullif(${column}, ${subject.value}::inet)`] : [];
    if (subject.pattern === null) return [];
    if (type === 'texts') return [sql`${column} = texts_without(${column}, ${subject.pattern}, ${redaction}, ${flags})`];
    // The cast fails rather than storing invalid JSON.
    const back = { text: sql`text`, document: sql`json::text`, json: sql`json`, jsonb: sql`jsonb` }[type];
    return [sql`${column} = regexp_replace(${column}::text, ${subject.pattern}, ${redaction}, ${flags})::${back}`];
  });
  return changes.length === 0 ? null : sql.join(changes);
}

export function tableOf({ schema, name }: { schema: string; name: string }) {
  return sql.table(`${schema}.${name}`);
}
