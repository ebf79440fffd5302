import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Field, FormError } from './field.tsx';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';
import styles from './inline-edit.module.css';
import { SaveOrCancel } from './save-or-cancel.tsx';

type InlineEditProps = {
  /** The current name. */
  name: string;
  canEdit: boolean;
  onSave: (form: FormData) => Promise<unknown>;
  /** Renders the value while it is not being edited; receives the button that starts editing. */
  children: (editButton: ReactNode) => ReactNode;
  maxLength?: number;
  /** Other fields of the form besides the name. */
  extraFields?: ReactNode;
};

/** Edits a name inline, optionally with other fields. Escape cancels. */
export function InlineEdit({ name, canEdit, onSave, children, maxLength = 200, extraFields }: InlineEditProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const save = useMutation({ mutationFn: onSave });
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => {
    save.reset();
    setOpen(false);
  };
  if (!isOpen) return children(canEdit && <EditButton ref={button} name={name} onClick={() => setOpen(true)} />);
  return (
    <form
      className={`${formStyles.form} ${styles.inlineForm}`}
      aria-label={t('common.editNamed', { name })}
      onSubmit={(event) => {
        event.preventDefault();
        // Not called after `close`, when the form may already be open again.
        save.mutate(new FormData(event.currentTarget), { onSuccess: close });
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Field label={t('common.newName')} name="name" required autoFocus maxLength={maxLength} defaultValue={name} error={save.error} />
      {extraFields}
      <FormError error={save.error} fields={['name']} />
      <SaveOrCancel isSaving={save.isPending} onCancel={close} />
    </form>
  );
}

type EditButtonProps = { name: string; onClick: () => void; ref?: React.Ref<HTMLButtonElement> };

export function EditButton({ name, onClick, ref }: EditButtonProps) {
  return (
    <Button ref={ref} quiet icon small aria-label={t('common.editNamed', { name })} title={t('common.edit')} onClick={onClick}>
      <Icon name="edit" size={14} />
    </Button>
  );
}
