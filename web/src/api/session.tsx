import { type Mutation, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { deleteNoteDrafts } from '../company/note-drafts.ts';
import { setTimeZone } from '../lib/format.ts';
import { utcOffsetMs } from '../ui/intervals.ts';
import { ApiError } from './api-error.ts';
import { forgetAccount, preferredAccountIds, rememberAccount } from './remembered-account.ts';
import { request, setCsrfToken } from './request.ts';
import type { OwnAccount, Session, User } from './responses.ts';

type Workspace = {
  user: User;
  account: OwnAccount;
  accounts: OwnAccount[];
  /** Path prefix of the account in the private API. */
  base: string;
  canEdit: boolean;
  canManage: boolean;
  /** Whether the server has logos of companies. */
  hasCompanyLogos: boolean;
  /** Shows another account on the current page, or the list of leads if the page shows a record. */
  switchAccount(accountId: string): void;
};

const refetchMs = 10_000;

const WorkspaceContext = createContext<Workspace | null>(null);

/** The session for the query cache, or null if nobody is signed in. */
export const sessionQuery = {
  queryKey: ['session'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session | null> => {
    try {
      const session = await request('GET /session', { signal });
      setCsrfToken(session.csrfToken);
      return session;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      forgetAccount();
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
};

export function useSession() {
  return useQuery({
    ...sessionQuery,
    // Another user may end the session or change the role; the page must notice without a reload.
    refetchInterval: refetchMs,
    refetchOnWindowFocus: 'always',
  });
}

const baseOf = (accountId: string) => `/accounts/${accountId}`;

const clearResponses = (queryClient: QueryClient) => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });

/**
 * Starts a session. Drops the cached responses of the previous one, and the queries and changes that are still running: their errors would
 * end this session as well.
 */
export function beginSession(queryClient: QueryClient, session: Session): void {
  forgetAccount();
  clearResponses(queryClient);
  const changes = queryClient.getMutationCache();
  for (const change of changes.findAll({ predicate: isAccountChange })) changes.remove(change);
  setCsrfToken(session.csrfToken);
  queryClient.setQueryData(['session'], session);
  queryClient.cancelQueries({ queryKey: ['session'] });
}

export function isAccountChange({ options }: Pick<Mutation, 'options'>): boolean {
  return options.meta?.isAccountChange === true;
}

export async function endSession(): Promise<void> {
  await request('DELETE /session').catch((error) => {
    // The session has already ended, for example in another tab.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
  forgetAccount();
  deleteNoteDrafts();
}

function firstAccountId(accounts: OwnAccount[]): string | undefined {
  return preferredAccountIds().find((id) => accounts.some((account) => account.id === id)) ?? accounts[0]?.id;
}

/** Drops responses that were requested for another account before the session was known. */
function clearOtherAccounts(queryClient: QueryClient, base: string): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => String(first).startsWith('/accounts/') && first !== base });
}

export function WorkspaceProvider({ session, children }: { session: Session; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [accountId, setAccountId] = useState(() => firstAccountId(session.accounts));
  const account = session.accounts.find(({ id }) => id === accountId) ?? session.accounts[0]!;
  const { id, timezone } = account;
  setTimeZone(timezone);
  useEffect(() => {
    clearOtherAccounts(queryClient, baseOf(id));
    rememberAccount({ id, utcOffsetMs: utcOffsetMs(timezone) });
    for (const storage of [sessionStorage, localStorage]) storage.setItem('account', id);
  }, [queryClient, id, timezone]);
  const workspace = useMemo<Workspace>(
    () => ({
      user: session.user,
      account,
      accounts: session.accounts,
      base: baseOf(account.id),
      canEdit: account.role !== 'viewer',
      canManage: account.role === 'owner' || account.role === 'admin',
      hasCompanyLogos: session.hasCompanyLogos,
      switchAccount(id) {
        clearResponses(queryClient);
        setAccountId(id);
        // Records and parameters of the URL belong to the previous account.
        const { pathname } = location;
        navigate(/\d/.test(pathname) ? '/leads' : pathname, { replace: true });
      },
    }),
    [session, account, queryClient, navigate],
  );
  // The key remounts everything, because drafts and selections also belong to one account.
  return (
    <WorkspaceContext key={id} value={workspace}>
      {children}
    </WorkspaceContext>
  );
}

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace needs a WorkspaceProvider.');
  return workspace;
}
