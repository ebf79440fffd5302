import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { lastOf } from '../../lib/last-of.ts';
import { buildHits, listSaltedDays, type ReceivedHit } from '../ingestion/build-hits.ts';
import { encodeEntry, eventsIn } from '../ingestion/event-queue/queue-entry.ts';
import { entriesOfRow, type ReceivedEntry } from '../ingestion/event-queue/queue-rows.ts';
import { loadSalts } from '../ingestion/load-or-create-salts.ts';
import { type AccountRules, loadAccountRules } from '../visits/account-rules.ts';
import type { Subject } from './subject.ts';

type BacklogTable = 'inbox' | 'dead_letters';

/** A queue row or dead letter with events of the person: `hits` are these events, `rest` is the row without them; null if it is empty. */
export type BacklogRow = {
  table: BacklogTable;
  lane: number;
  id: string;
  hits: ReceivedHit[];
  rest: { body: string; events: number } | null;
};

type Row = { lane: number; id: string; received_at: Date; events: number; body: string };
export type QueuePosition = Pick<Row, 'lane' | 'id'>;
type PageRequest = { table: BacklogTable; after: QueuePosition; maxRows: number };
/** `where` selects the searched rows. `next` is null after the last page. */
type QueuePage = { found: BacklogRow[]; where: RawBuilder<unknown>; next: QueuePosition | null };

export const backlogTables = ['inbox', 'dead_letters'] as const;
export const queueStart: QueuePosition = { lane: -1, id: '0' };
const maxRows = 1000;

/** Finds queue rows and dead letters with events of the subject or of the given visitors. */
export async function findInEventQueue(
  db: Database,
  accountId: string,
  subject: Subject,
  visitorIds: ReadonlySet<string>,
): Promise<BacklogRow[]> {
  const found: BacklogRow[] = [];
  for (const table of backlogTables) {
    for (let after: QueuePosition | null = queueStart; after !== null; ) {
      const page: QueuePage = await searchQueuePage(db, accountId, subject, visitorIds, { table, after, maxRows });
      found.push(...page.found);
      after = page.next;
    }
  }
  return found;
}

/** Like `findInEventQueue`, for one page of a table. Derives visitor ids as the pipeline does. */
export async function searchQueuePage(
  db: Database,
  accountId: string,
  subject: Subject,
  visitorIds: ReadonlySet<string>,
  { table, after, maxRows: limit }: PageRequest,
): Promise<QueuePage> {
  const isAfter = sql`account_id = ${accountId} and (lane, id) > (${after.lane}::smallint, ${after.id}::bigint)`;
  const { rows } = await sql<Row>`
    select lane, id, received_at, events, body from ${sql.table(table)} where ${isAfter} order by lane, id limit ${limit}`.execute(db);
  const next = rows.length < limit ? null : lastOf(rows);
  const where = next === null ? isAfter : sql`${isAfter} and (lane, id) <= (${next.lane}::smallint, ${next.id}::bigint)`;
  const rules = await loadAccountRules(db, accountId);
  return { found: rules ? await findInRows(db, rules, table, rows, subject, visitorIds) : [], where, next };
}

async function findInRows(
  db: Database,
  rules: AccountRules,
  table: BacklogTable,
  rows: Row[],
  subject: Subject,
  visitorIds: ReadonlySet<string>,
): Promise<BacklogRow[]> {
  const readRows = rows.map((row) => ({ row, entries: readEntries(row) }));
  const allEntries = readRows.flatMap(({ entries }) => entries ?? []);
  const days = listSaltedDays(rules, allEntries);
  const stored = await loadSalts(db, days);
  // A day without a stored salt has no stored visitors, so any salt will do.
  const salts = new Map(days.map((day) => [day, stored.get(day) ?? randomBytes(16)]));
  const { hits } = buildHits(rules, allEntries, salts);
  let readHits = 0;
  const found: BacklogRow[] = [];
  for (const { row, entries } of readRows) {
    const { lane, id } = row;
    if (entries === null) {
      // An unreadable row that mentions the subject is removed as a whole.
      if (row.body.includes(subject.value)) found.push({ table, lane, id, hits: [], rest: null });
      continue;
    }
    const personHits: ReceivedHit[] = [];
    const others: ReceivedEntry[] = [];
    for (const entry of entries) {
      const ofEntry = hits.slice(readHits, readHits + entry.events.length);
      readHits += entry.events.length;
      if (ofEntry.some((hit) => visitorIds.has(hit.visitorId) || concerns(hit, subject))) personHits.push(...ofEntry);
      else others.push(entry);
    }
    if (personHits.length > 0) found.push({ table, lane, id, hits: personHits, rest: restOf(others) });
  }
  return found;
}

/** Returns null for an unreadable row, such as a dead letter that failed because it is malformed. */
function readEntries(row: Parameters<typeof entriesOfRow>[0]): ReceivedEntry[] | null {
  try {
    return entriesOfRow(row);
  } catch {
    return null;
  }
}

function restOf(entries: ReceivedEntry[]): BacklogRow['rest'] {
  if (entries.length === 0) return null;
  return { body: entries.map(encodeEntry).join('\n'), events: entries.reduce((sum, entry) => sum + eventsIn(entry), 0) };
}

function concerns({ event, visitorId, ip }: ReceivedHit, { kind, value }: Subject): boolean {
  if (kind === 'visitor') return visitorId === value;
  if (kind === 'email') return event.email?.toLowerCase() === value;
  const address = ip === null ? null : parseIpAddress(ip);
  return address !== null && formatIpAddress(address) === value;
}
