import { type RawBuilder, sql } from 'kysely';
import type { Person } from './person.ts';
import type { Subject } from './subject.ts';
import type { TextColumn, TextTable } from './text-tables.ts';

type Condition = RawBuilder<unknown>;

/** Returns, by table, the condition for the rows that belong to a person by key. Such rows are deleted, not redacted. */
export function ownedRows(
  accountId: string,
  { visitorIds, addressKey, contactIds, backlog }: Person,
  subject: Subject,
): Map<string, Condition> {
  const rows = new Map<string, Condition>();
  const byKey = visitsByKey({ visitorIds, addressKey });
  const address = subject.kind === 'address' ? subject.value : null;
  if (byKey !== null || address !== null) {
    const unkeyed = address === null ? sql`false` : sql`(ip = ${address}::inet and address_key is null)`;
    rows.set('visits', sql`(${byKey ?? sql`false`} or ${unkeyed})`);
    rows.set('learned_addresses', sql`(visitor_id = any(${visitorIds}::text[]) or address_key = ${addressKey}::bigint)`);
  }
  if (visitorIds.length > 0) rows.set('visitors', sql`id = any(${visitorIds}::text[])`);
  for (const table of ['inbox', 'dead_letters'] as const) {
    const rowsOfTable = backlog.filter((row) => row.table === table);
    if (rowsOfTable.length === 0) continue;
    const lanes = rowsOfTable.map(({ lane }) => lane);
    rows.set(table, sql`(lane, id) in (select * from unnest(${lanes}::smallint[], ${rowsOfTable.map(({ id }) => id)}::bigint[]))`);
  }
  if (contactIds.length > 0) {
    const ids = sql`any(${contactIds}::bigint[])`;
    rows.set('contact_overrides', sql`contact_id = ${ids}`);
    rows.set('custom_field_values', sql`(scope = 'contact' and record_id = ${ids})`);
    rows.set('revealed_records', sql`(kind = 'contact' and record_id = any(${contactIds}::text[]))`);
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

/** Returns the condition for the visits of a person that can be found by an index; null if no key of the person is known. */
export function visitsByKey({ visitorIds, addressKey }: Pick<Person, 'visitorIds' | 'addressKey'>): Condition | null {
  const keys = [
    ...(visitorIds.length > 0 ? [sql`visitor_id = any(${visitorIds}::text[])`] : []),
    ...(addressKey === null ? [] : [sql`address_key = ${addressKey}::bigint`, sql`further_address_keys @> array[${addressKey}::bigint]`]),
  ];
  return keys.length === 0 ? null : sql`(${sql.join(keys, sql` or `)})`;
}

/** Condition for visits in which the visitor gave this e-mail address. */
export function containsEmail(email: string): RawBuilder<boolean> {
  return sql`events::jsonb @> ${JSON.stringify({ hits: [{ m: email }] })}::jsonb`;
}

/** Returns the condition for rows that mention the subject in one of the columns; null if none of the columns can mention it. */
export function mentionedIn(columns: readonly TextColumn[], subject: Subject): Condition | null {
  const tests = columns.flatMap(({ name, type }): Condition[] => {
    if (type === 'inet') return subject.kind === 'address' ? [sql`${sql.ref(name)} = ${subject.value}::inet`] : [];
    if (subject.pattern === null) return [];
    if (type === 'texts') return [sql`texts_mention(${sql.ref(name)}, ${subject.pattern}, ${subject.ignoresCase ? 'i' : 'c'})`];
    return [sql`${sql.ref(name)}::text ${subject.ignoresCase ? sql`~*` : sql`~`} ${subject.pattern}`];
  });
  return tests.length === 0 ? null : sql`(${sql.join(tests, sql` or `)})`;
}

/** The text that replaces a mention. It needs no escaping in JSON, arrays or URLs. */
const redaction = 'erased';

type Redaction = { column: string; value: Condition };

/** Returns the columns that can mention the subject, with the expressions of their redacted values. */
export function redactionsOf({ columns }: TextTable, subject: Subject): Redaction[] {
  const flags = subject.ignoresCase ? 'gi' : 'g';
  return columns.flatMap(({ name, type, isKey }): Redaction[] => {
    if (isKey) return [];
    const column = sql.ref(name);
    if (type === 'inet') return subject.kind === 'address' ? [{ column: name, value: sql`nullif(${column}, ${subject.value}::inet)` }] : [];
    if (subject.pattern === null) return [];
    if (type === 'texts') return [{ column: name, value: sql`texts_without(${column}, ${subject.pattern}, ${redaction}, ${flags})` }];
    // If redacting makes a document invalid JSON, the cast fails, so that nothing invalid is stored.
    const storedType = { text: sql`text`, document: sql`json::text`, json: sql`json`, jsonb: sql`jsonb` }[type];
    return [{ column: name, value: sql`regexp_replace(${column}::text, ${subject.pattern}, ${redaction}, ${flags})::${storedType}` }];
  });
}

export function tableOf({ schema, name }: { schema: string; name: string }) {
  return sql.table(`${schema}.${name}`);
}
