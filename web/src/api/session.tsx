import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { setTimeZone } from '../lib/format.ts';
import type { OwnAccount, Session, User } from './answers.ts';
import { ApiError } from './api-error.ts';
import { rememberToken, request } from './request.ts';

export type Work = {
  user: User;
  account: OwnAccount;
  accounts: OwnAccount[];
  /** Paths of the private interface inside the account. */
  base: string;
  mayEdit: boolean;
  mayManage: boolean;
  switchAccount(accountId: string): void;
};

const refetchMs = 10_000;

const WorkContext = createContext<Work | null>(null);

export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      try {
        const session = await request('GET /session');
        rememberToken(session.csrfToken);
        return session;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Another user may end the session or change the role; the page follows without a reload.
    refetchInterval: refetchMs,
    refetchOnWindowFocus: 'always',
  });
}

const clearAnswers = (queryClient: QueryClient) => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });

/** Drops cached responses of the previous session: its data, and its errors, which would end this session too. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  clearAnswers(queryClient);
  rememberToken(session.csrfToken);
  queryClient.setQueryData(['session'], session);
}

/** The account in the URL, otherwise the one last used, first in this window. */
function firstAccount(accounts: OwnAccount[]): string | undefined {
  const requested = new URLSearchParams(location.search).get('account');
  const candidates = [requested, sessionStorage.getItem('account'), localStorage.getItem('account')];
  return candidates.find((id) => id && accounts.some((account) => account.id === id)) ?? accounts[0]?.id;
}

export function WorkProvider({ session, children }: { session: Session; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [accountId, setAccountId] = useState(() => firstAccount(session.accounts));
  const account = session.accounts.find(({ id }) => id === accountId) ?? session.accounts[0]!;
  setTimeZone(account.timezone);
  const work = useMemo<Work>(
    () => ({
      user: session.user,
      account,
      accounts: session.accounts,
      base: `/accounts/${account.id}`,
      mayEdit: account.role !== 'viewer',
      mayManage: account.role === 'owner' || account.role === 'admin',
      switchAccount(id) {
        sessionStorage.setItem('account', id);
        localStorage.setItem('account', id);
        clearAnswers(queryClient);
        setAccountId(id);
      },
    }),
    [session, account, queryClient],
  );
  return <WorkContext value={work}>{children}</WorkContext>;
}

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (!work) throw new Error('useWork needs a WorkProvider.');
  return work;
}
