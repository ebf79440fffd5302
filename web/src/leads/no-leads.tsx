import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { intervalName } from '../ui/interval-name.ts';
import type { Interval } from '../ui/intervals.ts';

type NoLeadsProps = {
  search: string;
  /** Whether a feed or filters limit the list. */
  isFiltered: boolean;
  /** Whether the feed has leads in the last thirty days. */
  hasRecentLeads: boolean;
  interval: Interval;
  onChange: (params: Record<string, string | null>) => void;
};

/** Explains why the list is empty and offers ways to show leads. */
export function NoLeads({ search, isFiltered, hasRecentLeads, interval, onChange }: NoLeadsProps) {
  const { account } = useWorkspace();
  const widen = interval.preset !== '365d' && (
    <Button onClick={() => onChange({ range: '365d', from: null, to: null })}>{t('leads.showLast12Months')}</Button>
  );
  const period = intervalName(interval);
  if (search === '' && !isFiltered && hasRecentLeads) {
    return (
      <EmptyState title={t('leads.noneInPeriod')}>
        <p className="soft">{t('leads.noneInPeriodHint', { period })}</p>
        {widen}
      </EmptyState>
    );
  }
  if (search === '' && !isFiltered && account.sampleStatus === 'filling') {
    return (
      <EmptyState title={t('leads.noLeadsYet')}>
        <p className="soft">{t('sample.filling')}</p>
      </EmptyState>
    );
  }
  if (search === '' && !isFiltered) {
    return (
      <EmptyState title={t('leads.noLeadsYet')}>
        <p className="soft">{t('leads.noLeadsYetHint')}</p>
        <Link href="/settings/tracker" className={buttonClass({ main: true })}>
          {t('common.installTracker')}
        </Link>
        <Link href="/start" className={buttonClass({})}>
          {t('start.title')}
        </Link>
        {widen}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={search === '' ? t('leads.noCompaniesMatch') : t('leads.noCompaniesMatchSearch', { search })}>
      <p className="soft">
        {search === '' ? t('leads.noCompaniesMatchHint', { period }) : t('leads.searchedIn', { period })}
        {search !== '' && isFiltered && ` ${t('leads.searchIsFiltered')}`}
      </p>
      {search !== '' && <Button onClick={() => onChange({ q: null })}>{t('leads.clearSearch')}</Button>}
      {widen}
      {isFiltered && (
        <Button onClick={() => onChange({ q: null, filters: null, feed: null, editing: null, hidden: null })}>
          {t('leads.showAllLeads')}
        </Button>
      )}
    </EmptyState>
  );
}
