import type { Endpoint } from '../endpoint.ts';
import { getAccount, listAccounts } from './accounts.ts';
import { getLead, listLeads, listLeadsOfFeed } from './leads.ts';

/** Every endpoint, in the order of the specification. */
export const endpoints: readonly Endpoint[] = [listAccounts, getAccount, listLeads, listLeadsOfFeed, getLead];
