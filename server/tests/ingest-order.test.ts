import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createAccount } from '../src/domain/accounts/create-account.ts';
import type { TrackedEvent } from '../src/domain/ingestion/event.ts';
import type { InboxEntry } from '../src/domain/ingestion/inbox.ts';
import { InboxWriter } from '../src/domain/ingestion/inbox-writer.ts';
import { chrome } from './kit/events.ts';
import { startTestService } from './kit/service.ts';

const service = await startTestService();
const now = new Date('2026-03-10T12:00:00Z');
service.clock.set(now);
const inbox = new InboxWriter(service.ctx);

const minutes = 60_000;
const urls = [
  'https://shop.example/',
  'https://shop.example/pricing',
  'https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=spring',
  'https://shop.example/?utm_source=ads&utm_medium=cpc&utm_campaign=summer',
];
/** Two companies, a household, a documentation address that is nobody's. */
const addresses = ['143.164.1.10', '155.56.1.10', '91.64.10.20', '198.51.100.7'];

const shared = { url: fc.constantFrom(...urls), visitor: fc.nat(2), address: fc.nat(3), id: fc.uuid() };
const time = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4000 })).map((ago) => now.getTime() - ago * minutes);
const happenings = fc.record({
  ...shared,
  time,
  kind: fc.constantFrom('page_view', 'page_view', 'page_view', 'leave', 'leave', 'form', 'event', 'identify'),
  seconds: fc.integer({ min: 0, max: 9000 }),
  // Private ones: employers also teach about the address, which reaches other visitors by a job of its own.
  email: fc.constantFrom('ann@gmail.com', 'bob@gmx.de'),
});
type Happening = typeof happenings extends fc.Arbitrary<infer Value> ? Value : never;

/** An order, repetitions and a split into batches: each number says which happening comes next and whether a batch ends there. */
const plans = fc.record({
  events: fc.uniqueArray(happenings, { minLength: 1, maxLength: 14, selector: ({ id }) => id }),
  order: fc.infiniteStream(fc.record({ key: fc.nat(1000), endsBatch: fc.boolean(), again: fc.nat(3) })),
});

test('visits, leads, sums and visitors do not depend on order, repetition or batches', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ events, order }) => {
      const plain = await newAccount();
      await Promise.all(events.map((event) => inbox.add(plain, entryOf(event))));
      await service.drain();

      const mixed = await newAccount();
      const turns = events.flatMap((event) => {
        const { again } = take(order);
        return Array.from({ length: again === 0 ? 2 : 1 }, () => ({ event, ...take(order) }));
      });
      for (const { event, endsBatch } of turns.sort((a, b) => a.key - b.key)) {
        await inbox.add(mixed, entryOf(event));
        if (endsBatch) await service.drain();
      }
      await service.drain();
      assert.deepEqual(await dump(mixed), await dump(plain));
    }),
    { numRuns: 40, interruptAfterTimeLimit: 40_000 },
  );
});

async function newAccount(): Promise<string> {
  const { id } = await createAccount(service.ctx, { name: 'Order', plan: 'premium', timezone: 'Europe/Helsinki' });
  return id;
}

function take(order: fc.Stream<{ key: number; endsBatch: boolean; again: number }>) {
  return order.next().value;
}

function entryOf({ id, kind, time: occurredAtMs, url, visitor, address, seconds, email }: Happening): InboxEntry {
  const event: TrackedEvent = {
    id,
    kind: kind as TrackedEvent['kind'],
    occurredAtMs,
    url,
    title: `Title of ${url}`,
    referrer: 'https://www.google.com/',
    name: kind === 'event' || kind === 'form' ? 'asked' : null,
    targetUrl: null,
    durationSeconds: kind === 'leave' ? seconds : null,
    email: kind === 'identify' ? email : null,
    firstName: kind === 'identify' ? email.slice(0, 3) : null,
    lastName: null,
  };
  return {
    visitorId: `visitor ${visitor}`,
    // Everyone changes networks at any time, also in the middle of a visit.
    ip: addresses[address]!,
    userAgent: chrome,
    gaClientIds: [],
    partnerCookies: null,
    events: [event],
    sentBy: 'tracker',
  };
}

type Row = Record<string, unknown> & { events?: { origins: Record<string, unknown>[]; hits: { o?: number }[] } };

/** All rows that speak of visits, without what differs between accounts by itself. Verdicts are compared by what they say. */
async function dump(accountId: string) {
  const rows = async (table: string) => {
    const { rows: found } = await sql<{ row: Row }>`
      select to_jsonb(t) - 'account_id' - 'address_key' as row from ${sql.table(table)} t
      where account_id = ${accountId}`.execute(service.ctx.db);
    // A company whose visits all turned out to be another's is no lead; its row is kept for what people may have noted there.
    const shown = found.filter(({ row }) => table !== 'leads' || row.first_visit_at !== null);
    return shown.map(({ row }) => JSON.stringify({ ...row, events: row.events && hitsOf(row.events) })).sort();
  };
  const tables = ['visits', 'leads', 'company_days', 'company_pages', 'visitors'];
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rows(table)])));
}

/** Every hit with its origin written out, so that it does not matter how origins were shared. */
function hitsOf({ origins, hits }: NonNullable<Row['events']>) {
  return hits.map(({ o, ...hit }) => ({ ...hit, origin: { ...origins[o ?? 0], addressKey: null } }));
}
