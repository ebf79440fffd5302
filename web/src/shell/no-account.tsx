import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useSignOut } from './use-sign-out.ts';

export function NoAccount() {
  const signOut = useSignOut();
  return (
    <EmptyState title={t('shell.noAccount')}>
      <p className="soft">{t('shell.noAccountHint')}</p>
      <Button onClick={signOut}>{t('common.signOut')}</Button>
    </EmptyState>
  );
}
