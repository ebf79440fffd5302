import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CompanyList, ListMembers } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { useErrorToast } from '../api/use-error-toast.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';
import { memberCount } from './member-count.ts';

export type ListScope = CompanyList['scope'];
type ListChange = { list: Pick<CompanyList, 'id' | 'name' | 'scope'>; ids: string[]; isOn: boolean; isUndo?: boolean };

/** Adds companies or contacts to a list or removes them, with undo. A removal is shown immediately. */
export function useListChange() {
  const { base } = useWorkspace();
  const request = useAccountRequest();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showError = useErrorToast();
  const mutation = useMutation({
    meta: { isAccountChange: true },
    mutationFn: ({ list, ids, isOn }: ListChange) =>
      request('POST /lists/:listId/members', { params: { listId: list.id }, body: { ids, isOn } }),
    onMutate: async ({ list, ids, isOn }) => {
      const queryKey = [base, 'list-members', list.id];
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<InfiniteData<ListMembers>>(queryKey);
      if (!isOn && before) queryClient.setQueryData(queryKey, withoutMembers(before, new Set(ids)));
      return () => queryClient.setQueryData(queryKey, before);
    },
    onError: (error, _, rollBack) => {
      rollBack?.();
      showError(error);
    },
    onSuccess: ({ changed }, { list, isOn, isUndo }) => {
      if (isUndo) return;
      if (changed.length === 0) return showToast(isOn ? t('lists.alreadyOnList', { list: list.name }) : t('teamwork.nothingChanged'));
      const text = t(isOn ? 'lists.added' : 'lists.removed', { members: memberCount(list.scope, changed.length), list: list.name });
      const undo = () => mutation.mutate({ list, ids: changed, isOn: !isOn, isUndo: true });
      showToast(text, { name: t('common.undo'), run: undo }, 'leads');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [base] }),
  });
  return (change: ListChange, onDone?: () => void) => {
    mutation.mutate(change);
    onDone?.();
  };
}

function withoutMembers({ pages, pageParams }: InfiniteData<ListMembers>, ids: ReadonlySet<string>): InfiniteData<ListMembers> {
  const isKept = ({ id }: { id: string }) => !ids.has(id);
  const remaining = pages.map((page) => ({ ...page, companies: page.companies.filter(isKept), contacts: page.contacts.filter(isKept) }));
  const count = remaining.reduce((sum, { companies, contacts }) => sum + companies.length + contacts.length, 0);
  const removed = pages.reduce((sum, { companies, contacts }) => sum + companies.length + contacts.length, 0) - count;
  return { pageParams, pages: remaining.map((page) => ({ ...page, list: { ...page.list, itemCount: page.list.itemCount - removed } })) };
}
