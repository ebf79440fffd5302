import type { Context } from './context.ts';

/**
 * The same context, with a database that sees and writes only what belongs to this account. Where the wall between accounts does
 * not stand, and for workers and commands, it is the database itself.
 */
export function withinAccount<Given extends Context>(ctx: Given, accountId: string): Given {
  return ctx.doors ? { ...ctx, db: ctx.doors.account(accountId) } : ctx;
}

/** The same context, with a database that knows who comes in, and nothing of what accounts own. */
export function atEntrance<Given extends Context>(ctx: Given): Given {
  return ctx.doors ? { ...ctx, db: ctx.doors.entrance } : ctx;
}
