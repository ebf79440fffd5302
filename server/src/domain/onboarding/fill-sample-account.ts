import { setTimeout as pause } from 'node:timers/promises';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { EventQueueWriter } from '../ingestion/event-queue/event-queue-writer.ts';
import type { QueueEntry } from '../ingestion/event-queue/queue-entry.ts';
import { readServerEvents } from '../ingestion/event-queue/read-server-events.ts';
import { Problem } from '../problem.ts';
import type { SampleOwner } from './sample-source.ts';

export const fillSampleAccountJobName = 'fill-sample-account';
export const finishSampleAccountJobName = 'finish-sample-account';

const pauseMs = 2000;
const maxPausesPerBatch = 30;

/**
 * Creates goals, feeds and profiles, and sends simulated visits through the ordinary pipeline. A second attempt creates only what is missing;
 * events have fixed ids, so none is stored twice.
 */
export async function fillSampleAccount(ctx: Context, owner: SampleOwner, { maxPauses = maxPausesPerBatch } = {}): Promise<void> {
  if (!(await isFilling(ctx, owner.accountId))) return;
  const source = required(ctx.samples);
  await source.populate(ctx, owner);
  const now = ctx.clock.now();
  const eventQueue = new EventQueueWriter(ctx, { inboxLimit: ctx.inboxLimit });
  for (const events of await source.events(now)) {
    const { entries, rejected } = readServerEvents(events, now.getTime());
    if (rejected[0]) throw new Error(`A sample event was rejected: ${rejected[0].title}`);
    await addWhenThereIsRoom(eventQueue, owner.accountId, entries, maxPauses);
  }
  await eventQueue.drain();
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.add(trx, finishSampleAccountJobName, owner, { key: `finish-sample ${owner.accountId}` }));
}

/** Waits while the event queue is full: if the job failed instead, its next attempt would fill the queue with the same events again. */
async function addWhenThereIsRoom(
  eventQueue: EventQueueWriter,
  accountId: string,
  entries: QueueEntry[],
  maxPauses: number,
): Promise<void> {
  for (let pauses = 0; ; pauses++) {
    try {
      await Promise.all(entries.map((entry) => eventQueue.add(accountId, entry)));
      return;
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable') || pauses >= maxPauses) throw error;
      await pause(pauseMs);
    }
  }
}

/** Adds the work of a team on the leads after the pipeline has processed all events. While events are waiting, queues itself again. */
export async function finishSampleAccount(ctx: Context, owner: SampleOwner): Promise<void> {
  const { accountId } = owner;
  if (!(await isFilling(ctx, accountId))) return;
  const waiting = await ctx.db.selectFrom('inbox').select('id').where('account_id', '=', accountId).limit(1).executeTakeFirst();
  if (waiting) {
    const runAt = new Date(ctx.clock.now().getTime() + pauseMs);
    await ctx.db
      .transaction()
      .execute((trx) => ctx.jobs.add(trx, finishSampleAccountJobName, owner, { key: `finish-sample ${accountId} again`, runAt }));
    return;
  }
  await required(ctx.samples).simulateLeadActivity(ctx, owner);
  await ctx.db.updateTable('accounts').set({ sample_status: 'ready' }).where('id', '=', accountId).execute();
}

/** False if the account is ready, or was deleted in the meantime. */
async function isFilling(ctx: Context, accountId: string): Promise<boolean> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select('sample_status')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return account?.sample_status === 'filling';
}
