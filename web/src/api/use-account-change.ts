import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountApi } from '../../../server/src/app/api.ts';
import { type Input, type InputArgument, send } from './request.ts';
import { useWorkspace } from './session.tsx';
import { useErrorToast } from './use-error-toast.ts';

/** Changes something in the account, such as `PATCH /leads`, then refetches the shown data. Errors show a toast unless `quiet`. */
export function useAccountChange<Name extends keyof AccountApi>(operation: Name, options: { quiet?: boolean } = {}) {
  const { base } = useWorkspace();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    meta: { isAccountChange: true },
    mutationFn: (input: Input<AccountApi[Name]>) => send<AccountApi[Name]['response']>(base, operation, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [base] }),
    onError: options.quiet ? undefined : showError,
  });
}

/** Returns a function that sends a request of the account, for use in event handlers and query functions. */
export function useAccountRequest() {
  const { base } = useWorkspace();
  return <Name extends keyof AccountApi>(
    operation: Name,
    ...[input]: InputArgument<AccountApi[Name]>
  ): Promise<AccountApi[Name]['response']> => send(base, operation, input);
}
