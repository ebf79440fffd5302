import { getSession } from '../domain/auth/get-session.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';

/** Returns the id of the user of a session, or null if the session does not exist or has ended. */
export async function findSignedInUserId(ctx: Context, secret: string | undefined): Promise<string | null> {
  if (secret === undefined) return null;
  try {
    return (await getSession(ctx, secret)).user.id;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
