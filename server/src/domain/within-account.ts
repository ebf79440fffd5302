import type { Context } from './context.ts';

/**
 * The same context, with a database that sees and writes only what belongs to this account. Without row-level security, and for
 * workers and commands, it is the database itself.
 */
export function withinAccount<Given extends Context>(ctx: Given, accountId: string): Given {
  return ctx.requestDatabases ? { ...ctx, db: ctx.requestDatabases.account(accountId) } : ctx;
}

/** The same context, with a database that sees users and credentials, and nothing that accounts own. */
export function atEntrance<Given extends Context>(ctx: Given): Given {
  return ctx.requestDatabases ? { ...ctx, db: ctx.requestDatabases.entrance } : ctx;
}
