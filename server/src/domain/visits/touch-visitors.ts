import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import type { SeenOffice } from '../identification/office.ts';
import type { Hit, TrackedEvent } from '../ingestion/event.ts';

/**
 * Remembers when each visitor was seen, who they said they are, and where they were seen at work: the latest word counts, and of
 * two at the same moment the one that comes later in the alphabet, or the company with the greater id, so that it does not
 * matter which of them arrived first.
 */
export async function touchVisitors(
  trx: Transaction<DB>,
  accountId: string,
  hitsByVisitor: ReadonlyMap<string, readonly Hit[]>,
  offices: ReadonlyMap<string, SeenOffice> = new Map(),
): Promise<void> {
  const rows = [...hitsByVisitor]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, own]) => {
      let firstMs = Number.POSITIVE_INFINITY;
      let lastMs = Number.NEGATIVE_INFINITY;
      let identified: TrackedEvent | null = null;
      for (const { event } of own) {
        firstMs = Math.min(firstMs, event.occurredAtMs);
        lastMs = Math.max(lastMs, event.occurredAtMs);
        if (event.email !== null && (identified === null || isLater(event, identified))) identified = event;
      }
      return { id, firstMs, lastMs, identified, office: offices.get(id) ?? null };
    });
  const texts = (value: (event: TrackedEvent) => string | null) => textArray(rows.map(({ identified }) => identified && value(identified)));
  await sql`/* prepared touch_visitors */
    insert into visitors as known (account_id, id, first_seen_at, last_seen_at, email, first_name, last_name, identified_at,
      office_company_id, office_confidence, office_at)
    select ${accountId}::bigint, id, to_timestamp(first_at / 1000), to_timestamp(last_at / 1000), email, first_name, last_name, identified_at, office_company_id,
      office_confidence, office_at
    from unnest(${textArray(rows.map(({ id }) => id))}::text[], ${plainArray(rows.map(({ firstMs }) => firstMs))}::float8[],
      ${plainArray(rows.map(({ lastMs }) => lastMs))}::float8[], ${texts(({ email }) => email)}::text[], ${texts(({ firstName }) => firstName)}::text[],
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
