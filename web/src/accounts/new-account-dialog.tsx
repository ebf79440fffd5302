import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';

/** Creates another account, switches to it and shows the first steps. */
export function NewAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { account, switchAccount } = useWorkspace();
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: (name: string) => request('POST /accounts', { body: { name, timezone: account.timezone } }),
    onSuccess: async ({ id }) => {
      await queryClient.refetchQueries({ queryKey: ['session'], exact: true });
      switchAccount(id);
      navigate('/start');
      close();
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog title={t('accounts.new')} open={isOpen} onClose={close}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(textOf(new FormData(event.currentTarget), 'name'));
        }}
      >
        <p className="soft">{t('accounts.newIntro')}</p>
        <Field label={t('common.name')} name="name" required autoFocus maxLength={200} error={create.error} />
        <FormError error={create.error} fields={['name']} />
        <DialogFooter>
          <Button type="submit" main disabled={create.isPending}>
            {t('accounts.create')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
