import { Link } from 'wouter';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoLeads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title={t('leads.noCompaniesMatch')}>
        <p className="soft">{t('leads.noCompaniesMatchHint')}</p>
        <Button onClick={onClear}>{t('leads.showAllLeads')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('leads.noLeadsYet')}>
      <p className="soft">{t('leads.noLeadsYetHint')}</p>
      <Link href="/settings/tracker" className={buttonClass({ main: true })}>
        {t('common.installTheTracker')}
      </Link>
      <Link href="/start" className={buttonClass({})}>
        {t('start.title')}
      </Link>
    </EmptyState>
  );
}
