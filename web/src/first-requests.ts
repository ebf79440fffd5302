import { requestEarly } from './api/early-responses.ts';
import { requestPath } from './api/request-path.ts';
import { firstLeadQuery } from './leads/first-leads.ts';
import { pageQueryOf } from './leads/lead-query.ts';

// The build inlines this script after the skeleton, so the first requests are sent as soon as the page arrives.
requestEarly('/session');
const leads = firstLeadQuery();
if (leads) requestEarly(leads.base + requestPath('/leads', { query: pageQueryOf(leads.query, 0) }));
