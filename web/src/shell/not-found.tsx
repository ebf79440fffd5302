import { Link } from 'wouter';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Topbar } from './topbar.tsx';

export function NotFound() {
  return (
    <>
      <Topbar title={t('common.notFound')} />
      <EmptyState title={t('shell.pageNotFound')}>
        <p className="soft">{t('shell.pageNotFoundHint')}</p>
        <Link href="/leads" className={buttonClass()}>
          {t('common.goToLeads')}
        </Link>
      </EmptyState>
    </>
  );
}
