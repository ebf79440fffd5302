import type { Context } from '../domain/context.ts';
import type { Identifier } from '../domain/identification/identifier.ts';
import type { DirectoryAccounts } from '../domain/imports/directory-accounts.ts';
import type { AccountCreation } from '../domain/users/create-own-account.ts';
import type { ChangeWatch } from './change-watch.ts';

export type AppContext = Context & {
  identifier: Identifier;
  publicUrl: string;
  directoryAccounts: DirectoryAccounts;
  accountCreation: AccountCreation;
  changes: ChangeWatch;
};
