import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import type { PartnerCookies, TrackedEvent } from '../../server/src/domain/events/event.ts';
import { addressKey } from '../../server/src/domain/identification/address-key.ts';
import { getOrCreateAddressSecret } from '../../server/src/domain/identification/get-or-create-address-secret.ts';
import { EventQueueWriter } from '../../server/src/domain/ingestion/event-queue/event-queue-writer.ts';
import type { QueueEntry } from '../../server/src/domain/ingestion/event-queue/queue-entry.ts';
import { hitLimit } from '../../server/src/domain/visits/hit-limit.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { parseIpAddress } from '../../server/src/lib/ip-address.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { runReattributions } from '../kit/visits.ts';

const service = await startTestService();
const now = new Date('2026-03-10T12:00:00Z');
service.clock.set(now);
const eventQueue = new EventQueueWriter(service.ctx);

const minuteMs = 60_000;
const urls = [
  'https://shop.example/',
  'https://shop.example/pricing',
  'https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=spring',
  'https://shop.example/?utm_source=ads&utm_medium=cpc&utm_campaign=summer',
];
/** Two companies, a household, a documentation address, and a network that becomes a workplace when visitors name their employer. */
const addresses = ['143.164.1.10', '155.56.1.10', '91.64.10.20', '198.51.100.7', '148.87.8.20'];

/** Work e-mail addresses, and personal ones that do not reveal an employer. */
const emails = ['ann@siemens.com', 'bob@siemens.com', 'ann@bosch.com', 'cem@audi.de', 'dan@oracle.com', 'ann@gmail.com', 'bob@gmx.de'];

const time = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4000 })).map((ago) => now.getTime() - ago * minuteMs);
const generatedEvents = fc.record({
  id: fc.uuid(),
  url: fc.constantFrom(...urls),
  // Two addresses are drawn more often, so that the employer of one visitor becomes evidence for others at the same address.
  address: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(2, 4) }, { weight: 3, arbitrary: fc.nat(4) }),
  visitor: fc.nat(3),
  time,
  kind: fc.constantFrom('page_view', 'page_view', 'page_view', 'leave', 'leave', 'form', 'event', 'identify', 'identify', 'identify'),
  seconds: fc.integer({ min: 0, max: 9000 }),
  email: fc.constantFrom(...emails),
  // Some events have no name.
  firstName: fc.constantFrom(null, 'Ann', 'Bo'),
  lastName: fc.constantFrom(null, 'Lee'),
  referrer: fc.constantFrom(null, 'https://www.google.com/', 'https://blog.example/post'),
  // Several visits are written by one statement, in which special characters must be escaped.
  gaClientIds: fc.constantFrom<string[]>([], ['1.2'], ['3.4', 'a "quoted", {odd} \\ one']),
  partnerCookies: fc.constantFrom<PartnerCookies | null>(null, { MCMID: '1', MCAAMB: null, MCAAMLH: '"6"\u001e,' }),
});
type GeneratedEvent = typeof generatedEvents extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Events and the order in which they are sent: sorted by `key`, and twice if `again` is 0. After an event with `endsBatch`, the event
 * queue is processed; with `jobsRun`, reattributions run as well.
 */
const plans = fc.record({
  events: fc.uniqueArray(generatedEvents, { minLength: 1, maxLength: 20, selector: ({ id }) => id }),
  order: fc.infiniteStream(fc.record({ key: fc.nat(1000), endsBatch: fc.boolean(), jobsRun: fc.boolean(), again: fc.nat(3) })),
});

test('visits, leads, rollups, visitors and learned addresses do not depend on the order, repetition or batching of events', () =>
  assertOrderIndependent(newAccount));

test('with an ignored address and ignored companies, the stored rows do not depend on the order, repetition or batching of events', () =>
  assertOrderIndependent(async () => {
    const accountId = await newAccount();
    for (const target of ['siemens.com', 'oracle.com', 'gmx.de', itemAt(addresses, 2)])
      await createCorrection(service.ctx, accountId, { target, effect: 'ignore' });
    return accountId;
  }));

test('with visitors over the daily hit limit, the stored rows do not depend on the order, repetition or batching of events', async () => {
  const { perDay } = hitLimit;
  hitLimit.perDay = 2;
  try {
    // One address and no identify events: hits beyond the limit would still be evidence for employers and workplaces.
    await assertOrderIndependent(newAccount, (event) => ({
      ...event,
      address: 0,
      kind: event.kind === 'identify' ? 'event' : event.kind,
    }));
  } finally {
    hitLimit.perDay = perDay;
  }
});

