import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tag } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { useErrorToast } from '../api/use-error-toast.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';
import { type LeadState, patchLeads } from './patch-leads.ts';
import { memberName, useMembers } from './use-members.ts';

/** A change to leads. `send` returns the changes that undo it. */
type LeadAction = {
  companyIds: string[];
  patch: (lead: LeadState) => LeadState;
  send: () => Promise<LeadAction[]>;
  /** The message shown to the user. Not set for undo. */
  text?: (count: number) => string;
};
type OnDone = () => void;

/** Optimistic changes to leads, which are rolled back if the server rejects them and can be undone. */
export function useLeadActions() {
  const { base } = useWorkspace();
  const request = useAccountRequest();
  const members = useMembers();
  const run = useRun(base);
  const assign = (companyIds: string[], assigneeId: string | null, text?: LeadAction['text']): LeadAction => ({
    companyIds,
    text,
    patch: (lead) => ({ ...lead, assigneeId }),
    send: async () => {
      const { previous } = await request('PATCH /leads', { body: { companyIds, assigneeId } });
      const changed = previous.filter((lead) => lead.assigneeId !== assigneeId);
      return [...new Set(changed.map((lead) => lead.assigneeId))].map((before) =>
        assign(
          changed.filter((lead) => lead.assigneeId === before).map(({ companyId }) => companyId),
          before,
        ),
      );
    },
  });
  const set = (companyIds: string[], field: 'followed' | 'hidden', value: boolean, text?: LeadAction['text']): LeadAction => ({
    companyIds,
    text,
    patch: (lead) => ({ ...lead, [field]: value }),
    send: async () => {
      const { previous } = await request('PATCH /leads', { body: { companyIds, [field]: value } });
      const changed = previous.filter((lead) => lead[field] !== value).map(({ companyId }) => companyId);
      return changed.length === 0 ? [] : [set(changed, field, !value)];
    },
  });
  const tag = (companyIds: string[], tagId: string, isOn: boolean, text?: LeadAction['text']): LeadAction => ({
    companyIds,
    text,
    patch: ({ tagIds, ...lead }) => {
      const others = tagIds.filter((id) => id !== tagId);
      return { ...lead, tagIds: isOn ? [...others, tagId] : others };
    },
    send: async () => {
      const { changed } = await request('POST /leads/tags', { body: { companyIds, tagId, isOn } });
      return changed.length === 0 ? [] : [tag(changed, tagId, !isOn)];
    },
  });
  return {
    assign(companyIds: string[], assigneeId: string | null, onDone?: OnDone) {
      const assignee = members.find(({ id }) => id === assigneeId);
      const name = assignee ? memberName(assignee) : '';
      const text = (count: number) => (assigneeId === null ? t('teamwork.unassigned', { count }) : t('teamwork.assigned', { count, name }));
      run(assign(companyIds, assigneeId, text), onDone);
    },
    tag(companyIds: string[], { id, name }: Pick<Tag, 'id' | 'name'>, isOn: boolean, onDone?: OnDone) {
      const text = (count: number) => t(isOn ? 'teamwork.tagged' : 'teamwork.untagged', { count, name });
      run(tag(companyIds, id, isOn, text), onDone);
    },
    follow(companyIds: string[], isOn: boolean, onDone?: OnDone) {
      const text = (count: number) => t(isOn ? 'teamwork.followed' : 'teamwork.unfollowed', { count });
      run(set(companyIds, 'followed', isOn, text), onDone);
    },
    hide(companyIds: string[], isOn: boolean, onDone?: OnDone) {
      const text = (count: number) => t(isOn ? 'leads.hidden' : 'teamwork.shown', { count });
      run(set(companyIds, 'hidden', isOn, text), onDone);
    },
  };
}

function useRun(base: string) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showError = useErrorToast();
  const mutation = useMutation({
    meta: { isAccountChange: true },
    mutationFn: (action: LeadAction) => action.send(),
    onMutate: (action) => applyOptimistically(queryClient, base, action),
    onError: (error, _, rollBack) => {
      rollBack?.();
      showError(error);
    },
    onSuccess: (undo, { text }) => {
      if (!text) return;
      const count = undo.reduce((sum, { companyIds }) => sum + companyIds.length, 0);
      if (count === 0) return showToast(t('teamwork.nothingChanged'));
      const revert = () => {
        for (const action of undo) mutation.mutate(action);
      };
      showToast(text(count), { name: t('common.undo'), run: revert }, 'leads');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [base] }),
  });
  return (action: LeadAction, onDone?: OnDone) => {
    mutation.mutate(action);
    onDone?.();
  };
}

/**
 * Shows a change before the server has made it, and returns a function that rolls it back. Cancels requests in flight, because their
 * responses would restore the old state.
 */
async function applyOptimistically(queryClient: QueryClient, base: string, { companyIds, patch }: LeadAction): Promise<() => void> {
  await queryClient.cancelQueries({
    predicate: ({ queryKey }) => queryKey[0] === base && /^\/(leads|companies)/.test(String(queryKey[1])),
  });
  return patchLeads(queryClient, base, new Set(companyIds), patch);
}
