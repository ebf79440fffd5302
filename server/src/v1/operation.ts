import type { Static, TSchema } from 'typebox';
import type { Account } from '../domain/accounts/account.ts';
import type { Entitlement } from '../domain/accounts/entitlements.ts';
import type { Principal } from '../domain/auth/principal.ts';
import type { Scope } from '../domain/auth/scopes.ts';
import type { V1Context } from './context.ts';
import type { Page } from './read-page.ts';

type Group =
  | 'Account'
  | 'Users'
  | 'Companies'
  | 'Contacts'
  | 'Web Visits'
  | 'Campaigns'
  | 'IP'
  | 'Buyer Personas'
  | 'Ideal Customer Profiles'
  | 'Tags'
  | 'Lists'
  | 'Custom Fields'
  | 'Settings'
  | 'Usage'
  | 'Reference Data'
  | 'Tracking';

type AccountUse = 'required' | 'optional' | 'none';

type Call<Use extends AccountUse = AccountUse, Params = unknown, Query = unknown, Body = unknown> = {
  ctx: V1Context;
  principal: Principal;
  account: Use extends 'required' ? Account : Use extends 'optional' ? Account | null : null;
  params: Params;
  query: Query;
  body: Body;
  /** The requested relations, including the ancestors of dotted values. */
  include: ReadonlySet<string>;
  page: Page;
  requestId: string;
};

/** The `credits` of operations that never charge but contain `meta.credits`. */
export const noCredits = 'None.';

export type Outcome = {
  data?: unknown;
  /** For page-numbered pagination. */
  totalCount?: number;
  /** For cursor pagination. */
  nextCursor?: string | null;
  /** Credits charged by this request; required for operations that can charge. */
  credits?: number;
  /** URL of a created job, for the `Location` header. */
  location?: string;
};

type Declaration<Use extends AccountUse, Params extends TSchema, Query extends TSchema, Body extends TSchema> = {
  id: string;
  group: Group;
  summary: string;
  description?: string;
  /** Implementation status. The specification requires it in every summary of the OpenAPI document. */
  status: 'available';
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/v1/${string}`;
  scope: Scope | null;
  account: Use;
  /** Entitlement that the operation requires in addition to `api`, which all of /v1 requires. */
  entitlement?: Entitlement;
  /** Cost of a call, for the documentation. If set, the response contains the credits charged, even if the call is always free. */
  credits?: string;
  paging?: 'page' | 'cursor';
  include?: readonly string[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** Set if the body is read more leniently than documented. */
  documentedBody?: TSchema;
  data?: TSchema;
  success?: 200 | 201 | 202 | 204;
  /** Status codes in addition to those of every operation. */
  errors?: readonly number[];
  /** False if the work is shared with other requests, so that a timeout must not cancel it. */
  cancels?: false;
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  handle(call: Call<Use, Static<Params>, Static<Query>, Static<Body>>): Promise<Outcome>;
};

/** An operation without its type parameters. */
export type Operation = Omit<Declaration<AccountUse, TSchema, TSchema, TSchema>, 'handle'> & { handle(call: Call): Promise<Outcome> };

/** Declares an operation of the versioned API. Routes, validation, OpenAPI document and tests are derived from it. */
export function operation<
  const Use extends AccountUse,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(declaration: Declaration<Use, Params, Query, Body>): Operation {
  return declaration as unknown as Operation;
}
