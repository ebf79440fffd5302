import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { EventQueueWriter } from '../ingestion/event-queue/event-queue-writer.ts';
import { readServerEvents } from '../ingestion/event-queue/read-server-events.ts';
import type { SampleOwner } from './sample-source.ts';

export const fillSampleAccountJobName = 'fill-sample-account';
export const finishSampleAccountJobName = 'finish-sample-account';

const pauseMs = 2000;

/**
 * Creates goals, feeds and profiles, and sends simulated visits through the ordinary pipeline. Events have fixed ids, so a second attempt
 * does not store any event twice.
 */
export async function fillSampleAccount(ctx: Context, owner: SampleOwner): Promise<void> {
  if (!(await isFilling(ctx, owner.accountId))) return;
  const source = required(ctx.samples);
  const isPopulated = await ctx.db.selectFrom('goals').select('id').where('account_id', '=', owner.accountId).limit(1).executeTakeFirst();
  if (!isPopulated) await source.populate(ctx, owner);
  const now = ctx.clock.now();
  const eventQueue = new EventQueueWriter(ctx);
  for (const events of await source.events(now)) {
    const { entries, rejected } = readServerEvents(events, now.getTime());
    if (rejected[0]) throw new Error(`A sample event was refused: ${rejected[0].title}`);
    await Promise.all(entries.map((entry) => eventQueue.add(owner.accountId, entry)));
  }
  await eventQueue.drain();
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.add(trx, finishSampleAccountJobName, owner, { key: `finish-sample ${owner.accountId}` }));
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
