import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';

type ProfileDialogProps = {
  title: string;
  /** The label of the button. */
  action: string;
  name: string;
  onRename: (name: string) => void;
  onSave: () => void;
  onClose: () => void;
  error: Error | null;
  isSaving: boolean;
  children: ReactNode;
};

/** The dialog of a customer profile or a persona: its name, its criteria and the buttons. */
export function ProfileDialog({ title, action, name, onRename, onSave, onClose, error, isSaving, children }: ProfileDialogProps) {
  return (
    <Dialog title={title} open onClose={onClose} isWide>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Field
          label={t('common.name')}
          name="name"
          required
          autoFocus
          maxLength={100}
          value={name}
          error={error}
          onChange={(event) => onRename(event.target.value)}
        />
        {children}
        <FormError error={error} fields={['name']} />
        <DialogFooter>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" main disabled={isSaving}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
