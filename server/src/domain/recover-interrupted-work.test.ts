import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from './context.ts';
import { type RecoverableWork, recoverInterruptedWork } from './recover-interrupted-work.ts';

const ctx = { clock: { now: () => new Date('2026-01-01T12:00:00Z') }, db: null } as unknown as Context;

function fakeWork(name: string, leaseMs: number, list: RecoverableWork['listInterrupted']) {
  const enqueued: string[] = [];
  const work: RecoverableWork = {
    name,
    leaseMs,
    listInterrupted: list,
    enqueue: async (_ctx, _db, accountId, id) => void enqueued.push(`${accountId}/${id}`),
  };
  return { work, enqueued };
}

test('work whose last heartbeat is older than its lease is listed and enqueued again', async () => {
  const sinceTimes: string[] = [];
  const list: RecoverableWork['listInterrupted'] = async (_ctx, since) => {
    sinceTimes.push(since.toISOString());
    return [{ accountId: '1', id: 'a' }];
  };
  const [short, long] = [fakeWork('short', 60_000, list), fakeWork('long', 180_000, list)];
  assert.equal(await recoverInterruptedWork(ctx, [short.work, long.work]), 2);
  assert.deepEqual(sinceTimes, ['2026-01-01T11:59:00.000Z', '2026-01-01T11:57:00.000Z']);
  assert.deepEqual([short.enqueued, long.enqueued], [['1/a'], ['1/a']]);
});

test('if one kind of work cannot be listed, the others are still recovered and the failure is reported', async () => {
  const broken = fakeWork('exports', 0, () => Promise.reject(new Error('no such table')));
  const other = fakeWork('imports', 0, async () => [{ accountId: '1', id: 'a' }]);
  await assert.rejects(recoverInterruptedWork(ctx, [broken.work, other.work]), {
    name: 'AggregateError',
    message: 'Could not recover exports',
  });
  assert.deepEqual(other.enqueued, ['1/a']);
});
