import { sql } from 'kysely';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { type DigestFrequency, nextDigestAt } from './digest-schedule.ts';

export type DigestKey = { accountId: string; userId: string; feedId: string };

type Digest = {
  /** Null if the user gets no digest of the feed. */
  frequency: DigestFrequency | null;
  /** False when the operator has not configured a mail server. */
  canMail: boolean;
};

/** Returns how often a user gets the companies of a feed by e-mail. */
export async function getDigest(ctx: Context, key: DigestKey): Promise<Digest> {
  const { id } = await getFeed(ctx, key.accountId, key.feedId);
  const row = await ctx.db
    .selectFrom('digest_subscriptions')
    .select('frequency')
    .where('account_id', '=', key.accountId)
    .where('user_id', '=', key.userId)
    .where('feed_id', '=', id)
    .executeTakeFirst();
  return { frequency: (row?.frequency as DigestFrequency | undefined) ?? null, canMail: Boolean(ctx.outgoing?.mail) };
}

/** Lists the digests that a user gets in an account. */
export function listDigests(
  ctx: Context,
  { accountId, userId }: Omit<DigestKey, 'feedId'>,
): Promise<{ feedId: string; frequency: DigestFrequency }[]> {
  return ctx.db
    .selectFrom('digest_subscriptions')
    .select(['feed_id as feedId', 'frequency'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('feed_id')
    .$castTo<{ feedId: string; frequency: DigestFrequency }>()
    .execute();
}

/** Subscribes a user to the digest of a feed; null unsubscribes. */
export async function setDigest(ctx: Context, key: DigestKey, frequency: DigestFrequency | null): Promise<Digest> {
  const { accountId, userId } = key;
  const { id } = await getFeed(ctx, accountId, key.feedId);
  if (frequency === null) await deleteDigest(ctx, { accountId, userId, feedId: id });
  else {
    const { timezone } = await getAccount(ctx, accountId);
    await sql`
      insert into digest_subscriptions (account_id, user_id, feed_id, frequency, next_at)
      values (${accountId}, ${userId}, ${id}, ${frequency}, ${nextDigestAt(frequency, ctx.clock.now(), timezone)})
      on conflict (account_id, user_id, feed_id) do update set frequency = excluded.frequency, next_at = excluded.next_at
      where digest_subscriptions.frequency <> excluded.frequency`.execute(ctx.db);
  }
  return getDigest(ctx, key);
}

export async function deleteDigest(ctx: Context, { accountId, userId, feedId }: DigestKey): Promise<void> {
  await sql`
    delete from digest_subscriptions where account_id = ${accountId} and user_id = ${userId} and feed_id = ${feedId}`.execute(ctx.db);
}
