import '@fontsource-variable/inter';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { forgetAccount } from './api/remembered-account.ts';
import { isAccountChange, sessionQuery } from './api/session.tsx';
import { App } from './app.tsx';
import { firstLeadQuery } from './leads/first-leads.ts';
import { leadPage } from './leads/lead-page.ts';
import { firstLanguage } from './texts/first-language.ts';
import { currentLocale, setLanguage } from './texts/language.ts';
import { useLanguage } from './texts/use-language.ts';
import { ToastProvider } from './ui/toast.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // Browsers often report a wrong network state, so requests are always sent.
      networkMode: 'always',
      // Errors reported by the application are final; a query is repeated only if no complete response of the application arrived.
      retryDelay: 800,
      retry: (times, error) => error instanceof ApiError && error.status === 0 && times < 2,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Shows the sign-in page when a query or a change finds that the session has ended. */
const clearEndedSession = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) {
    forgetAccount();
    queryClient.setQueryData(['session'], null);
  }
};
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[0] !== 'session') clearEndedSession(query.state.error);
});
const changes = queryClient.getMutationCache();
changes.subscribe(({ type, mutation }) => {
  // Changes of an earlier session are no longer in the cache.
  if (type === 'updated' && isAccountChange(mutation) && changes.getAll().includes(mutation)) clearEndedSession(mutation.state.error);
});

/** Remounts the application when the language changes, so that every text is read again. */
function AppInLanguage() {
  return <App key={useLanguage()} />;
}

// first-requests.ts has already requested the session and the leads.
queryClient.prefetchQuery(sessionQuery);
const leads = firstLeadQuery();
if (leads) queryClient.prefetchQuery(leadPage(leads.base, leads.query, 0));
await setLanguage(firstLanguage());
createRoot(document.getElementById('root')!).render(
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <AppInLanguage />
      </ToastProvider>
    </QueryClientProvider>
  </CSPProvider>,
);
// Loads the font and the locale data while the browser waits for the responses. Otherwise the first list would be laid out twice, and
// creating the first date formatter takes 20 ms of CPU time.
document.fonts.load(`1em ${getComputedStyle(document.body).fontFamily}`).catch(() => {});
setTimeout(() => new Intl.DateTimeFormat(currentLocale()));
