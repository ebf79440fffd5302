import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { EventQueueWriter } from '../../server/src/domain/ingestion/event-queue/event-queue-writer.ts';
import type { QueueEntry } from '../../server/src/domain/ingestion/event-queue/queue-entry.ts';
import { filters } from '../../server/src/domain/ingestion/filters/filter-hits.ts';
import { getEventLedger } from '../../server/src/domain/ingestion/get-event-ledger.ts';
import { Problem } from '../../server/src/domain/problem.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const eventQueue = new EventQueueWriter(service.ctx);

function entryOf(path: string, visitorId = 'one'): QueueEntry {
  const event = {
    id: randomUUID(),
    kind: 'page_view' as const,
    occurredAtMs: service.ctx.clock.now().getTime(),
    url: `https://shop.example${path}`,
    title: null,
    referrer: null,
    name: null,
    targetUrl: null,
    durationSeconds: null,
    email: null,
    firstName: null,
    lastName: null,
  };
  return {
    visitorId,
    ip: '198.51.100.7',
    userAgent: chrome,
    gaClientIds: [],
    partnerCookies: null,
    events: [event],
    sentBy: 'tracker',
  };
}

async function rowsOf(accountId: string): Promise<{ events: number }[]> {
  return service.ctx.db.selectFrom('inbox').select('events').where('account_id', '=', accountId).execute();
}

test('requests of a lane that share a commit share a row, and each is processed', async () => {
  const { accountId } = await service.newAccount();
  await Promise.all(['/a', '/b', '/c'].map((path) => eventQueue.add(accountId, entryOf(path))));
  assert.deepEqual(await rowsOf(accountId), [{ events: 3 }]);
  await service.drain();
  const [day] = (await getEventLedger(service.ctx, { accountId, since: '2020-01-01' })).days;
  assert.deepEqual({ ...day, day: '' }, { accountId, day: '', received: 3, stored: 3, dropped: {}, waiting: 0 });
});

test('events of two processes whose rows get the same id are both stored', async () => {
  const { accountId } = await service.newAccount();
  const id = service.ctx.ids.ordered();
  const writers = [1, 2].map(() => {
    const ids = [id];
    return new EventQueueWriter(
      { ...service.ctx, ids: { ...service.ctx.ids, ordered: () => ids.pop() ?? service.ctx.ids.ordered() } },
      { retryPausesMs: [1] },
    );
  });
  await Promise.all(writers.map((writer, index) => writer.add(accountId, entryOf(`/${index}`))));
  assert.deepEqual(await rowsOf(accountId), [{ events: 1 }, { events: 1 }]);
  await service.drain();
});

test('a write is repeated without duplicates after the response to its commit was lost', async () => {
  const { accountId } = await service.newAccount();
  let isLost = false;
  const db = new Proxy(service.ctx.db, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return async (query: never) => {
        const result = await target.executeQuery(query);
        if (isLost) return result;
        isLost = true;
        throw new Error('Connection terminated unexpectedly');
      };
    },
  });
  await new EventQueueWriter({ ...service.ctx, db }, { retryPausesMs: [1] }).add(accountId, entryOf('/a'));
  assert.ok(isLost);
  assert.deepEqual(await rowsOf(accountId), [{ events: 1 }]);
  await service.drain();
});

test('a failed response to one sender neither blocks the others nor causes their events to be written twice', async () => {
  const { accountId } = await service.newAccount();
  const responses: string[] = [];
  const others = ['/b', '/c'].map(
    (path) =>
      new Promise<void>((resolve, reject) =>
        eventQueue.put(accountId, entryOf(path), {
          resolve: () => {
            responses.push(path);
            resolve();
          },
          reject,
        }),
      ),
  );
  eventQueue.put(accountId, entryOf('/a'), {
    resolve: () => {
      throw new Error('the connection is gone');
    },
    reject: assert.fail,
  });
  await Promise.all([...others, eventQueue.add(accountId, entryOf('/d'))]);
  assert.deepEqual(responses, ['/b', '/c']);
  assert.deepEqual(await rowsOf(accountId), [{ events: 4 }]);
  await service.drain();
});

