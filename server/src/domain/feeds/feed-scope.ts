import type { Context } from '../context.ts';
import type { Scope } from './scope.ts';
import type { Window } from './window.ts';

/** Everything that the conditions of a feed refer to, read once. */
export async function feedScope(ctx: Context, account: { id: string; timezone: string }, window: Window): Promise<Scope> {
  return { accountId: account.id, timezone: account.timezone, window, now: ctx.clock.now(), profiles: new Map() };
}
