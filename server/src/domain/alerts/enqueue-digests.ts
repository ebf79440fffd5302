import { sql } from 'kysely';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { type DigestFrequency, digestDays, nextDigestAt } from './digest-schedule.ts';
import { type DigestMail, sendDigestJobName } from './send-digest.ts';

type DueRow = { user_id: string; feed_id: string; frequency: DigestFrequency; next_at: Date };

/** Enqueues the digests that are due. One transaction sets their next time and enqueues them, so each digest is enqueued once. */
export async function enqueueDigests(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from digest_subscriptions where next_at <= ${ctx.clock.now()}`.execute(ctx.db);
  for (const { id } of rows) {
    try {
      await enqueueAccount(ctx, id);
    } catch (error) {
      ctx.log.error({ err: error, accountId: id }, 'Digests could not be enqueued; retrying later');
    }
  }
}

async function enqueueAccount(ctx: Context, accountId: string): Promise<void> {
  const now = ctx.clock.now();
  const { timezone } = await getAccount(ctx, accountId);
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<DueRow>`
      select user_id, feed_id, frequency, next_at from digest_subscriptions
      where account_id = ${accountId} and next_at <= ${now} order by user_id, feed_id for update`.execute(trx);
    for (const { user_id: userId, feed_id: feedId, frequency, next_at } of rows) {
      const mail: DigestMail = { accountId, userId, feedId, frequency, ...digestDays(frequency, next_at, now, timezone) };
      await ctx.jobs.add(trx, sendDigestJobName, mail, { key: `${sendDigestJobName}:${accountId}:${userId}:${feedId}:${mail.to}` });
      await sql`
        update digest_subscriptions set next_at = ${nextDigestAt(frequency, now, timezone)}
        where account_id = ${accountId} and user_id = ${userId} and feed_id = ${feedId}`.execute(trx);
    }
  });
}
