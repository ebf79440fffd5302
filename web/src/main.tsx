import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { App } from './app.tsx';
import { firstLanguage, setLanguage } from './texts/language.ts';
import { useLanguage } from './texts/use-language.ts';
import { ToastProvider } from './ui/toast.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // The browser is often wrong about the network: always try.
      networkMode: 'always',
      // Errors are final; retry only when the server was not reached.
      retryDelay: 800,
      retry: (times, error) => error instanceof ApiError && error.status === 0 && times < 2,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Shows the sign-in page when a query or a change finds that the session has ended. */
const deleteSession = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(['session'], null);
};
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[0] !== 'session') deleteSession(query.state.error);
});
queryClient.getMutationCache().subscribe(({ type, mutation }) => {
  if (type === 'updated' && mutation.options.meta?.isAccountChange) deleteSession(mutation.state.error);
});

/** Every text is read again when the language changes. */
function AppInLanguage() {
  return <App key={useLanguage()} />;
}

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
