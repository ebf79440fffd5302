import { endSession } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoAccount() {
  const signOut = async () => {
    await endSession();
    window.location.assign('/sign-in');
  };
  return (
    <EmptyState title={t('shell.noAccount')}>
      <p className="soft">{t('shell.noAccountHint')}</p>
      <Button onClick={signOut}>{t('common.signOut')}</Button>
    </EmptyState>
  );
}
