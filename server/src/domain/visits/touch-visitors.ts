import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { type RowWriter, writeRows } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Hit, TrackedEvent } from '../events/event.ts';
import type { SeenWorkplace } from '../identification/workplace.ts';

/** The first and the last time at which a visitor was seen. */
export type Seen = { firstMs: number; lastMs: number };

/** A visitor with their events. */
export type ActiveVisitor = {
  id: string;
  hits: readonly Hit[];
  /** Workplace seen in these events. */
  workplace: SeenWorkplace | null;
  /** True if the visitor is certainly not stored yet. */
  isNew: boolean;
  /** The times between which the visitor was seen, if known and if nothing else is stored about the visitor. */
  anonymousSeen: Seen | undefined;
};

type Row = { id: string; seen: Seen; identity: Identity; workplace: SeenWorkplace | null };

/** The latest e-mail address, and the latest first and last name given with an e-mail address. */
type Identity = { identified: TrackedEvent | null; namedFirst: TrackedEvent | null; namedLast: TrackedEvent | null };

/**
 * Anonymous visitors that were seen within this time are not updated again, which saves a write per page view. The time when they were last
 * seen only determines how long they are retained.
 */
export const seenIntervalMs = 3_600_000;

/**
 * Stores when visitors were seen, their names and e-mail addresses, and their workplaces. The latest value counts, and at equal times the
 * one that sorts last, so the order of events does not matter. An anonymous visitor whose times are known is updated at most once an hour.
 * Returns when each visitor was seen, in the order of `visitors`; if earlier times are not known here, only the times of these events.
 */
export async function touchVisitors(trx: Transaction<DB>, accountId: string, visitors: readonly ActiveVisitor[]): Promise<Seen[]> {
  const anonymous: Row[] = [];
  const rows: Row[] = [];
  const seen = visitors.map(({ id, hits, workplace, isNew, anonymousSeen: known }) => {
    const { firstMs, lastMs, identity } = summarize(hits);
    const isAnonymous = identity.identified === null && workplace === null;
    if (isAnonymous && known !== undefined && firstMs >= known.firstMs && lastMs < known.lastMs + seenIntervalMs) return known;
    const row = { id, seen: { firstMs, lastMs }, identity, workplace };
    if (isAnonymous && isNew) anonymous.push(row);
    else rows.push(row);
    if (known === undefined) return row.seen;
    return { firstMs: Math.min(firstMs, known.firstMs), lastMs: Math.max(lastMs, known.lastMs) };
  });
  await writeRows(trx, addAnonymous, accountId, anonymous.sort(byId));
  await writeRows(trx, upsertVisitors, accountId, rows.sort(byId));
  return seen;
}

function summarize(hits: readonly Hit[]): Seen & { identity: Identity } {
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  const identity: Identity = { identified: null, namedFirst: null, namedLast: null };
  for (const { event } of hits) {
    firstMs = Math.min(firstMs, event.occurredAtMs);
    lastMs = Math.max(lastMs, event.occurredAtMs);
    if (event.email === null) continue;
    identity.identified = laterEvent(event, identity.identified);
    if (event.firstName !== null) identity.namedFirst = laterEvent(event, identity.namedFirst, ({ firstName }) => firstName);
    if (event.lastName !== null) identity.namedLast = laterEvent(event, identity.namedLast, ({ lastName }) => lastName);
  }
  return { firstMs, lastMs, identity };
}

