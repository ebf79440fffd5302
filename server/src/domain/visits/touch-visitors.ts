import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Hit } from '../ingestion/event.ts';

/** Remembers when each visitor was seen, and who they said they are: the latest word counts. */
export async function touchVisitors(trx: Transaction<DB>, accountId: string, hits: readonly Hit[]): Promise<void> {
  const rows = [...Map.groupBy(hits, ({ visitorId }) => visitorId)].map(([id, own]) => {
    const times = own.map(({ event }) => event.occurredAtMs);
    const identified = own
      .map(({ event }) => event)
      .filter(({ email }) => email !== null)
      .reduce<Hit['event'] | null>(
        (latest, event) => (latest === null || event.occurredAtMs >= latest.occurredAtMs ? event : latest),
        null,
      );
    return {
      id,
      first_seen_at: new Date(Math.min(...times)),
      last_seen_at: new Date(Math.max(...times)),
      email: identified?.email ?? null,
      first_name: identified?.firstName ?? null,
      last_name: identified?.lastName ?? null,
      identified_at: identified === null ? null : new Date(identified.occurredAtMs),
    };
  });
  await sql`
    insert into visitors as known (account_id, id, first_seen_at, last_seen_at, email, first_name, last_name, identified_at)
    select ${accountId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as batch (id text, first_seen_at timestamptz, last_seen_at timestamptz, email text, first_name text, last_name text, identified_at timestamptz)
    on conflict (account_id, id) do update set
      first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
      email = case when excluded.identified_at >= known.identified_at or known.identified_at is null then excluded.email else known.email end,
      first_name = case when excluded.identified_at >= known.identified_at or known.identified_at is null then excluded.first_name else known.first_name end,
      last_name = case when excluded.identified_at >= known.identified_at or known.identified_at is null then excluded.last_name else known.last_name end,
      identified_at = greatest(known.identified_at, excluded.identified_at)`.execute(trx);
}