test('a visit processed event by event is stored like a visit processed in one batch', async () => {
  const common = {
    visitor: 0,
    address: 0,
    seconds: 40,
    email: firstOf(emails),
    firstName: 'Ann' as const,
    lastName: null,
    referrer: null,
    gaClientIds: [],
    partnerCookies: null,
  };
  const at = (minute: number) => ({ ...common, id: randomUUID(), time: now.getTime() + (minute - 60) * minuteMs });
  const events: GeneratedEvent[] = [
    { ...at(0), kind: 'page_view', url: firstOf(urls), referrer: 'https://www.google.com/' },
    { ...at(1), kind: 'leave', url: firstOf(urls) },
    { ...at(2), kind: 'page_view', url: itemAt(urls, 1), gaClientIds: ['1.2'] },
    { ...at(3), kind: 'event', url: itemAt(urls, 1), partnerCookies: { MCMID: '1', MCAAMB: null, MCAAMLH: null } },
    { ...at(4), kind: 'leave', url: itemAt(urls, 1), address: 1 },
  ];
  const atOnce = await newAccount();
  for (const event of events) await eventQueue.add(atOnce, entryOf(event));
  await settle(atOnce);
  const oneByOne = await newAccount();
  for (const event of events) {
    await eventQueue.add(oneByOne, entryOf(event));
    await service.drain();
  }
  await settle(oneByOne);
  const { visits, ...others } = await dump(oneByOne);
  assert.equal(visits.length, 1);
  assert.deepEqual({ visits, ...others }, await dump(atOnce));
});

test('a late page view joins two visits, and a late page view with a campaign splits a visit', async () => {
  const at = (minute: number, url = firstOf(urls)): GeneratedEvent => ({
    id: randomUUID(),
    kind: 'page_view',
    url,
    visitor: 0,
    address: 0,
    time: now.getTime() + (minute - 120) * minuteMs,
    seconds: 0,
    email: firstOf(emails),
    firstName: null,
    lastName: null,
    referrer: null,
    gaClientIds: [],
    partnerCookies: null,
  });
  const accountId = await newAccount();
  const sent: GeneratedEvent[] = [];
  const minutesAfter = async (...events: GeneratedEvent[]) => {
    for (const event of events) await eventQueue.add(accountId, entryOf(event));
    await settle(accountId);
    sent.push(...events);
    const atOnce = await newAccount();
    for (const event of sent) await eventQueue.add(atOnce, entryOf(event));
    await settle(atOnce);
    assert.deepEqual(await dump(accountId), await dump(atOnce));
    const { rows } = await sql<{ minutes: number[] }>`
      select array(select ((hit ->> 't')::bigint - ${now.getTime() - 120 * minuteMs}) / 60000 from json_array_elements(events::json -> 'hits') as hit)::int[] as minutes
      from visits where account_id = ${accountId} order by started_at`.execute(service.ctx.db);
    return rows.map(({ minutes }) => minutes);
  };
  assert.deepEqual(await minutesAfter(at(0), at(50)), [[0], [50]]);
  assert.deepEqual(await minutesAfter(at(25, itemAt(urls, 1))), [[0, 25, 50]]);
  assert.deepEqual(await minutesAfter(at(10, itemAt(urls, 2))), [[0], [10, 25, 50]]);
});

async function assertOrderIndependent(makeAccount: () => Promise<string>, narrow = (event: GeneratedEvent) => event): Promise<void> {
  await fc.assert(
    fc.asyncProperty(plans, async ({ events: drawn, order }) => {
      const events = drawn.map(narrow);
      const plain = await makeAccount();
      await Promise.all(events.map((event) => eventQueue.add(plain, entryOf(event))));
      await settle(plain);

      const mixed = await makeAccount();
      const turns = events.flatMap((event) => {
        const { again } = nextStep(order);
        return Array.from({ length: again === 0 ? 2 : 1 }, () => ({ event, ...nextStep(order) }));
      });
      for (const { event, endsBatch, jobsRun } of turns.sort((a, b) => a.key - b.key)) {
        await eventQueue.add(mixed, entryOf(event));
        if (endsBatch) await service.drain();
        if (endsBatch && jobsRun) await runReattributions(service, { accountId: mixed });
      }
      await settle(mixed);
      assert.deepEqual(await dump(mixed), await dump(plain));
    }),
    { numRuns: 20 },
  );
}

