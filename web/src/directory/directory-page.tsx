import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { searchTerm } from '../lib/search-term.ts';
import { useParams } from '../lib/use-params.ts';
import { ListMenu } from '../lists/list-menu.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { CompanyTable } from './company-table.tsx';
import { DirectoryFilters } from './directory-filters.tsx';

const none: ReadonlySet<string> = new Set();

/** Searches the directory, by default without companies that already visited. The search is part of the URL. */
export default function DirectoryPage() {
  useRowKeys();
  const { base, canEdit } = useWorkspace();
  const request = useAccountRequest();
  const [params] = useParams();
  const [selected, setSelected] = useState(none);
  const query = {
    search: searchTerm(params.get('q') ?? ''),
    countries: params.get('country') ?? '',
    sizes: params.get('size') ?? '',
    industries: params.get('industry') ?? '',
    visited: params.get('visited') !== null,
  };
  const { visited: _, ...criteria } = query;
  const hasCriteria = Object.values(criteria).some((criterion) => criterion.trim() !== '');
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search clears the selection.
  useEffect(() => setSelected(none), [key]);
  const results = useInfiniteQuery({
    queryKey: [base, 'directory', query],
    queryFn: ({ pageParam, signal }) => request('GET /directory', { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: hasCriteria,
    staleTime: 60_000,
  });
  const { data, error, refetch } = results;
  const companies = data?.pages.flatMap((page) => page.companies) ?? [];
  const firstPage = data?.pages[0];
  return (
    <>
      <Topbar title={t('directory.title')}>
        <span className="faint number" role="status">
          {hasCriteria &&
            firstPage &&
            (firstPage.total === null
              ? t('directory.foundMany', { max: firstPage.minTotal })
              : t('directory.found', { count: firstPage.total }))}
        </span>
      </Topbar>
      <Scroll label={t('directory.title')}>
        <div className={layoutStyles.column}>
          <DirectoryFilters />
          {!hasCriteria ? (
            <EmptyState title={t('directory.intro')}>
              <p className="soft">{t('directory.introHint')}</p>
            </EmptyState>
          ) : error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : companies.length === 0 ? (
            <EmptyState title={t('directory.nothingFound')}>
              <p className="soft">{t('directory.nothingFoundHint')}</p>
              <Link href="/settings/imports" className={buttonClass()}>
                {t('directory.goToImports')}
              </Link>
            </EmptyState>
          ) : (
            <section className={`${cardStyles.card} ${cardStyles.rows}`}>
              {canEdit && selected.size > 0 && (
                <div className={formStyles.actions} role="toolbar" aria-label={t('directory.addSelectedToList')}>
                  <span className="number">{t('directory.selected', { count: selected.size })}</span>
                  <ListMenu ids={[...selected]} onDone={() => setSelected(none)} label={t('directory.addSelectedToList')} hasShortcut />
                </div>
              )}
              <CompanyTable
                companies={companies}
                selected={selected}
                onSelect={setSelected}
                actions={
                  canEdit
                    ? ({ id, name, lists }) => (
                        <ListMenu ids={[id]} currentListIds={lists.map((list) => list.id)} label={t('contacts.addToList', { name })} />
                      )
                    : undefined
                }
              />
              <ShowMore query={results}>{t('directory.showMore')}</ShowMore>
            </section>
          )}
        </div>
      </Scroll>
    </>
  );
}
