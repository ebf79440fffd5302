import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Problem } from '../domain/problem.ts';
import { type Membership, mayManageApi, type Role } from '../domain/users/roles.ts';
import type { UserWithMemberships } from '../domain/users/user.ts';
import type { AppContext } from './context.ts';

/** What a person needs to be allowed: to look, to work with leads, to manage the account, or to manage its credentials. */
export type Need = 'view' | 'edit' | 'manage' | 'api';

const editors: Role[] = ['owner', 'admin', 'member'];
const managers: Role[] = ['owner', 'admin'];

export function requireNeed(membership: Membership, need: Need): void {
  const isAllowed = {
    view: true,
    edit: editors.includes(membership.role),
    manage: managers.includes(membership.role),
    api: mayManageApi(membership),
  }[need];
  if (isAllowed) return;
  const who = need === 'edit' ? 'A viewer cannot change anything' : 'Only owners and admins can do this';
  throw new Problem('forbidden', `${who}. Ask an owner of the account for another role.`);
}

export type Call<Query, Body> = {
  ctx: AppContext;
  accountId: string;
  membership: Membership;
  user: UserWithMemberships;
  params: Record<string, string>;
  query: Query;
  body: Body;
  req: FastifyRequest;
  res: FastifyReply;
};

/** A route inside one account. Its path stands after `/app/api/accounts/:accountId`. */
export type AccountRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  need: Need;
  query?: TSchema;
  body?: TSchema;
  handle(call: Call<unknown, unknown>): Promise<unknown>;
};

type Typed<Query extends TSchema, Body extends TSchema> = Omit<AccountRoute, 'query' | 'body' | 'handle'> & {
  query?: Query;
  body?: Body;
  handle(call: Call<Static<Query>, Static<Body>>): Promise<unknown>;
};

export function route<Query extends TSchema, Body extends TSchema>(declared: Typed<Query, Body>): AccountRoute {
  return declared as AccountRoute;
}
