import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

const windowMinutes = 15;
const mostByPair = 10;
const mostByAddress = 50;
const mostByEmail = 200;

/**
 * Counts an attempt to sign in, in the database, so that all processes count together. The limit for one e-mail alone is
 * high: else anybody could lock its owner out.
 */
export async function countAttempt(ctx: Context, { email, address }: { email: string; address: string }): Promise<void> {
  const now = ctx.clock.now().getTime();
  const windowMs = windowMinutes * 60_000;
  const beginsAt = new Date(Math.floor(now / windowMs) * windowMs);
  const limits = [
    { subject: `sign-in:${address}:${email}`, most: mostByPair },
    { subject: `sign-in:${address}`, most: mostByAddress },
    { subject: `sign-in:${email}`, most: mostByEmail },
  ];
  for (const { subject, most } of limits) {
    const { rows } = await sql<{ requests: number }>`
      insert into request_windows as counted (subject, begins_at, requests) values (${subject}, ${beginsAt}, 1)
      on conflict (subject, begins_at) do update set requests = counted.requests + 1 returning requests`.execute(ctx.db);
    if (rows[0]!.requests > most) {
      const retryAfterSeconds = Math.ceil((beginsAt.getTime() + windowMs - now) / 1000);
      const minutes = Math.ceil(retryAfterSeconds / 60);
      throw new Problem('too_many_requests', { title: `Too many attempts. Try again in ${minutes} min.`, retryAfterSeconds });
    }
  }
}
