import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import styles from './onboarding.module.css';

/** A notice that the account contains simulated visits, with a button for its owner to delete the account. */
export function SampleNotice() {
  const { account, accounts, switchAccount } = useWorkspace();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const remove = useMutation({
    mutationFn: () => request('DELETE /sample-accounts/:sampleId', { params: { sampleId: account.id } }),
    onSuccess: async () => {
      const other = accounts.find(({ id, sampleStatus }) => id !== account.id && sampleStatus === null);
      if (other) switchAccount(other.id);
      await queryClient.refetchQueries({ queryKey: ['session'], exact: true });
      showToast(t('sample.removed'));
    },
    onError: (error) => showToast(error.message),
  });
  if (account.sampleStatus === null) return null;
  return (
    <div className={styles.notice} role="status">
      <span>{t(account.sampleStatus === 'filling' ? 'sample.filling' : 'sample.notice')}</span>
      {account.role === 'owner' && (
        <Button small disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('sample.remove')}
        </Button>
      )}
    </div>
  );
}