test('while the database does not respond, requests above 64 MB are rejected', async () => {
  const { accountId } = await service.newAccount();
  const { promise: end, resolve: endWrites } = Promise.withResolvers<void>();
  const db = new Proxy(service.ctx.db, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return () => end.then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
    },
  });
  const writer = new EventQueueWriter({ ...service.ctx, db }, { retryPausesMs: [] });
  const causes: (string | undefined)[] = [];
  const put = (length: number) =>
    writer.put(accountId, entryOf(`/${'x'.repeat(length)}`), {
      resolve: () => assert.fail(),
      reject: (error) => causes.push(error instanceof Problem ? error.details.cause : String(error)),
    });
  for (let index = 0; index < 20; index++) put(4_000_000);
  assert.deepEqual(causes, ['inbox_full', 'inbox_full', 'inbox_full']);
  endWrites();
  await writer.drain();
  put(1);
  await writer.drain();
  assert.deepEqual(causes.slice(3), Array(18).fill('inbox_write'), 'there is room again');
});

test('under load, requests wait briefly to share a commit; a single request does not wait', async () => {
  const { accountId } = await service.newAccount();
  const slowWriter = new EventQueueWriter(service.ctx, { commitDelayMs: 1500 });
  const add = (path: string) => slowWriter.add(accountId, entryOf(path));
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(`/first/${index}`)));
  // Each request comes in its own turn of the event loop: without the delay, each would start a commit.
  const later: Promise<void>[] = [];
  for (let index = 0; index < 3; index++) {
    later.push(add(`/later/${index}`));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(later);
  assert.deepEqual(
    (await rowsOf(accountId)).map(({ events }) => events).sort((a, b) => a - b),
    [3, 20],
  );
  await add('/alone');
  assert.equal((await rowsOf(accountId)).length, 3);
  await service.drain();
});

test('drain resolves when all entries are committed', async () => {
  const { accountId } = await service.newAccount();
  const settle = { resolve: () => {}, reject: assert.fail };
  for (const path of ['/a', '/b']) eventQueue.put(accountId, entryOf(path), settle);
  await eventQueue.drain();
  assert.deepEqual(await rowsOf(accountId), [{ events: 2 }]);
  await service.drain();
});

test('accounts that share a commit have separate rows', async () => {
  const first = await service.newAccount();
  const second = await service.newAccount();
  const accounts = [first.accountId, second.accountId, first.accountId];
  await Promise.all(accounts.map((accountId, index) => eventQueue.add(accountId, entryOf(`/${index}`))));
  assert.deepEqual(await rowsOf(first.accountId), [{ events: 2 }]);
  assert.deepEqual(await rowsOf(second.accountId), [{ events: 1 }]);
  await service.drain();
});

test('only the request that fails becomes a dead letter, even if it shares a row with others', async () => {
  const { accountId } = await service.newAccount();
  const faulty = {
    name: 'faulty',
    check: ({ event }: { event: { url: string | null } }) => {
      if (event.url?.endsWith('/poison')) throw new TypeError('an internal error');
      return null;
    },
  };
  filters.push(faulty);
  try {
    await Promise.all(['/a', '/poison', '/c'].map((path) => eventQueue.add(accountId, entryOf(path))));
    assert.equal((await rowsOf(accountId)).length, 1);
    await service.drain();
  } finally {
    filters.splice(filters.indexOf(faulty), 1);
  }
  const { days, deadLetters } = await getEventLedger(service.ctx, { accountId, since: '2020-01-01' });
  assert.deepEqual({ ...days[0], day: '' }, { accountId, day: '', received: 3, stored: 2, dropped: { failed: 1 }, waiting: 0 });
  assert.equal(firstOf(deadLetters).requests, 1);
});
