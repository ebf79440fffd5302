import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';

/** Hides or unhides companies, with undo. */
export function useHide(): (companyIds: string[], isHidden: boolean, onDone?: () => void) => void {
  const change = useAccountChange('PATCH /leads');
  const showToast = useToast();
  const set = (companyIds: string[], hidden: boolean, onDone?: () => void) =>
    change.mutate(
      { body: { companyIds, hidden } },
      {
        onSuccess: () => {
          onDone?.();
          if (hidden)
            showToast(t('leads.hidden', { count: companyIds.length }), {
              name: t('common.undo'),
              run: () => set(companyIds, false),
            });
        },
      },
    );
  return set;
}
