import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import type { Context } from '../context.ts';
import { buildHits, type ReceivedHit } from '../ingestion/build-hits.ts';
import { encodeEntry, eventsIn } from '../ingestion/event-queue/queue-entry.ts';
import { entriesOfRow, type ReceivedEntry } from '../ingestion/event-queue/queue-rows.ts';
import { loadAccountRules } from '../visits/account-rules.ts';
import type { Subject } from './subject.ts';

/** A queue row or dead letter with events of the person: `hits` are these events, `rest` is the row without them; null if it is empty. */
export type BacklogRow = {
  table: 'inbox' | 'dead_letters';
  lane: number;
  id: string;
  hits: ReceivedHit[];
  rest: { body: string; events: number } | null;
};

const batchSize = 1000;

/** Finds queue rows and dead letters with events of the subject or of the given visitors. Derives visitor ids as the pipeline does. */
export async function findInEventQueue(
  ctx: Context,
  db: Database,
  accountId: string,
  subject: Subject,
  visitorIds: ReadonlySet<string>,
): Promise<BacklogRow[]> {
  const rules = await loadAccountRules(db, accountId);
  if (!rules) return [];
  const found: BacklogRow[] = [];
  for (const table of ['inbox', 'dead_letters'] as const) {
    for (let after = { lane: -1, id: '0' }; ; ) {
      const { rows } = await sql<{ lane: number; id: string; received_at: Date; events: number; body: string }>`
        select lane, id, received_at, events, body from ${sql.table(table)}
        where account_id = ${accountId} and (lane, id) > (${after.lane}::smallint, ${after.id}::bigint) order by lane, id limit ${batchSize}`.execute(
        db,
      );
      for (const row of rows) {
        const entries = readEntries(row);
        if (entries === null) {
          // An unreadable row that mentions the subject is removed as a whole.
          if (row.body.includes(subject.value)) found.push({ table, lane: row.lane, id: row.id, hits: [], rest: null });
          continue;
        }
        const entriesWithHits = await Promise.all(
          entries.map(async (entry) => ({ entry, hits: (await buildHits(ctx, rules, [entry])).hits })),
        );
        const personEntries = entriesWithHits.filter(({ hits }) =>
          hits.some((hit) => visitorIds.has(hit.visitorId) || concerns(hit, subject)),
        );
        if (personEntries.length === 0) continue;
        const others = entries.filter((entry) => !personEntries.some((one) => one.entry === entry));
        found.push({ table, lane: row.lane, id: row.id, hits: personEntries.flatMap(({ hits }) => hits), rest: restOf(others) });
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batchSize) break;
      after = last;
    }
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
