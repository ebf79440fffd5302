import { Suspense, useState } from 'react';
import { AlertsButton } from '../alerts/alerts-button.tsx';
import type { Lead } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { FilterBar } from '../feeds/filter-bar.tsx';
import { FilterButton } from '../feeds/filter-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { useActionTargets } from './action-targets.ts';
import { ColumnMenu } from './column-menu.tsx';
import { LeadTable } from './lead-table.tsx';
import styles from './leads.module.css';
import { NoLeads } from './no-leads.tsx';
import { SearchField } from './search-field.tsx';
import { SearchFilters, useApplySearchFilters } from './search-filters.tsx';
import { useLeadPages } from './use-lead-pages.ts';
import { useLeadQuery } from './use-lead-query.ts';
import { useLeadSelection } from './use-lead-selection.ts';
import { useLeadView } from './use-lead-view.ts';
import { useTags } from './use-tags.ts';

const BulkBar = lazyComponent(() => import('./bulk-bar.tsx').then((module) => module.BulkBar));
const FilterBuilder = lazyComponent(() => import('../feeds/filter-builder.tsx').then((module) => module.FilterBuilder));
const CompanyPanel = lazyComponent(() => import('../company/company-panel.tsx').then((module) => module.CompanyPanel));

/** The tags that all of the leads have. */
function commonTagIdsOf(leads: Lead[]): string[] {
  const [first, ...others] = leads;
  return first?.tagIds.filter((id) => others.every(({ tagIds }) => tagIds.includes(id))) ?? [];
}

export function Leads() {
  const { canEdit } = useWorkspace();
  const [params, change] = useParams();
  const view = useLeadView();
  const applySearchFilters = useApplySearchFilters();
  const isBuilding = params.get('build') !== null;
  const buildKey = params.get('editing') ?? '';
  const { interval, feed, sort, order, search, isHidden, isFiltered, query, exportRequest } = useLeadQuery();
  const [visibleRows, setVisibleRows] = useState({ first: 0, last: 40 });
  const leads = useLeadPages(query, visibleRows);
  const selection = useLeadSelection(JSON.stringify(query), leads, visibleRows);
  const { selected, openId, open } = selection;
  const tags = useTags();
  const selectedLeads = leads.loaded.filter(({ companyId }) => selected.has(companyId));
  useActionTargets(selected.size > 0 ? [...selected] : openId ? [openId] : []);
  return (
    <>
      <Topbar title={isHidden ? t('common.hiddenCompanies') : (feed?.name ?? t('common.leads'))}>
        <span className="faint number" role="status">
          {!leads.isPending &&
            !leads.error &&
            t(leads.isTotalCapped ? 'common.companiesOrMore' : 'common.companyCount', { count: leads.total })}
        </span>
        <SearchField value={search} onChange={(q) => change({ q }, { replace: true })} onEnter={applySearchFilters} />
        <FilterButton />
        <ColumnMenu />
        {feed && <AlertsButton feed={feed} />}
        {canEdit && !isHidden && (
          <ExportMenu
            exportRequest={exportRequest}
            trigger={
              <Button icon aria-label={t('leads.export')}>
                <Icon name="download" size={15} />
              </Button>
            }
          />
        )}
        <DateRange interval={interval} />
      </Topbar>
      {search !== '' && <SearchFilters search={search} />}
      <FilterBar feed={feed} />
      <div className={styles.withPanel}>
        {isBuilding && (
          <Suspense fallback={null}>
            <FilterBuilder
              key={buildKey}
              total={leads.total}
              isTotalCapped={leads.isTotalCapped}
              isCounting={leads.isPending || leads.isStale}
              hasFailed={leads.error !== null}
            />
          </Suspense>
        )}
        {leads.error ? (
          <ErrorState error={leads.error} onRetry={leads.retry} />
        ) : leads.total === 0 && !leads.isPending && !leads.isStale ? (
          <NoLeads search={search} isFiltered={isFiltered} hasRecentLeads={(feed?.count ?? 0) > 0} interval={interval} onChange={change} />
        ) : (
          <LeadTable
            leads={leads}
            interval={interval}
            sort={sort}
            order={order}
            onSort={(column, direction) => change({ sort: column, order: direction })}
            onVisible={setVisibleRows}
            view={view}
            selection={selection}
          />
        )}
        {selected.size > 0 && (
          <Suspense fallback={null}>
            <BulkBar
              companyIds={[...selected]}
              commonTagIds={commonTagIdsOf(selectedLeads)}
              removableTagIds={selectedLeads.length === selected.size ? selectedLeads.flatMap(({ tagIds }) => tagIds) : [...tags.keys()]}
              total={leads.total}
              query={query}
              exportRequest={exportRequest}
              isHidden={isHidden}
              firstMenu={selection.firstMenu}
              onSelect={(ids) => selection.setSelected(new Set(ids))}
              onDone={selection.clear}
            />
          </Suspense>
        )}
        {openId && (
          <Suspense fallback={null}>
            <CompanyPanel
              companyId={openId}
              interval={interval}
              hasShortcuts={selected.size === 0}
              onClose={() => open(null)}
              onStep={selection.step}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
