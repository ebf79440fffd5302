import type { TokenHolder } from '../domain/auth/authenticate-token.ts';
import type { MemberAccount } from '../domain/users/member-account.ts';
import type { EarlierContext } from './context.ts';
import type { Document } from './document.ts';
import type { Query } from './query.ts';

export type Call<Account> = {
  ctx: EarlierContext;
  holder: TokenHolder;
  account: Account;
  params: Record<string, string>;
  query: Query;
  body: unknown;
  /** Whether only the headers of the answer are wanted. */
  isHead: boolean;
};

/** A document, or a file that is sent as it lies there. */
export type Answer =
  | { document: Document; status?: number; location?: string }
  | { file: { size: number; content: NodeJS.ReadableStream; name: string } };

type Common = {
  method: 'GET' | 'POST';
  path: string;
  /** Where the versioned interface has the same. */
  successor: string;
  /** Whether its requests have a limit of their own besides. */
  isExportRequest?: boolean;
};

/** One endpoint. Those with an account in their path get it after all checks, and count against its limit. */
export type Endpoint =
  | (Common & { account: true; handle(call: Call<MemberAccount>): Promise<Answer> })
  | (Common & { account: false; handle(call: Call<null>): Promise<Answer> });
