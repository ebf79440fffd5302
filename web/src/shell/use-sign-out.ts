import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession } from '../api/session.tsx';
import { useErrorToast } from '../api/use-error-toast.ts';

/** Returns a function that ends the session and opens the sign-in page. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/sign-in');
    },
    onError: useErrorToast(),
  });
  return () => signOut.mutate();
}
