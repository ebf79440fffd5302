import { useAccountChange } from '../api/use-account-query.ts';
import { Dialog } from './dialog.tsx';
import { Field, FormTrouble, textOf } from './field.tsx';

export type NameWish = {
  title: string;
  label: string;
  name?: string;
  method: string;
  path: string;
  /** What is sent beside the name. */
  further?: Record<string, unknown>;
  action: string;
  after?: (id: string) => void;
};

/** Asks for one name and sends it, to make something or to call it differently. */
export function NameDialog({ wish, onClose }: { wish: NameWish | null; onClose: () => void }) {
  const change = useAccountChange<{ id?: string } | undefined>({ quiet: true });
  const close = () => {
    change.reset();
    onClose();
  };
  const send = (name: string) =>
    wish &&
    change.mutate(
      { method: wish.method, path: wish.path, body: { ...wish.further, name } },
      {
        onSuccess: (answer) => {
          close();
          if (answer?.id) wish.after?.(answer.id);
        },
      },
    );
  return (
    <Dialog title={wish?.title ?? ''} open={wish !== null} onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          send(textOf(new FormData(event.currentTarget), 'name'));
        }}
      >
        <Field label={wish?.label ?? ''} name="name" required autoFocus maxLength={100} defaultValue={wish?.name} error={change.error} />
        <FormTrouble error={change.error} fields={['name']} />
        <div className="actions end">
          <button type="submit" className="button main" disabled={change.isPending}>
            {wish?.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
