import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { Session } from './api/responses.ts';
import { useSession, useWorkspace, WorkspaceProvider } from './api/session.tsx';
import { useLiveUpdates } from './api/use-live-updates.ts';
import { Leads } from './leads/leads.tsx';
import { CommandPalette } from './shell/command-palette.tsx';
import { NoAccount } from './shell/no-account.tsx';
import { NotFound } from './shell/not-found.tsx';
import shellStyles from './shell/shell.module.css';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { ShortcutHelp } from './shell/shortcut-help.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { useGoShortcuts } from './shell/use-go-shortcuts.ts';
import { continuePath } from './sign-in/continue-path.ts';
import { loadTextsOf } from './texts/language.ts';
import { t } from './texts/t.ts';
import { useUserLanguage } from './texts/use-language.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

const withDashboardTexts = <Module,>(module: Promise<Module>) => Promise.all([module, loadTextsOf('dashboard')]).then(([loaded]) => loaded);
const SignedOut = lazy(() => import('./sign-in/signed-out.tsx'));
const Campaigns = lazy(() => import('./campaigns/campaigns-page.tsx'));
const Company = lazy(() => import('./company/company-page.tsx'));
const Dashboard = lazy(() => withDashboardTexts(import('./dashboard/dashboard.tsx')));
const Directory = lazy(() => import('./directory/directory-page.tsx'));
const Exports = lazy(() => import('./exports/exports.tsx'));
const Goal = lazy(() => withDashboardTexts(import('./goals/goal-page.tsx')));
const Goals = lazy(() => import('./goals/goals-page.tsx'));
const Inbox = lazy(() => import('./inbox/inbox-page.tsx'));
const List = lazy(() => import('./lists/list-page.tsx'));
const Lists = lazy(() => import('./lists/lists-page.tsx'));
const Live = lazy(() => withDashboardTexts(import('./live/live.tsx')));
const GetStarted = lazy(() => import('./onboarding/get-started.tsx'));
const SampleNotice = lazy(() => import('./onboarding/sample-notice.tsx').then((module) => ({ default: module.SampleNotice })));
const SharedDashboard = lazy(() => withDashboardTexts(import('./dashboard/shared-dashboard.tsx')));
const Settings = lazy(() => Promise.all([import('./settings/settings.tsx'), loadTextsOf('settings')]).then(([module]) => module));

export function App() {
  const [location] = useLocation();
  const { data: session, error, refetch, isPending } = useSession();
  const isLanguageReady = useUserLanguage(session?.user);
  if (location === '/shared') return <SharedPage />;
  if (['/invitation', '/forgot-password', '/reset-password'].includes(location)) return <SignedOutPages />;
  if (isPending || !isLanguageReady) return <ShellSkeleton />;
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
    <WorkspaceProvider session={session}>
      <Shell />
    </WorkspaceProvider>
  );
}

/** Returns to what the user signed in for, such as the authorization request of a third-party app. */
function AfterSignIn() {
  const next = continuePath(window.location.search);
  useEffect(() => {
    if (next !== null) window.location.replace(next);
  }, [next]);
  return next === null ? <Redirect to="/leads" replace /> : <PageSkeleton />;
}

function Shell() {
  const isConnected = useLiveUpdates();
  useGoShortcuts();
  const { account } = useWorkspace();
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
            {t('shell.connectionLost')}
          </div>
        )}
        {account.sampleStatus !== null && (
          <Suspense fallback={null}>
            <SampleNotice />
          </Suspense>
        )}
        <ErrorBoundary key={location}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              <Route path="/">
                <Redirect to="/leads" replace />
              </Route>
              <Route path="/sign-in" component={AfterSignIn} />
              <Route path="/set-up">
                <Redirect to="/leads" replace />
              </Route>
              <Route path="/leads" component={Leads} />
              <Route path="/companies/:id">{({ id }) => <Company id={id} />}</Route>
              <Route path="/dashboard/:page?">{({ page }) => <Dashboard page={page} />}</Route>
              <Route path="/live" component={Live} />
              <Route path="/campaigns" component={Campaigns} />
              <Route path="/directory" component={Directory} />
              <Route path="/goals" component={Goals} />
              <Route path="/goals/:id">{({ id }) => <Goal id={id} />}</Route>
              <Route path="/inbox" component={Inbox} />
              <Route path="/lists" component={Lists} />
              <Route path="/lists/:id">{({ id }) => <List id={id} />}</Route>
              <Route path="/settings/lists">
                <Redirect to="/lists" replace />
              </Route>
              <Route path="/exports" component={Exports} />
              <Route path="/start" component={GetStarted} />
              <Route path="/settings/:page?">{({ page }) => <Settings page={page} />}</Route>
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
