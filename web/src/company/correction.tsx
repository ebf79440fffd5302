import { useState } from 'react';
import type { NewCorrection } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { useToast } from '../ui/toast.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';

type CorrectionProps = { companyId: string; network: { cidr?: string } | null; isConfirmed: boolean };

/** Confirms or corrects the company of a network, with undo. Past visits are identified again in the background. */
export function Correction({ companyId, network, isConfirmed }: CorrectionProps) {
  const { canEdit } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const change = useAccountChange('POST /corrections', { quiet: true });
  const undo = useAccountChange('DELETE /corrections/:correctionId');
  const showToast = useToast();
  const cidr = network?.cidr;
  if (!canEdit || !cidr) return null;
  const correct = (body: Omit<NewCorrection, 'target'>, text: string) =>
    change.mutate(
      { body: { target: cidr, ...body } },
      {
        onSuccess: ({ id }) => {
          setOpen(false);
          showToast(t('company.corrected', { result: text }), {
            name: t('common.undo'),
            run: () => undo.mutate({ params: { correctionId: id } }),
          });
        },
        onError: (error) => !isOpen && showToast(error.message),
      },
    );
  return (
    <div className={formStyles.actions}>
      {!isConfirmed && (
        <Button small onClick={() => correct({ effect: 'company', company: companyId }, t('company.confirmed'))}>
          {t('company.confirm')}
        </Button>
      )}
      <Button small onClick={() => correct({ effect: 'not_a_company' }, t('company.correctedResult'))}>
        {t('company.wrongCompany')}
      </Button>
      <Button quiet small onClick={() => setOpen(true)}>
        {t('company.otherCompany')}
      </Button>
      <CorrectionDialog
        network={cidr}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onCorrect={correct}
        error={change.error}
        isSaving={change.isPending}
      />
    </div>
  );
}
