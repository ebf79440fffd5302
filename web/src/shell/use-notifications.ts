import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';

const refetchMs = 60_000;

/** The user's notifications, and a function that marks some or all of them as read. */
export function useNotifications() {
  const { base, account } = useWorkspace();
  const queryClient = useQueryClient();
  const query = useAccountQuery('/notifications', { refetchInterval: refetchMs });
  const read = useMutation({
    mutationFn: (ids?: string[]) => request('POST /notifications/read', { body: { accountId: account.id, ids } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [base, '/notifications'] }),
  });
  return { ...query, markRead: (ids?: string[]) => read.mutate(ids) };
}
