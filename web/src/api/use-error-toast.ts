import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';
import { ApiError } from './api-error.ts';

/** Returns a function that shows the error of a failed request as a toast. */
export function useErrorToast(): (error: Error) => void {
  const showToast = useToast();
  return (error) => showToast(error instanceof ApiError ? error.message : t('common.errorTryAgain'));
}
