import type { Endpoint } from '../endpoint.ts';
import { getAccount, listAccounts } from './accounts.ts';
import { getCustomFeed, listCustomFeeds } from './custom-feeds.ts';
import { createExportRequest, downloadExport, getExportRequest } from './export-requests.ts';
import { getLead, listLeads, listLeadsOfFeed } from './leads.ts';
import { listVisits, listVisitsOfLead } from './visits.ts';
import { getWebsiteTrackingScript } from './website-tracking-script.ts';

/** All endpoints of the earlier API. */
export const endpoints: readonly Endpoint[] = [
  listAccounts,
  getAccount,
  listCustomFeeds,
  getCustomFeed,
  listLeads,
  listLeadsOfFeed,
  getLead,
  listVisitsOfLead,
  listVisits,
  createExportRequest,
  getExportRequest,
  downloadExport,
  getWebsiteTrackingScript,
];
