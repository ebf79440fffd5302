import { showLoadError } from './load-error.ts';
import { catalogs } from './texts/catalogs.ts';
import { firstLanguage } from './texts/first-language.ts';

// This small module starts the application after the browser has painted the skeleton.
const start = () => {
  // main.tsx waits for the texts, so they are requested at the same time. It also handles the error.
  catalogs[firstLanguage()].first().catch(() => {});
  import('./main.tsx').catch(showLoadError);
};
const startAfterPaint = () => {
  // A hidden page is not painted, so it gets no animation frame.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
};
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startAfterPaint);
else startAfterPaint();
