import { useAccountChange } from '../api/use-account-query.ts';
import { formatNumber } from '../lib/format.ts';
import { useToast } from '../ui/toast.tsx';

/** Hides companies from the lists, or shows them again. What was hidden by mistake is back with one click. */
export function useHide(): (companyIds: string[], isHidden: boolean, onDone?: () => void) => void {
  const change = useAccountChange();
  const tell = useToast();
  const set = (companyIds: string[], hidden: boolean, onDone?: () => void) =>
    change.mutate(
      { method: 'PATCH', path: '/leads', body: { companyIds, hidden } },
      {
        onSuccess: () => {
          onDone?.();
          const what = companyIds.length === 1 ? 'The company' : `${formatNumber(companyIds.length)} companies`;
          const are = companyIds.length === 1 ? 'is' : 'are';
          if (hidden)
            tell(`${what} ${are} hidden. The filter shows hidden ones again.`, { name: 'Undo', run: () => set(companyIds, false) });
        },
      },
    );
  return set;
}
