import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { type RowWriter, writeRows } from '../../lib/combined-statements.ts';
import { named } from '../../lib/prepared.ts';
import type { PartnerCookies } from '../events/event.ts';
import type { ReachedGoal } from '../goals/match-goals.ts';
import type { StoredClient } from './client-info.ts';

export type VisitRow = StoredClient & {
  id: string;
  visitorId: string;
  startedAtMs: number;
  endedAtMs: number;
  pageDepth: number;
  visitLengthSeconds: number;
  landingPageId: string | null;
  /** Distinct, in order of their last view. */
  pageIds: string[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  furtherAddressKeys: string[] | null;
  /** JSON as text. */
  events: string;
  goals: ReachedGoal[];
};

export async function deleteVisits(trx: Transaction<DB>, accountId: string, visits: { id: string; startedAtMs: number }[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    delete from visits where account_id = ${accountId} and (started_at, id) in (
      select * from unnest(${timeArray(visits.map(({ startedAtMs }) => startedAtMs))}::timestamptz[], ${plainArray(visits.map(({ id }) => id))}::uuid[]))`.execute(
    trx,
  );
}

/** How the values of a column are passed to a statement that writes many visits. */
type Column = {
  name: string;
  /** All values as one parameter. Null if all are null, which is faster to parse. */
  list(visits: readonly VisitRow[]): string | null;
  /** The array expression of a parameter. */
  array(parameter: string): string;
  /** The expression to store for an element. */
  element: string;
};

type Value<Type> = (visit: VisitRow) => Type | null;

/** For values that need no quoting. */
function plain(name: string, type: string, value: Value<string | number>, element = name): Column {
  return { name, list: listOf(value, plainArray), array: (parameter) => `${parameter}::${type}[]`, element };
}

/** For arbitrary text. */
function text(name: string, value: Value<string>, element = name): Column {
  return { name, list: listOf(value, textArray), array: (parameter) => `${parameter}::text[]`, element };
}

/** For text without control characters, such as JSON: needs no quoting and is faster to split. */
function line(name: string, value: Value<string>, element: string): Column {
  return { name, list: listOf(value, lines), array: (parameter) => `string_to_array(${parameter}, E'\\x1e', '')`, element };
}

function lines(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join('\x1e');
}

function listOf<Type>(value: Value<Type>, write: (values: (Type | null)[]) => string): Column['list'] {
  return (visits) => {
    const values = visits.map(value);
    return values.every((one) => one === null) ? null : write(values);
  };
}

const time = (name: string, value: Value<number>) => plain(name, 'float8', value, `to_timestamp(${name} / 1000)`);

/** The primary key. */
const keys: Column[] = [time('started_at', ({ startedAtMs }) => startedAtMs), line('id', ({ id }) => id, 'id::uuid')];

/** Required columns, which every upsert must contain. */
const fixed: Column[] = [text('visitor_id', ({ visitorId }) => visitorId), plain('place_id', 'bigint', ({ placeId }) => placeId)];

/** Columns derived from the first hit, if it is a page view, and from the settings at that time. */
const initial: Column[] = [
  plain('company_id', 'bigint', ({ companyId }) => companyId),
  plain('verdict_id', 'bigint', ({ verdictId }) => verdictId),
  text('source', ({ source }) => source),
  text('medium', ({ medium }) => medium),
  text('campaign', ({ campaign }) => campaign),
  text('keyword', ({ keyword }) => keyword),
  text('referring_url', ({ referringUrl }) => referringUrl),
  text('device_type', ({ deviceType }) => deviceType),
  text('browser', ({ browser }) => browser),
  text('os', ({ os }) => os),
  plain('ip', 'inet', ({ ip }) => ip),
  plain('address_key', 'bigint', ({ addressKey }) => addressKey),
];

/** Columns that change while the visit continues. The landing page has another id after its URL was redacted. */
const progress: Column[] = [
  plain('landing_page_id', 'bigint', ({ landingPageId }) => landingPageId),
  time('ended_at', ({ endedAtMs }) => endedAtMs),
  plain('page_depth', 'int', ({ pageDepth }) => pageDepth),
  plain('visit_length', 'int', ({ visitLengthSeconds }) => visitLengthSeconds),
  line('page_ids', ({ pageIds }) => plainArray(pageIds), 'page_ids::bigint[]'),
  text('ga_client_ids', ({ gaClientIds: ids }) => (ids.length === 0 ? null : textArray(ids)), "coalesce(ga_client_ids::text[], '{}')"),
  line('partner_cookies', ({ partnerCookies: cookies }) => cookies && JSON.stringify(cookies), 'partner_cookies::jsonb'),
  line('further_address_keys', ({ furtherAddressKeys: further }) => further && plainArray(further), 'further_address_keys::bigint[]'),
  line('events', ({ events }) => events, 'events'),
  line('goals', ({ goals }) => (goals.length === 0 ? null : JSON.stringify(goals)), "coalesce(goals::jsonb, '[]')"),
];

function insertion(name: string, columns: Column[], rewritten: Column[] = []): RowWriter<Database, VisitRow> {
  const names = columns.map((column) => column.name);
  const arrays = columns.map(({ array }, index) => array(`$${index + 2}`));
  const changes = rewritten.map((column) => `${column.name} = excluded.${column.name}`);
  const text = `
    insert into visits (account_id, ${names}) select account_id, ${columns.map(({ element }) => element)}
    from unnest($1::bigint[], ${arrays}) as batch (account_id, ${names})
    ${changes.length === 0 ? '' : `on conflict (account_id, started_at, id) do update set ${changes}`}`;
  return (db, accountIds, visits) =>
    db.executeQuery(named(name, CompiledQuery.raw(text, [accountIds, ...columns.map(({ list }) => list(visits))])));
}

const whole = [...keys, ...fixed, ...initial, ...progress];
const adding = insertion('add_visits', whole);
const rewriting = insertion('rewrite_visits', whole, [...fixed, ...initial, ...progress]);
const extending = insertion('extend_visits', [...keys, ...fixed, ...progress], progress);

/** Inserts new visits. */
export function addVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  return writeRows(trx, adding, accountId, visits);
}

/** Updates all columns but the key. An update changes fewer index entries than deleting and inserting. */
export function rewriteVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  return writeRows(trx, rewriting, accountId, visits);
}

/** Updates visits whose first page view is unchanged: writes only the columns that change while a visit continues. */
export function extendVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  return writeRows(trx, extending, accountId, visits);
}
