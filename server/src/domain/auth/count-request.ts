import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

type RequestWindow = { requests: number; isExceeded: boolean; retryAfterSeconds: number };

/**
 * Fixed-window rate limiter of the earlier API and of OAuth authorization: counts a request in the current minute. All processes share one row as counter, so
 * the limit is exact. The versioned API has token buckets (`admit-keys.ts`).
 */
export async function countRequest(ctx: Context, subject: string, limit: number): Promise<RequestWindow> {
  const now = ctx.clock.now().getTime();
  const startedAtMs = Math.floor(now / 60_000) * 60_000;
  const { rows } = await sql<{ requests: number }>`
    insert into request_windows as counted (subject, begins_at, requests) values (${subject}, ${new Date(startedAtMs)}, 1)
    on conflict (subject, begins_at) do update set requests = counted.requests + 1
    returning requests`.execute(ctx.db);
  const { requests } = firstOf(rows);
  return { requests, isExceeded: requests > limit, retryAfterSeconds: Math.max(1, Math.ceil((startedAtMs + 60_000 - now) / 1000)) };
}
