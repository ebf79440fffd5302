import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';

/** The first steps of the account. `isShown` is true until they are done or hidden, but only for users who can do them. */
export function useChecklist() {
  const { canManage } = useWorkspace();
  const { data, error, refetch } = useAccountQuery('/checklist');
  const done = data?.steps.filter(({ isDone }) => isDone).length ?? 0;
  const total = data?.steps.length ?? 0;
  const isShown = canManage && data !== undefined && !data.isHidden && done < total;
  return { steps: data?.steps, error, refetch, done, total, isShown };
}
