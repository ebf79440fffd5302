import { useState } from 'react';
import type { NewCorrection } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { useToast } from '../ui/toast.tsx';

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
      <Dialog title={t('company.whoIsBehind', { network: cidr })} open={isOpen} onClose={() => setOpen(false)}>
        <form
          className={formStyles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const companyName = textOf(form, 'companyName') || undefined;
            correct({ effect: 'company', company: textOf(form, 'company'), companyName }, t('company.correctedResult'));
          }}
        >
          <Field label={t('company.companyDomain')} name="company" required autoFocus placeholder="example.com" error={change.error} />
          <Field label={t('company.newCompanyName')} name="companyName" error={change.error} />
          <FormError error={change.error} fields={['company', 'companyName']} />
          <DialogFooter>
            <Button quiet small onClick={() => correct({ effect: 'ignore' }, t('company.ignored'))}>
              {t('company.ignoreVisitsFromThisNetwork')}
            </Button>
            <span style={{ flex: 1 }} />
            <Button type="submit" main disabled={change.isPending}>
              {t('company.saveCorrection')}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </div>
  );
}
