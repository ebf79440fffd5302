import { addressOf } from './api/address-of.ts';
import { requestEarly } from './api/early-responses.ts';
import { firstLeads } from './leads/first-leads.ts';
import { pageOf } from './leads/lead-query.ts';

// The page starts with this small file: it sends the first requests and lets the skeleton paint before the application runs.
requestEarly('/session');
const leads = firstLeads();
if (leads) requestEarly(leads.base + addressOf('/leads', { query: pageOf(leads.query, 0) }));

const start = () => import('./main.tsx');
// A hidden page paints nothing.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
