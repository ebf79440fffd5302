import { requestEarly } from './api/early-responses.ts';
import { requestPath } from './api/request-path.ts';
import { firstLeadQuery } from './leads/first-leads.ts';
import { pageQueryOf } from './leads/lead-query.ts';
import { showLoadError } from './load-error.ts';
import { catalogues } from './texts/catalogues.ts';
import { firstLanguage } from './texts/first-language.ts';

// This small module runs first. It sends the first requests without waiting for the styles and the rest of the document, and starts the
// application only after the browser has painted the skeleton.
requestEarly('/session');
const leads = firstLeadQuery();
if (leads) requestEarly(leads.base + requestPath('/leads', { query: pageQueryOf(leads.query, 0) }));
// main.tsx waits for the texts, so they are requested before it is loaded. It also handles the error.
catalogues[firstLanguage()].first().catch(() => {});

const start = () => void import('./main.tsx').catch(showLoadError);
const startAfterPaint = () => {
  // A hidden page is not painted, so it gets no animation frame.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
};
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startAfterPaint);
else startAfterPaint();
