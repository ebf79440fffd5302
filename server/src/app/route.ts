import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Problem } from '../domain/problem.ts';
import { canManageApi, type Membership, type Role } from '../domain/users/roles.ts';
import type { UserWithMemberships } from '../domain/users/user.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { AppContext } from './context.ts';

/** Permission levels: view data, work with leads, manage the account, manage credentials. */
type Permission = 'view' | 'edit' | 'manage' | 'api';

const editors: Role[] = ['owner', 'admin', 'member'];
const managers: Role[] = ['owner', 'admin'];

export function requirePermission(membership: Membership, permission: Permission): void {
  const isAllowed = {
    view: true,
    edit: editors.includes(membership.role),
    manage: managers.includes(membership.role),
    api: canManageApi(membership),
  }[permission];
  if (isAllowed) return;
  const reason = permission === 'edit' ? 'A viewer cannot change anything' : 'Only owners and admins can do this';
  throw new Problem('forbidden', `${reason}. Ask an account owner to change your role.`);
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Parameter names of a path: `noteId` for `/notes/:noteId`. */
type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<Path> = Record<ParamName<Path>, string>;

type Request<Path, Query, Body> = {
  ctx: AppContext;
  params: ParamsOf<Path>;
  query: Query;
  body: Body;
  req: FastifyRequest;
  res: FastifyReply;
};

/** A user's request within an account. */
export type AccountCall<Path = string, Query = unknown, Body = unknown> = Request<Path, Query, Body> & {
  accountId: string;
  membership: Membership;
  user: UserWithMemberships;
};

/** A request whose response is the same for all users of an account. */
type SharedCall<Path = string, Query = unknown> = Pick<AccountCall<Path, Query>, 'accountId' | 'params' | 'query'> & {
  /** Has no acting user. */
  ctx: AppContext;
};

/** A request outside an account, without authentication. */
export type PublicCall<Path = string, Query = unknown, Body = unknown> = Request<Path, Query, Body> & { cookie: SessionCookie };

/** A request by a signed-in user outside an account. */
type UserCall<Path = string, Query = unknown, Body = unknown> = PublicCall<Path, Query, Body> & {
  user: UserWithMemberships;
  sessionId: string;
};

/** Common part of all route declarations. Their types reach the web application through api.ts. */
type Declaration<M, Path, Query, Body> = { method: M; path: Path; query?: Query; body?: Body };

export type AccountRoute = Declaration<Method, string, TSchema, TSchema> & {
  permission: Permission;
  isShared?: true;
  handle(call: AccountCall): Promise<unknown>;
};
export type PublicRoute = Declaration<Method, string, TSchema, TSchema> & { access: 'public'; handle(call: PublicCall): Promise<unknown> };
export type UserRoute = Declaration<Method, string, TSchema, TSchema> & { access: 'user'; handle(call: UserCall): Promise<unknown> };

/** Declares a route within an account. Its path is relative to `/app/api/accounts/:accountId`. */
export function route<const M extends Method, const Path extends string, Query extends TSchema, Body extends TSchema, ResponseBody>(
  declaration: Declaration<M, Path, Query, Body> & {
    permission: Permission;
    handle(call: AccountCall<Path, Static<Query>, Static<Body>>): Promise<ResponseBody>;
  },
) {
  return declaration;
}

/**
 * Declares a route that reads data of an account. Pages that are notified of the same change share its response, so the handler does not get
 * the user, and every user of the account may call it.
 */
export function sharedRoute<const Path extends string, Query extends TSchema, ResponseBody>(
  declaration: Pick<Declaration<'GET', Path, Query, TSchema>, 'path' | 'query'> & {
    handle(call: SharedCall<Path, Static<Query>>): Promise<ResponseBody>;
  },
) {
  return {
    ...declaration,
    method: 'GET' as const,
    permission: 'view' as const,
    isShared: true as const,
    handle({ ctx, accountId, params, query }: AccountCall<Path, Static<Query>>) {
      return declaration.handle({ ctx, accountId, params, query });
    },
  };
}

/** Declares a route without authentication. */
export function publicRoute<const M extends Method, const Path extends string, Query extends TSchema, Body extends TSchema, ResponseBody>(
  declaration: Declaration<M, Path, Query, Body> & { handle(call: PublicCall<Path, Static<Query>, Static<Body>>): Promise<ResponseBody> },
) {
  return { ...declaration, access: 'public' as const };
}

/** Declares a route for signed-in users, outside any account. */
export function userRoute<const M extends Method, const Path extends string, Query extends TSchema, Body extends TSchema, ResponseBody>(
  declaration: Declaration<M, Path, Query, Body> & { handle(call: UserCall<Path, Static<Query>, Static<Body>>): Promise<ResponseBody> },
) {
  return { ...declaration, access: 'user' as const };
}
