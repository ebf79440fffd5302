import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useErrorToast } from '../api/use-error-toast.ts';

const refetchMs = 60_000;
const readStateQueries = ['/notifications', 'notification-list', 'assigned-leads'];

/** The user's latest notifications, and a function that marks some or all of the user's notifications as read. */
export function useNotifications() {
  const { base, account } = useWorkspace();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const query = useAccountQuery('/notifications', { refetchInterval: refetchMs });
  const read = useMutation({
    meta: { isAccountChange: true },
    mutationFn: (ids?: string[]) => request('POST /notifications/read', { body: { accountId: account.id, ids } }),
    onSuccess: () => Promise.all(readStateQueries.map((key) => queryClient.invalidateQueries({ queryKey: [base, key] }))),
    onError: showError,
  });
  return { ...query, markRead: (ids?: string[]) => read.mutate(ids) };
}
