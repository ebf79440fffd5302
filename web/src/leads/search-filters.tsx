import { useAccountRequest } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useErrorToast } from '../api/use-error-toast.ts';
import filterStyles from '../feeds/filter.module.css';
import { groupsOf, readGroups, writeGroups } from '../feeds/filter-groups.ts';
import { groupText, useFilterFields } from '../feeds/filters.ts';
import { useParams } from '../lib/use-params.ts';
import { hasKeyboard } from '../shell/keyboard.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/tag.tsx';

/**
 * Turns the words of a search such as “DE manufacturing >500 pricing” into filters and adds them to the current ones. Other words remain
 * in the search.
 */
export function useApplySearchFilters(): (text: string) => void {
  const send = useAccountRequest();
  const showError = useErrorToast();
  const [, change] = useParams();
  const apply = async (text: string) => {
    const before = searchedNow();
    const { filters, rest } = await send('GET /search-filters', { query: { search: text } });
    if (filters.all.length === 0 || searchedNow() !== before) return;
    change((current) => ({ q: rest, filters: writeGroups([...readGroups(current.get('filters')), ...groupsOf(filters)]) }));
  };
  return (text) => void apply(text).catch(showError);
}

/** The page and its search. If they change during a request, its response no longer applies. */
const searchedNow = () => location.pathname + new URLSearchParams(location.search).get('q');

/** Previews the filters that the search would be turned into. */
export function SearchFilters({ search }: { search: string }) {
  const { data, isPlaceholderData } = useAccountQuery('/search-filters', { query: { search }, staleTime: 60_000 });
  const applySearchFilters = useApplySearchFilters();
  const groups = data && !isPlaceholderData ? groupsOf(data.filters) : [];
  const fields = useFilterFields(groups.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className={filterStyles.filterBar} role="group" aria-label={t('leads.searchAsFilter')}>
      <span className={`faint ${filterStyles.plain}`}>{t('leads.searchAsFilter')}</span>
      {groups.map((group) => (
        <Tag key={JSON.stringify(group)} title={groupText(group, fields)}>
          <span className="truncate">{groupText(group, fields)}</span>
        </Tag>
      ))}
      <Button small main onClick={() => applySearchFilters(search)}>
        {hasKeyboard ? t('leads.useAsFilterKey') : t('leads.useAsFilter')}
      </Button>
    </div>
  );
}
