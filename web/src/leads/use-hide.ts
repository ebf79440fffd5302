import { useAccountChange } from '../api/use-account-change.ts';
import { formatNumber } from '../lib/format.ts';
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
          const what = companyIds.length === 1 ? 'The company' : `${formatNumber(companyIds.length)} companies`;
          const are = companyIds.length === 1 ? 'is' : 'are';
          if (hidden)
            showToast(`${what} ${are} hidden. Filter by hidden companies to see them again.`, {
              name: 'Undo',
              run: () => set(companyIds, false),
            });
        },
      },
    );
  return set;
}
