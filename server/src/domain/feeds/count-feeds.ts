import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { longJobsQueue } from '../account-queues.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { feedOf, listCustomFeeds } from './custom-feed.ts';
import { builtInFeeds, type Feed } from './feed.ts';
import { findLeads } from './find-leads.ts';
import { hasManyVisits } from './has-many-visits.ts';
import { loadFeedScope } from './load-feed-scope.ts';
import { feedFilters } from './matching-leads.ts';
import { visitIntervalOf } from './visit-interval.ts';

export const countFeedsJobName = 'count-feeds';

const countedDays = 30;
/** Maximum count, which the sidebar shows as “10,000+”. */
const maxCount = 10_000;
/** Number of visits from which counts are stored. Lower than the threshold for a list, because dozens of feeds are counted one by one. */
const manyVisitsForCounts = 1000;
/** Minimum age of stored counts before they are recomputed. */
const minAgeMs = 10_000;
/** Counts that take long are recomputed less often, so that counting takes at most this share of the time. */
const maxShareOfTime = 0.1;

type ZonedAccount = { id: string; timezone: string };
type StoredCounts = { counts: Record<string, number>; countedAt: Date; lastDay: string; tookMs: number };

/**
 * Returns the number of leads of each feed in the last 30 days. An account with many visits gets stored counts, which are recomputed in the
 * background when they are old.
 */
export async function countFeeds(ctx: Context, accountId: string, feeds: readonly Feed[]): Promise<number[]> {
  const account = await getAccount(ctx, accountId);
  const days = daysOf(ctx, account);
  if (!(await hasManyVisits(ctx, accountId, days, manyVisitsForCounts))) return countAll(ctx, account, feeds);
  const stored = await findStoredCounts(ctx, accountId);
  const missing = feeds.filter((feed) => stored?.counts[keyOf(feed)] === undefined);
  const startMs = performance.now();
  const counted = await countAll(ctx, account, missing);
  const added = Object.fromEntries(missing.map((feed, index) => [keyOf(feed), counted[index] ?? 0]));
  const counts = { ...stored?.counts, ...added };
  if (stored === null) await storeCounts(ctx, accountId, { counts, lastDay: days.to, tookMs: performance.now() - startMs });
  else await enqueueRecount(ctx, accountId, recountAt(stored, days.to, ctx.clock.now()));
  return feeds.map((feed) => counts[keyOf(feed)] ?? 0);
}

export function enqueueRecount(ctx: Context, accountId: string, runAt: Date): Promise<void> {
  const options = { key: `${countFeedsJobName}-${accountId}`, queue: longJobsQueue(accountId), runAt };
  return ctx.jobs.add(ctx.db, countFeedsJobName, { accountId }, options);
}

/** Recomputes the stored counts of all feeds of a large account. */
export async function recountFeeds(ctx: Context, accountId: string): Promise<void> {
  const account = await getAccount(ctx, accountId);
  const feeds = [...builtInFeeds, ...(await listCustomFeeds(ctx, accountId)).map(feedOf)];
  const startMs = performance.now();
  const counted = await countAll(ctx, account, feeds);
  const counts = Object.fromEntries(feeds.map((feed, index) => [keyOf(feed), counted[index] ?? 0]));
  await storeCounts(ctx, accountId, { counts, lastDay: daysOf(ctx, account).to, tookMs: performance.now() - startMs });
}

function daysOf(ctx: Context, { timezone }: ZonedAccount): { from: string; to: string } {
  const to = dayOf(ctx.clock.now().getTime(), timezone);
  return { from: addDays(to, 1 - countedDays), to };
}

async function countAll(ctx: Context, account: ZonedAccount, feeds: readonly Feed[]): Promise<number[]> {
  if (feeds.length === 0) return [];
  const { from, to } = daysOf(ctx, account);
  const scope = await loadFeedScope(ctx, account, visitIntervalOf(from, to, account.timezone), { filters: feeds.map(feedFilters) });
  const counts: number[] = [];
  // Sequential, because each count may read many rows and no page waits for the counts.
  for (const feed of feeds) counts.push((await findLeads(ctx.db, scope, feed, { offset: 0, limit: 0 }, maxCount)).total);
  return counts;
}

/** Includes a hash of the filters, so a count becomes invalid when the filters change. */
function keyOf(feed: Feed): string {
  const filters = createHash('sha256')
    .update(JSON.stringify(feedFilters(feed)))
    .digest('base64url')
    .slice(0, 12);
  return `${feed.id} ${filters}`;
}

/**
 * The time of the next count. Recent counts are also recomputed, but later: an open page requests them once after a change, and
 * requests them again only if the next count differs.
 */
function recountAt({ countedAt, lastDay, tookMs }: StoredCounts, today: string, now: Date): Date {
  if (lastDay !== today) return now;
  return new Date(Math.max(now.getTime(), countedAt.getTime() + Math.max(minAgeMs, tookMs / maxShareOfTime)));
}

async function findStoredCounts(ctx: Context, accountId: string): Promise<StoredCounts | null> {
  const { rows } = await sql<StoredCounts>`
    select counts, counted_at as "countedAt", last_day::text as "lastDay", took_ms as "tookMs" from feed_counts where account_id = ${accountId}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

async function storeCounts(ctx: Context, accountId: string, { counts, lastDay, tookMs }: Omit<StoredCounts, 'countedAt'>): Promise<void> {
  await sql`
    insert into feed_counts (account_id, last_day, counts, counted_at, took_ms)
    values (${accountId}, ${lastDay}, ${JSON.stringify(counts)}, ${ctx.clock.now()}, ${Math.round(tookMs)})
    on conflict (account_id) do update set last_day = excluded.last_day, counts = excluded.counts, counted_at = excluded.counted_at,
      took_ms = excluded.took_ms`.execute(ctx.db);
}
