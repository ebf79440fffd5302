import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { CommandPalette } from './components/command-palette.tsx';
import { FaultBoundary } from './components/fault-boundary.tsx';
import { ShortcutHelp } from './components/shortcut-help.tsx';
import { Sidebar } from './components/sidebar.tsx';
import { Trouble } from './components/trouble.tsx';
import { type SessionAnswer, useSession, WorkProvider } from './lib/session.tsx';
import { useChanges } from './lib/use-changes.ts';
import { ForgotPassword } from './pages/forgot-password.tsx';
import { Invitation } from './pages/invitation.tsx';
import { Leads } from './pages/leads.tsx';
import { NoAccount } from './pages/no-account.tsx';
import { NotFound } from './pages/not-found.tsx';
import { ResetPassword } from './pages/reset-password.tsx';
import { SignIn } from './pages/sign-in.tsx';

const Company = lazy(() => import('./pages/company.tsx'));
const Dashboard = lazy(() => import('./pages/dashboard.tsx'));
const Exports = lazy(() => import('./pages/exports.tsx'));
const Live = lazy(() => import('./pages/live.tsx'));
const Settings = lazy(() => import('./pages/settings.tsx'));

export function App() {
  const [location] = useLocation();
  const { data: session, error, refetch, isPending } = useSession();
  if (location === '/invitation') return <Invitation />;
  if (location === '/forgot-password') return <ForgotPassword />;
  if (location === '/reset-password') return <ResetPassword />;
  if (isPending) return null;
  // A server that is gone for a moment takes nothing away from who is signed in.
  if (error && session === undefined) return <Trouble error={error} onRetry={() => refetch()} />;
  if (!session) return <SignIn />;
  if (session.accounts.length === 0) return <NoAccount />;
  return <SignedIn session={session} />;
}

function SignedIn({ session }: { session: SessionAnswer }) {
  return (
    <WorkProvider session={session}>
      <Shell />
    </WorkProvider>
  );
}

function Shell() {
  const isConnected = useChanges();
  const [location] = useLocation();
  return (
    <div className="shell">
      <Sidebar />
      <main className="stage">
        {!isConnected && (
          <div className="offline" role="status">
            The line to the server is broken. What you see may be old; it is tried again by itself.
          </div>
        )}
        <FaultBoundary key={location}>
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
        </FaultBoundary>
      </main>
      <CommandPalette />
      <ShortcutHelp />
    </div>
  );
}
