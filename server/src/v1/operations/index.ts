import type { Operation } from '../operation.ts';
import listAccounts from './account/list-accounts.ts';
import collectEvents from './tracking/collect-events.ts';
import getCurrentUser from './users/get-current-user.ts';
import retrieveVisitorCompanies from './web-visits/retrieve-visitor-companies.ts';

/** Every operation of the versioned interface, in the order of the documentation. */
export const operations: readonly Operation[] = [listAccounts, getCurrentUser, retrieveVisitorCompanies, collectEvents];
