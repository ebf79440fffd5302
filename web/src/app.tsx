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
import { ShortcutHelp } from './shell/shortcut-help.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { ForgotPassword } from './sign-in/forgot-password.tsx';
import { Invitation } from './sign-in/invitation.tsx';
import { ResetPassword } from './sign-in/reset-password.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ErrorState } from './ui/error-state.tsx';

const Company = lazy(() => import('./company/company-page.tsx'));
const Dashboard = lazy(() => import('./dashboard/dashboard.tsx'));
const Exports = lazy(() => import('./exports/exports.tsx'));
const Live = lazy(() => import('./live/live.tsx'));
const Settings = lazy(() => import('./settings/settings.tsx'));

export function App() {
  const [location] = useLocation();
  const { data: session, error, refetch, isPending } = useSession();
  if (location === '/invitation') return <Invitation />;
  if (location === '/forgot-password') return <ForgotPassword />;
  if (location === '/reset-password') return <ResetPassword />;
  if (isPending) return null;
  // A short outage must not sign anybody out.
  if (error && session === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!session) return <SignIn />;
  if (session.accounts.length === 0) return <NoAccount />;
  return <SignedIn session={session} />;
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
      <Sidebar />
      <main className={shellStyles.stage}>
        {!isConnected && (
          <div className={shellStyles.offline} role="status">
            The connection to the server is lost. The data may be out of date; reconnecting automatically.
          </div>
        )}
        <ErrorBoundary key={location}>
          <Suspense fallback={null}>
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
