import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { OwnAccount } from '../../../server/src/domain/users/list-own-accounts.ts';
import type { User } from '../../../server/src/domain/users/user.ts';
import { ApiError, rememberToken, request } from './request.ts';

export type SessionAnswer = { sessionId: string; user: User; accounts: OwnAccount[]; csrfToken: string };

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

const askAgainMs = 10_000;

const WorkContext = createContext<Work | null>(null);

export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      try {
        const session = (await request<SessionAnswer>('/session')) as SessionAnswer;
        rememberToken(session.csrfToken);
        return session;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Somebody else may end the session or give its user another role: what may be done follows, without a reload.
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
  });
}

const forgetAnswers = (queryClient: QueryClient) => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });

/** What was asked for before belongs to the session that ended: its data, and its refusals, which would end this one too. */
export function beginSession(queryClient: QueryClient, session: SessionAnswer): void {
  forgetAnswers(queryClient);
  rememberToken(session.csrfToken);
  queryClient.setQueryData(['session'], session);
}

/** A link may name its account; else it is the one that was last worked in, in this window first. */
function firstAccount(accounts: OwnAccount[]): string | undefined {
  const asked = new URLSearchParams(location.search).get('account');
  const wanted = [asked, sessionStorage.getItem('account'), localStorage.getItem('account')];
  return wanted.find((id) => id && accounts.some((account) => account.id === id)) ?? accounts[0]?.id;
}

export function WorkProvider({ session, children }: { session: SessionAnswer; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [accountId, setAccountId] = useState(() => firstAccount(session.accounts));
  const account = session.accounts.find(({ id }) => id === accountId) ?? session.accounts[0]!;
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
        forgetAnswers(queryClient);
        setAccountId(id);
      },
    }),
    [session, account, queryClient],
  );
  return <WorkContext value={work}>{children}</WorkContext>;
}

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (!work) throw new Error('There is no account around this part of the page.');
  return work;
}
