import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

const windowMinutes = 15;
const mostByPair = 10;
const mostByAddress = 50;
const mostByEmail = 200;

export type Attempt = { email: string; address: string };

/**
 * Counts an attempt to sign in, in the database, so that all processes count together. The limit for one e-mail alone is
 * high: else anybody could lock its owner out.
 */
export async function countAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const { beginsAt, endsInMs } = windowOf(ctx);
  for (const { subject, most } of limitsOf(attempt)) {
    const { rows } = await sql<{ requests: number }>`
      insert into request_windows as counted (subject, begins_at, requests) values (${subject}, ${beginsAt}, 1)
      on conflict (subject, begins_at) do update set requests = counted.requests + 1 returning requests`.execute(ctx.db);
    if (rows[0]!.requests > most) {
      const minutes = Math.ceil(endsInMs / 60_000);
      throw new Problem('too_many_requests', {
        title: `Too many attempts. Try again in ${minutes} min.`,
        retryAfterSeconds: Math.ceil(endsInMs / 1000),
      });
    }
  }
}

/** An attempt with the right password was none to count: whoever signs in often, or from a large office, guesses nothing. */
export async function forgiveAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const subjects = limitsOf(attempt).map(({ subject }) => subject);
  await ctx.db
    .updateTable('request_windows')
    .set(({ eb }) => ({ requests: eb('requests', '-', 1) }))
    .where('subject', 'in', subjects)
    .where('begins_at', '=', windowOf(ctx).beginsAt)
    .execute();
}

function limitsOf({ email, address }: Attempt): { subject: string; most: number }[] {
  return [
    { subject: `sign-in:${address}:${email}`, most: mostByPair },
    { subject: `sign-in:${address}`, most: mostByAddress },
    { subject: `sign-in:${email}`, most: mostByEmail },
  ];
}

function windowOf(ctx: Context): { beginsAt: Date; endsInMs: number } {
  const now = ctx.clock.now().getTime();
  const windowMs = windowMinutes * 60_000;
  const began = Math.floor(now / windowMs) * windowMs;
  return { beginsAt: new Date(began), endsInMs: began + windowMs - now };
}
