import { addressOf } from './api/address-of.ts';
import { requestEarly } from './api/early-responses.ts';
import { firstLeads } from './leads/first-leads.ts';
import { pageOf } from './leads/lead-query.ts';
import { catalogues } from './texts/catalogues.ts';
import { firstLanguage } from './texts/first-language.ts';

// The page starts with this small file: it sends the first requests, without waiting for the styles and the rest of the document, and lets
// the skeleton paint before the application runs.
requestEarly('/session');
const leads = firstLeads();
if (leads) requestEarly(leads.base + addressOf('/leads', { query: pageOf(leads.query, 0) }));
// main.tsx waits for the texts, so they must not wait for it.
catalogues[firstLanguage()].first();

const start = () => import('./main.tsx');
const startAfterPaint = () => {
  // A hidden page paints nothing.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
};
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startAfterPaint);
else startAfterPaint();
