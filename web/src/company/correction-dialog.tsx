import { useState } from 'react';
import type { NewCorrection } from '../api/responses.ts';
import { useDirectorySearch } from '../directory/use-directory-search.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { RecordSearch } from '../ui/record-search.tsx';

type CorrectionDialogProps = {
  network: string;
  isOpen: boolean;
  onClose: () => void;
  onCorrect: (correction: Omit<NewCorrection, 'target'>, result: string) => void;
  error: Error | null;
  isSaving: boolean;
};

/** Asks for the company behind a network: one of the directory, or a new one. */
export function CorrectionDialog({ network, isOpen, onClose, onCorrect, error, isSaving }: CorrectionDialogProps) {
  const [input, setInput] = useState('');
  const { found, error: searchError } = useDirectorySearch(input);
  return (
    <Dialog title={t('company.whoIsBehind', { network })} open={isOpen} onClose={onClose}>
      <div className={formStyles.stack}>
        <RecordSearch
          label={t('company.findInDirectory')}
          value={input}
          onChange={setInput}
          found={found}
          error={searchError}
          onSelect={({ id }) => onCorrect({ effect: 'company', company: id }, t('company.correctedResult'))}
          autoFocus
        />
        <form
          className={formStyles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const companyName = textOf(form, 'companyName') || undefined;
            onCorrect({ effect: 'company', company: textOf(form, 'company'), companyName }, t('company.correctedResult'));
          }}
        >
          <p className="soft">{t('company.notInDirectory')}</p>
          <Field label={t('company.companyDomain')} name="company" required placeholder="example.com" error={error} />
          <Field label={t('company.newCompanyName')} name="companyName" error={error} />
          <FormError error={error} fields={['company', 'companyName']} />
          <DialogFooter>
            <Button quiet small onClick={() => onCorrect({ effect: 'ignore' }, t('company.ignored'))}>
              {t('company.ignoreNetwork')}
            </Button>
            <span style={{ flex: 1 }} />
            <Button type="submit" main disabled={isSaving}>
              {t('company.saveCorrection')}
            </Button>
          </DialogFooter>
        </form>
      </div>
    </Dialog>
  );
}