/** Inserts new anonymous visitors. Most visitors are new and anonymous, and a plain insert takes half the time of an upsert. */
const addAnonymous: RowWriter<Database, Row> = (db, accountIds, rows) =>
  prepared(
    'add_anonymous_visitors',
    sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at)
    select account_id, id, to_timestamp(first_at / 1000), to_timestamp(last_at / 1000)
    from unnest(${accountIds}::bigint[], ${textArray(rows.map(({ id }) => id))}::text[], ${plainArray(rows.map(({ seen }) => seen.firstMs))}::float8[],
      ${plainArray(rows.map(({ seen }) => seen.lastMs))}::float8[]) as batch (account_id, id, first_at, last_at)`,
  ).execute(db);

const upsertVisitors: RowWriter<Database, Row> = async (db, accountIds, rows) => {
  const texts = (of: keyof Identity, value: (event: TrackedEvent) => string | null) =>
    textArray(rows.map(({ identity }) => identity[of] && value(identity[of])));
  const times = (of: keyof Identity) => timeArray(rows.map(({ identity }) => identity[of]?.occurredAtMs ?? null));
  await prepared(
    'touch_visitors',
    sql`
    insert into visitors as known (account_id, id, first_seen_at, last_seen_at, email, identified_at, first_name, last_name,
      named_first, named_first_email, named_first_at, named_last, named_last_email, named_last_at,
      workplace_company_id, workplace_confidence, workplace_at)
    select account_id, id, to_timestamp(first_at / 1000), to_timestamp(last_at / 1000), email, identified_at,
      case when lower(named_first_email) = lower(email) then named_first end, case when lower(named_last_email) = lower(email) then named_last end,
      named_first, named_first_email, named_first_at, named_last, named_last_email, named_last_at,
      workplace_company_id, workplace_confidence, workplace_at
    from unnest(${accountIds}::bigint[], ${textArray(rows.map(({ id }) => id))}::text[], ${plainArray(rows.map(({ seen }) => seen.firstMs))}::float8[],
      ${plainArray(rows.map(({ seen }) => seen.lastMs))}::float8[], ${texts('identified', ({ email }) => email)}::text[], ${times('identified')}::timestamptz[],
      ${texts('namedFirst', ({ firstName }) => firstName)}::text[], ${texts('namedFirst', ({ email }) => email)}::text[], ${times('namedFirst')}::timestamptz[],
      ${texts('namedLast', ({ lastName }) => lastName)}::text[], ${texts('namedLast', ({ email }) => email)}::text[], ${times('namedLast')}::timestamptz[],
      ${plainArray(rows.map(({ workplace }) => workplace?.companyId ?? null))}::bigint[],
      ${plainArray(rows.map(({ workplace }) => workplace?.confidence ?? null))}::real[], ${timeArray(rows.map(({ workplace }) => workplace?.atMs ?? null))}::timestamptz[])
      as batch (account_id, id, first_at, last_at, email, identified_at, named_first, named_first_email, named_first_at,
        named_last, named_last_email, named_last_at, workplace_company_id, workplace_confidence, workplace_at)
    on conflict (account_id, id) do update set
      first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
      email = ${latestEmail},
      identified_at = greatest(known.identified_at, excluded.identified_at),
      ${latestName('first')},
      ${latestName('last')},
      workplace_company_id = case when ${isLaterWorkplace} then excluded.workplace_company_id else known.workplace_company_id end,
      workplace_confidence = case when ${isLaterWorkplace} then excluded.workplace_confidence else known.workplace_confidence end,
      workplace_at = case when ${isLaterWorkplace} then excluded.workplace_at else known.workplace_at end`,
  ).execute(db);
};

/** Sorts rows in a consistent order, so that concurrent writers cannot deadlock. */
function byId(one: Row, other: Row): number {
  return one.id < other.id ? -1 : 1;
}

const latestEmail = sql`case when excluded.identified_at is not null and (known.identified_at is null or
  (excluded.identified_at, excluded.email collate "C") > (known.identified_at, known.email collate "C")) then excluded.email else known.email end`;

/**
 * A name belongs to the e-mail address that it was given with. If the latest event has an e-mail address without names, earlier names given
 * with the same e-mail address are retained; names given with another one are not used.
 */
function latestName(part: 'first' | 'last') {
  const columnOf = (row: string, column: string) => sql.ref(`${row}.named_${part}${column}`);
  const isLater = sql`${columnOf('excluded', '_at')} is not null and (${columnOf('known', '_at')} is null or
    (${columnOf('excluded', '_at')}, ${columnOf('excluded', '_email')} collate "C", ${columnOf('excluded', '')} collate "C")
    > (${columnOf('known', '_at')}, ${columnOf('known', '_email')} collate "C", ${columnOf('known', '')} collate "C"))`;
  const latest = (column: string) => sql`case when ${isLater} then ${columnOf('excluded', column)} else ${columnOf('known', column)} end`;
  return sql`${sql.ref(`named_${part}`)} = ${latest('')}, ${sql.ref(`named_${part}_email`)} = ${latest('_email')},
    ${sql.ref(`named_${part}_at`)} = ${latest('_at')},
    ${sql.ref(`${part}_name`)} = case when lower(${latest('_email')}) = lower(${latestEmail}) then ${latest('')} end`;
}

const isLaterWorkplace = sql`excluded.workplace_at is not null and (known.workplace_at is null or
  (excluded.workplace_at, excluded.workplace_company_id, excluded.workplace_confidence) > (known.workplace_at, known.workplace_company_id, known.workplace_confidence))`;

/** Returns the later event; at equal times, the one that sorts last. */
function laterEvent(
  event: TrackedEvent,
  known: TrackedEvent | null,
  value: (event: TrackedEvent) => string | null = () => '',
): TrackedEvent {
  if (known === null) return event;
  if (event.occurredAtMs !== known.occurredAtMs) return event.occurredAtMs > known.occurredAtMs ? event : known;
  const sortKey = (one: TrackedEvent) => `${one.email}\0${value(one)}`;
  return sortKey(event) > sortKey(known) ? event : known;
}
