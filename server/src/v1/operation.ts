import type { Static, TSchema } from 'typebox';
import type { VersionedAccount } from '../domain/accounts/account-loader.ts';
import type { Entitlement } from '../domain/accounts/entitlements.ts';
import type { Principal } from '../domain/auth/principal.ts';
import type { Scope } from '../domain/auth/scopes.ts';
import type { V1Context } from './context.ts';
import type { Page } from './read-page.ts';

export type Group =
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

export type Call<Use extends AccountUse = AccountUse, Params = unknown, Query = unknown, Body = unknown> = {
  ctx: V1Context;
  principal: Principal;
  account: Use extends 'required' ? VersionedAccount : Use extends 'optional' ? VersionedAccount | null : null;
  params: Params;
  query: Query;
  body: Body;
  /** What `include` named, with every ancestor of a dotted value. */
  include: ReadonlySet<string>;
  page: Page;
  requestId: string;
};

export type Outcome = {
  data?: unknown;
  /** Of page-numbered paging. */
  totalCount?: number;
  /** Of cursor paging. */
  nextCursor?: string | null;
  /** What this request was charged; operations that can charge always say it. */
  credits?: number;
  /** Of a created job: where it is found. */
  location?: string;
};

type Declaration<Use extends AccountUse, Params extends TSchema, Query extends TSchema, Body extends TSchema> = {
  id: string;
  group: Group;
  summary: string;
  description?: string;
  status: 'available' | 'planned';
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/v1/${string}`;
  scope: Scope | null;
  account: Use;
  /** Beyond `api`, which all of /v1 needs. */
  entitlement?: Entitlement;
  /** What a call may cost, in words for the documentation; absent when nothing. */
  credits?: string;
  paging?: 'page' | 'cursor';
  include?: readonly string[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** Where the body is read more gently than it is documented. */
  documentedBody?: TSchema;
  data?: TSchema;
  success?: 200 | 201 | 202 | 204;
  /** Codes beyond those that every operation can answer. */
  errors?: readonly number[];
  /** Whether a request past its time is cancelled in the database. Not where its work is shared with other requests. */
  cancels?: false;
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  handle(call: Call<Use, Static<Params>, Static<Query>, Static<Body>>): Promise<Outcome>;
};

/** An operation with its types forgotten, as the frame, the document and the tests see it. */
export type Operation = Omit<Declaration<AccountUse, TSchema, TSchema, TSchema>, 'handle'> & { handle(call: Call): Promise<Outcome> };

/** Declares one operation of the versioned interface. Everything else comes from this value. */
export function operation<
  const Use extends AccountUse,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(declaration: Declaration<Use, Params, Query, Body>): Operation {
  return declaration as unknown as Operation;
}
