import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import type { SeenOffice } from '../identification/office.ts';
import type { Hit, TrackedEvent } from '../ingestion/event.ts';

/** Between these moments at least a visitor was seen, by what is stored of them. */
export type Seen = { firstMs: number; lastMs: number };

/** A visitor with what they did. */
export type ActiveVisitor = {
  id: string;
  hits: readonly Hit[];
  /** Where they were seen at work meanwhile. */
  office: SeenOffice | null;
  /** Nothing is stored of them yet. */
  isNew: boolean;
  /** When they were seen, where it is known that no more is stored of them. */
  strangerSeen: Seen | undefined;
};

type Row = { id: string; seen: Seen; identified: TrackedEvent | null; office: SeenOffice | null };

/**
 * Strangers who were seen so lately are not noted again: it would be a second write with each of their pages. When somebody was seen
 * last tells how long they are kept, and no more.
 */
const seenAgainMs = 3_600_000;

/**
 * Remembers when each visitor was seen, who they said they are, and where they were seen at work: the latest word counts, and of
 * two at the same moment the one that comes later in the alphabet, or the company with the greater id, so that it does not
 * matter which of them arrived first. Of strangers whose moments are known it is enough when they are noted once an hour. Answers
 * what is stored of each now, in their order.
 */
export async function touchVisitors(trx: Transaction<DB>, accountId: string, visitors: readonly ActiveVisitor[]): Promise<Seen[]> {
  const strangers: Row[] = [];
  const rows: Row[] = [];
  const seen = visitors.map(({ id, hits, office, isNew, strangerSeen: known }) => {
    const { firstMs, lastMs, identified } = summary(hits);
    const isStranger = identified === null && office === null;
    if (isStranger && known !== undefined && firstMs >= known.firstMs && lastMs < known.lastMs + seenAgainMs) return known;
    const row = { id, seen: { firstMs, lastMs }, identified, office };
    if (isStranger && isNew) strangers.push(row);
    else rows.push(row);
    if (known === undefined) return row.seen;
    return { firstMs: Math.min(firstMs, known.firstMs), lastMs: Math.max(lastMs, known.lastMs) };
  });
  await addStrangers(trx, accountId, strangers);
  await touch(trx, accountId, rows);
  return seen;
}

function summary(hits: readonly Hit[]): Seen & { identified: TrackedEvent | null } {
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  let identified: TrackedEvent | null = null;
  for (const { event } of hits) {
    firstMs = Math.min(firstMs, event.occurredAtMs);
    lastMs = Math.max(lastMs, event.occurredAtMs);
    if (event.email !== null && (identified === null || isLater(event, identified))) identified = event;
  }
  return { firstMs, lastMs, identified };
}

/** Most visitors are new and strangers, and adding those takes half of what asking for them first takes. */
async function addStrangers(trx: Transaction<DB>, accountId: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  rows.sort(byId);
  await sql`/* prepared add_strangers */
    insert into visitors (account_id, id, first_seen_at, last_seen_at)
    select ${accountId}::bigint, id, to_timestamp(first_at / 1000), to_timestamp(last_at / 1000)
    from unnest(${textArray(rows.map(({ id }) => id))}::text[], ${plainArray(rows.map(({ seen }) => seen.firstMs))}::float8[],
      ${plainArray(rows.map(({ seen }) => seen.lastMs))}::float8[]) as batch (id, first_at, last_at)`.execute(trx);
}

async function touch(trx: Transaction<DB>, accountId: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  rows.sort(byId);
  const texts = (value: (event: TrackedEvent) => string | null) => textArray(rows.map(({ identified }) => identified && value(identified)));
  await sql`/* prepared touch_visitors */
    insert into visitors as known (account_id, id, first_seen_at, last_seen_at, email, first_name, last_name, identified_at,
      office_company_id, office_confidence, office_at)
    select ${accountId}::bigint, id, to_timestamp(first_at / 1000), to_timestamp(last_at / 1000), email, first_name, last_name, identified_at, office_company_id,
      office_confidence, office_at
    from unnest(${textArray(rows.map(({ id }) => id))}::text[], ${plainArray(rows.map(({ seen }) => seen.firstMs))}::float8[],
      ${plainArray(rows.map(({ seen }) => seen.lastMs))}::float8[], ${texts(({ email }) => email)}::text[], ${texts(({ firstName }) => firstName)}::text[],
      ${texts(({ lastName }) => lastName)}::text[], ${timeArray(rows.map(({ identified }) => identified?.occurredAtMs ?? null))}::timestamptz[],
      ${plainArray(rows.map(({ office }) => office?.companyId ?? null))}::bigint[],
      ${plainArray(rows.map(({ office }) => office?.confidence ?? null))}::real[], ${timeArray(rows.map(({ office }) => office?.atMs ?? null))}::timestamptz[])
      as batch (id, first_at, last_at, email, first_name, last_name, identified_at, office_company_id, office_confidence, office_at)
    on conflict (account_id, id) do update set
      first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
      email = case when ${isNewer} then excluded.email else known.email end,
      first_name = case when ${isNewer} then excluded.first_name else known.first_name end,
      last_name = case when ${isNewer} then excluded.last_name else known.last_name end,
      identified_at = greatest(known.identified_at, excluded.identified_at),
      office_company_id = case when ${isLaterOffice} then excluded.office_company_id else known.office_company_id end,
      office_confidence = case when ${isLaterOffice} then excluded.office_confidence else known.office_confidence end,
      office_at = case when ${isLaterOffice} then excluded.office_at else known.office_at end`.execute(trx);
}

/** Always in the same order, so that two who touch the same visitors wait for each other but never in a circle. */
function byId(one: Row, other: Row): number {
  return one.id < other.id ? -1 : 1;
}

const isNewer = sql`known.identified_at is null or
  (excluded.identified_at, excluded.email collate "C", coalesce(excluded.first_name, '') collate "C", coalesce(excluded.last_name, '') collate "C")
  > (known.identified_at, known.email collate "C", coalesce(known.first_name, '') collate "C", coalesce(known.last_name, '') collate "C")`;

const isLaterOffice = sql`excluded.office_at is not null and (known.office_at is null or
  (excluded.office_at, excluded.office_company_id, excluded.office_confidence) > (known.office_at, known.office_company_id, known.office_confidence))`;

function isLater(event: TrackedEvent, than: TrackedEvent): boolean {
  if (event.occurredAtMs !== than.occurredAtMs) return event.occurredAtMs > than.occurredAtMs;
  return wordsOf(event) > wordsOf(than);
}

function wordsOf({ email, firstName, lastName }: TrackedEvent): string {
  return [email, firstName ?? '', lastName ?? ''].join('\0');
}
