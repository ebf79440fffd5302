import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAccountChange } from '../api/use-account-query.ts';
import { Field, FormTrouble, textOf } from './field.tsx';
import { Icon } from './icon.tsx';
import { SaveOrCancel } from './save-or-cancel.tsx';

type InPlaceProps = {
  /** How it is called now. */
  name: string;
  /** Where the change is sent. */
  path: string;
  mayChange: boolean;
  /** How it looks while nobody changes it, with the button that begins a change. */
  children: (edit: ReactNode) => ReactNode;
  /** What can be changed beside the name, and how it is sent. */
  further?: ReactNode;
  furtherOf?: (form: FormData) => object;
};

/** Something that has a name, changed where it stands. Escape leaves it as it was. */
export function InPlace({ name, path, mayChange, children, further, furtherOf }: InPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const change = useAccountChange({ quiet: true });
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => {
    change.reset();
    setOpen(false);
  };
  const send = (form: FormData) =>
    change.mutate({ method: 'PATCH', path, body: { name: textOf(form, 'name'), ...furtherOf?.(form) } }, { onSuccess: close });
  if (!isOpen) return children(mayChange && <EditButton ref={button} name={name} onClick={() => setOpen(true)} />);
  return (
    <form
      className="form in-place"
      aria-label={`Change ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Field label="New name" name="name" required autoFocus maxLength={200} defaultValue={name} error={change.error} />
      {further}
      <FormTrouble error={change.error} fields={['name']} />
      <SaveOrCancel isSaving={change.isPending} onCancel={close} />
    </form>
  );
}

type EditButtonProps = { name: string; onClick: () => void; ref?: React.Ref<HTMLButtonElement> };

export function EditButton({ name, onClick, ref }: EditButtonProps) {
  return (
    <button ref={ref} type="button" className="button quiet icon small" aria-label={`Edit ${name}`} title="Edit" onClick={onClick}>
      <Icon name="edit" size={14} />
    </button>
  );
}
