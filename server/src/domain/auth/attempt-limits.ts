import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Allows a burst of `maxAttempts`, refilled evenly over the window. */
type AttemptLimit = { subject: string; maxAttempts: number; windowMinutes: number };

/** `used` is the part of `maxAttempts` in use, including this attempt if it was allowed. */
type Attempt = { isAllowed: boolean; used: number; retryAfterSeconds: number };

/**
 * Rate limiter for attempts such as sign-ins (brute-force protection), counted in the database for all processes. Rejected attempts are not
 * counted. Requests of the APIs have other limits: `admit-keys.ts`, `count-request.ts`.
 */
export async function takeAttempt(ctx: Context, { subject, maxAttempts, windowMinutes }: AttemptLimit): Promise<Attempt> {
  const { rows } = await sql<{ is_taken: boolean; used_now: number; retry_after_seconds: number }>`
    select * from take_attempt(${subject}, ${maxAttempts}::int, ${windowMinutes * 60}::int, ${ctx.clock.now()}::timestamptz)`.execute(
    ctx.db,
  );
  const { is_taken, used_now, retry_after_seconds } = firstOf(rows);
  return { isAllowed: is_taken, used: used_now, retryAfterSeconds: retry_after_seconds };
}

/** Counts an attempt or throws a Problem with the time to wait. */
export async function limitAttempts(ctx: Context, limit: AttemptLimit): Promise<Attempt> {
  const attempt = await takeAttempt(ctx, limit);
  if (!attempt.isAllowed) throw tooManyAttempts(attempt.retryAfterSeconds);
  return attempt;
}

/** Refunds one attempt of each subject. */
export async function returnAttempts(ctx: Context, subjects: string[]): Promise<void> {
  await ctx.db.updateTable('attempt_limits').set({ used: sql`greatest(0, used - 1)` }).where('subject', 'in', subjects).execute();
}

export function tooManyAttempts(retryAfterSeconds: number): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new Problem('too_many_requests', {
    title: `Too many attempts. Try again in ${minutes} min.`,
    retryAfterSeconds,
    cause: 'attempts',
  });
}
