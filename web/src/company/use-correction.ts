import { useState } from 'react';
import type { NewCorrection } from '../api/responses.ts';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';

export type Correct = (network: string, correction: Omit<NewCorrection, 'target'>, result: string) => void;

/**
 * Corrects the company of a network and offers to undo the correction. The server re-evaluates past visits in the background. `isOpen` is
 * the state of the correction dialog, which closes once the correction is saved.
 */
export function useCorrection() {
  const [isOpen, setDialogOpen] = useState(false);
  const change = useAccountChange('POST /corrections', { quiet: true });
  const undo = useAccountChange('DELETE /corrections/:correctionId');
  const showToast = useToast();
  const correct: Correct = (network, correction, result) =>
    change.mutate(
      { body: { target: network, ...correction } },
      {
        onSuccess: ({ id }) => {
          setDialogOpen(false);
          showToast(t('company.corrected', { result }), {
            name: t('common.undo'),
            run: () => undo.mutate({ params: { correctionId: id } }),
          });
        },
        onError: (error) => !isOpen && showToast(error.message),
      },
    );
  const setOpen = (next: boolean) => {
    // The dialog must not show the error of a previous correction.
    if (next) change.reset();
    setDialogOpen(next);
  };
  return { correct, isOpen, setOpen, error: change.error, isSaving: change.isPending };
}
