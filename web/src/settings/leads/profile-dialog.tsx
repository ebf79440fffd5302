import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';

type MutationState = { error: Error | null; isPending: boolean };

type ProfileDialogProps = {
  /** The name of the record that is edited; undefined for a new one. */
  editedName: string | undefined;
  newTitle: string;
  createLabel: string;
  name: string;
  onRename: (name: string) => void;
  onSave: () => void;
  onClose: () => void;
  create: MutationState;
  update: MutationState;
  children: ReactNode;
};

/** The dialog of a customer profile or a persona: its name, its criteria and the buttons. */
export function ProfileDialog(props: ProfileDialogProps) {
  const { editedName, newTitle, createLabel, name, onRename, onSave, onClose, create, update, children } = props;
  const isNew = editedName === undefined;
  const error = create.error ?? update.error;
  return (
    <Dialog title={isNew ? newTitle : t('common.editQuoted', { name: editedName })} open onClose={onClose} isWide>
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
          <Button type="submit" main disabled={create.isPending || update.isPending}>
            {isNew ? createLabel : t('common.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
