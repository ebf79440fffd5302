import { useAccountRequest } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import filterStyles from '../feeds/filter.module.css';
import { groupsOf, readGroups, writeGroups } from '../feeds/filter-groups.ts';
import { groupWords, useFilterFields } from '../feeds/filters.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/tag.tsx';

/** Replaces the search by the filters that its words stand for, such as “DE manufacturing >500 pricing”. */
export function useSearchFilters(): (words: string) => Promise<void> {
  const ask = useAccountRequest();
  const [params, change] = useParams();
  return async (words) => {
    const { filters, rest } = await ask('GET /search-filters', { query: { search: words } });
    if (filters.all.length === 0) return;
    change({ q: rest, filters: writeGroups([...readGroups(params.get('filters')), ...groupsOf(filters)]) });
  };
}

/** The filters that the search would become, to be seen before they are used. */
export function SearchFilters({ search }: { search: string }) {
  const { data, isPlaceholderData } = useAccountQuery('/search-filters', { query: { search }, staleTime: 60_000 });
  const interpret = useSearchFilters();
  const groups = data && !isPlaceholderData ? groupsOf(data.filters) : [];
  const fields = useFilterFields(groups.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className={filterStyles.filterBar} role="group" aria-label={t('leads.searchAsFilter')}>
      <span className={`faint ${filterStyles.plain}`}>{t('leads.searchAsFilter')}</span>
      {groups.map((group) => (
        <Tag key={JSON.stringify(group)} title={groupWords(group, fields)}>
          <span className="cut">{groupWords(group, fields)}</span>
        </Tag>
      ))}
      <Button small onClick={() => interpret(search)}>
        {t('leads.useAsFilter')}
      </Button>
    </div>
  );
}
