import { useMutation } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { Field, FormError, textOf } from './field.tsx';
import formStyles from './form.module.css';

export type NameRequest = {
  title: string;
  label: string;
  name?: string;
  action: string;
  save: (name: string) => Promise<unknown>;
};

/** Asks for a name, to create or rename a record. */
export function NameDialog({ request, onClose }: { request: NameRequest | null; onClose: () => void }) {
  const save = useMutation({ mutationFn: async (name: string) => request?.save(name) });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <Dialog title={request?.title ?? ''} open={request !== null} onClose={close}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // Not called after `close`, when another dialog may already be open.
          save.mutate(textOf(new FormData(event.currentTarget), 'name'), { onSuccess: close });
        }}
      >
        <Field
          label={request?.label ?? ''}
          name="name"
          required
          autoFocus
          maxLength={100}
          defaultValue={request?.name}
          error={save.error}
        />
        <FormError error={save.error} fields={['name']} />
        <DialogFooter>
          <Button type="submit" main disabled={save.isPending}>
            {request?.action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
