import type { Context } from '../domain/context.ts';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import type { DirectoryAccounts } from '../domain/imports/directory-accounts.ts';
import type { AccountCreation } from '../domain/users/create-additional-account.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { SharedResponses } from './shared-responses.ts';

export type AppContext = Context & {
  identifier: CompanyIdentifier;
  publicUrl: string;
  directoryAccounts: DirectoryAccounts;
  accountCreation: AccountCreation;
  changes: ChangeWatch;
  sharedResponses: SharedResponses;
};