const goalId = '01890000-0000-7000-8000-000000000001';

async function newAccount(): Promise<string> {
  const { id } = await createAccount(service.ctx, { name: 'Order', plan: 'premium', timezone: 'Europe/Helsinki' });
  await service.ctx.db
    .insertInto('goals')
    .values({ account_id: id, id: goalId, name: 'Pricing', kind: 'page', operator: 'is', pattern: '/pricing', created_at: now })
    .execute();
  return id;
}

/** Processes all waiting events and reattributions. */
async function settle(accountId: string): Promise<void> {
  await service.drain();
  await runReattributions(service, { accountId });
}

function nextStep(order: fc.Stream<{ key: number; endsBatch: boolean; jobsRun: boolean; again: number }>) {
  return order.next().value;
}

function entryOf({
  id,
  kind,
  time: occurredAtMs,
  url,
  visitor,
  address,
  seconds,
  email,
  firstName,
  lastName,
  referrer,
  ...sent
}: GeneratedEvent): QueueEntry {
  const event: TrackedEvent = {
    id,
    kind,
    occurredAtMs,
    url,
    title: `Title of ${url}`,
    referrer,
    name: kind === 'event' || kind === 'form' ? 'asked' : null,
    targetUrl: null,
    durationSeconds: kind === 'leave' ? seconds : null,
    email: kind === 'identify' ? email : null,
    firstName: kind === 'identify' ? firstName : null,
    lastName: kind === 'identify' ? lastName : null,
  };
  return {
    visitorId: `visitor ${visitor}`,
    // A visitor may change networks at any time, even within a visit.
    ip: itemAt(addresses, address),
    userAgent: chrome,
    ...sent,
    events: [event],
    sentBy: 'tracker',
  };
}

type Row = Record<string, unknown> & {
  further_address_keys?: string[] | null;
  events?: { clients?: Record<string, unknown>[]; hits: { o?: number }[] };
};

/** All rows about visits, without values that differ between accounts. Verdicts are compared by id, which is a hash of their content. */
async function dump(accountId: string) {
  const secret = await getOrCreateAddressSecret(service.ctx, accountId);
  const keys = new Map(addresses.map((ip) => [addressKey(secret, required(parseIpAddress(ip))), ip]));
  const key = new RegExp(`"?\\b(${[...keys.keys()].join('|')})\\b"?`, 'g');
  const rows = async (table: string) => {
    const whole = table === 'visits' ? sql`to_jsonb(t) || jsonb_build_object('events', t.events::jsonb)` : sql`to_jsonb(t)`;
    const { rows: found } = await sql<{ row: string }>`
      select ((${whole}) - 'account_id')::text as row from ${sql.table(table)} t where account_id = ${accountId}`.execute(service.ctx.db);
    const comparable = found.map(({ row }): Row => JSON.parse(row.replace(key, (_, number) => `"${keys.get(number)}"`)));
    // A company that lost all its visits is not a lead; its row remains for notes.
    const shown = comparable.filter((row) => table !== 'leads' || row.first_visit_at !== null);
    // `last_seen_at` is accurate to an hour only.
    for (const row of shown) if (table === 'visitors') row.last_seen_at = null;
    return shown
      .map((row) => ({ ...row, further_address_keys: row.further_address_keys?.sort(), events: row.events && hitsOf(row, row.events) }))
      .map((row) => JSON.stringify(row))
      .sort();
  };
  const tables = ['visits', 'leads', 'company_days', 'company_pages', 'visitors', 'learned_addresses'];
  const byTable = await Promise.all(tables.map(async (table) => [table, await rows(table)]));
  return { ...Object.fromEntries(byTable), stored: await storedEvents(accountId) };
}

async function storedEvents(accountId: string): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select coalesce(sum(events), 0)::int as events from event_outcomes where account_id = ${accountId} and outcome = 'stored'`.execute(
    service.ctx.db,
  );
  return firstOf(rows).events;
}

/** Every hit with its full client, because equal visits may list their shared clients in a different order. */
function hitsOf(row: Row, { clients, hits }: NonNullable<Row['events']>) {
  const visitValue = (key: string) => row[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  return hits.map(({ o, ...hit }) => {
    const client = clients?.[o ?? 0];
    return { ...hit, client: partsOfClient.map((key) => String(client === undefined ? visitValue(key) : client[key])) };
  });
}

const partsOfClient = ['companyId', 'verdictId', 'placeId', 'deviceType', 'browser', 'os', 'ip', 'addressKey'];
