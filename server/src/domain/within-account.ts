import type { Context } from './context.ts';

/**
 * Tenant isolation: returns a context whose database is restricted to one account by row-level security. In workers, commands and
 * installations without row-level security, access is unrestricted.
 */
export function withinAccount<Given extends Context>(ctx: Given, accountId: string): Given {
  return ctx.requestDatabases ? { ...ctx, db: ctx.requestDatabases.account(accountId) } : ctx;
}

/** Returns a context whose database can access users and credentials, but no account data. */
export function forAuthentication<Given extends Context>(ctx: Given): Given {
  return ctx.requestDatabases ? { ...ctx, db: ctx.requestDatabases.auth } : ctx;
}
