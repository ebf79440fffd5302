import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { Session } from './api/answers.ts';
import { useSession, WorkProvider } from './api/session.tsx';
import { useLiveUpdates } from './api/use-live-updates.ts';
import { Leads } from './leads/leads.tsx';
import { CommandPalette } from './shell/command-palette.tsx';
import { NoAccount } from './shell/no-account.tsx';
import { NotFound } from './shell/not-found.tsx';
import shellStyles from './shell/shell.module.css';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { ShortcutHelp } from './shell/shortcut-help.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { t } from './texts/t.ts';
import { useLanguageOf } from './texts/use-language.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

const SignedOut = lazy(() => import('./sign-in/signed-out.tsx'));
const Company = lazy(() => import('./company/company-page.tsx'));
const Dashboard = lazy(() => import('./dashboard/dashboard.tsx'));
const Exports = lazy(() => import('./exports/exports.tsx'));
const Live = lazy(() => import('./live/live.tsx'));
const SharedDashboard = lazy(() => import('./dashboard/shared-dashboard.tsx'));
const Settings = lazy(() => import('./settings/settings.tsx'));

export function App() {
  const [location] = useLocation();
  const { data: session, error, refetch, isPending } = useSession();
  const isInOwnLanguage = useLanguageOf(session?.user);
  if (location === '/shared') return <SharedPage />;
  if (['/invitation', '/forgot-password', '/reset-password'].includes(location)) return <SignedOutPages />;
  if (isPending || !isInOwnLanguage) return <ShellSkeleton />;
  // A short outage must not sign anybody out.
  if (error && session === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!session) return <SignedOutPages />;
  if (session.accounts.length === 0) return <NoAccount />;
  return <SignedIn session={session} />;
}

function SignedOutPages() {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <SignedOut />
      </Suspense>
    </ErrorBoundary>
  );
}

function SharedPage() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <SharedDashboard />
      </Suspense>
    </ErrorBoundary>
  );
}

function SignedIn({ session }: { session: Session }) {
  return (
    <WorkProvider session={session}>
      <Shell />
    </WorkProvider>
  );
}

function Shell() {
  const isConnected = useLiveUpdates();
  const [location] = useLocation();
  return (
    <div className={shellStyles.shell}>
      <a className={shellStyles.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <Sidebar />
      <main id="content" tabIndex={-1} className={shellStyles.stage}>
        {!isConnected && (
          <div className={shellStyles.offline} role="status">
            {t('shell.theConnectionToTheServer')}
          </div>
        )}
        <ErrorBoundary key={location}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              <Route path="/">
                <Redirect to="/leads" replace />
              </Route>
              <Route path="/sign-in">
                <Redirect to="/leads" replace />
              </Route>
              <Route path="/set-up">
                <Redirect to="/leads" replace />
              </Route>
              <Route path="/leads" component={Leads} />
              <Route path="/companies/:id">{({ id }) => <Company id={id} />}</Route>
              <Route path="/dashboard/:part?">{({ part }) => <Dashboard part={part} />}</Route>
              <Route path="/live" component={Live} />
              <Route path="/exports" component={Exports} />
              <Route path="/settings/:part?">{({ part }) => <Settings part={part} />}</Route>
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <CommandPalette />
      <ShortcutHelp />
    </div>
  );
}
