import type { TokenPrincipal } from '../domain/auth/authenticate-token.ts';
import type { MemberAccount } from '../domain/users/member-account.ts';
import type { EarlierContext } from './context.ts';
import type { Document } from './document.ts';
import type { Query } from './query.ts';

/** The path parameters of all endpoints; each endpoint reads only those in its own path. */
export type PathParameters = Record<'account_id' | 'lead_id' | 'custom_feed_id' | 'id' | 'file_name', string>;

export type Call<Account> = {
  ctx: EarlierContext;
  principal: TokenPrincipal;
  account: Account;
  params: PathParameters;
  query: Query;
  body: unknown;
  /** Whether the method of the request is HEAD. */
  isHead: boolean;
};

/** A document, or a file that is sent unchanged. */
export type EndpointResponse =
  | { document: Document; status?: number; location?: string }
  | { file: { size: number; read(): NodeJS.ReadableStream; name: string } };

type Common = {
  method: 'GET' | 'POST';
  path: string;
  /** Path of the corresponding resource in the versioned API. It may contain parameters of `path`. */
  successor: string;
  /** Whether the additional rate limit for export requests applies. */
  isExportRequest?: boolean;
};

/**
 * An endpoint. If its path contains an account, its handler receives that account after all access checks, and requests count against
 * the rate limit of the account.
 */
export type Endpoint =
  | (Common & { account: true; handle(call: Call<MemberAccount>): Promise<EndpointResponse> })
  | (Common & { account: false; handle(call: Call<null>): Promise<EndpointResponse> });
