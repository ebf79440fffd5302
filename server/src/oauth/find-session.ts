import { getSession } from '../domain/auth/get-session.ts';
import type { Session } from '../domain/auth/session.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';

/** Returns a session, or null if it does not exist or has ended. */
export async function findSession(ctx: Context, secret: string | undefined): Promise<Session | null> {
  if (secret === undefined) return null;
  try {
    return await getSession(ctx, secret);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
