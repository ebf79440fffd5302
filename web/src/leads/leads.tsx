import { useState } from 'react';
import { AlertsButton } from '../alerts/alerts-button.tsx';
import { useWork } from '../api/session.tsx';
import { CompanyPanel } from '../company/company-panel.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { FilterBar } from '../feeds/filter-bar.tsx';
import { FilterBuilder } from '../feeds/filter-builder.tsx';
import { formatNumber } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { Button } from '../ui/button.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { LeadTable } from './lead-table.tsx';
import styles from './leads.module.css';
import { NoLeads } from './no-leads.tsx';
import { SearchField } from './search-field.tsx';
import { useLeadPages } from './use-lead-pages.ts';
import { useLeadQuery } from './use-lead-query.ts';
import { useLeadSelection } from './use-lead-selection.ts';

export function Leads() {
  const { mayEdit } = useWork();
  const [, change] = useParams();
  const { interval, feed, sort, order, search, isHidden, isFiltered, query, exportRequest } = useLeadQuery();
  const [visible, setVisible] = useState({ first: 0, last: 40 });
  const leads = useLeadPages(query, visible);
  const selection = useLeadSelection(JSON.stringify(query), leads, visible);
  const { selected, openId, open } = selection;
  return (
    <>
      <Topbar title={isHidden ? 'Hidden companies' : (feed?.name ?? 'Leads')}>
        <span className="faint number" role="status">
          {!leads.isPending && `${formatNumber(leads.total)} ${leads.total === 1 ? 'company' : 'companies'}`}
        </span>
        <SearchField value={search} onChange={(q) => change({ q }, { replace: true })} />
        <FilterBuilder total={leads.total} isCounting={leads.isPending || leads.isOld} />
        {feed && !feed.isBuiltIn && <AlertsButton feed={feed} />}
        {mayEdit && !isHidden && (
          <ExportMenu
            wanted={exportRequest}
            trigger={
              <Button icon aria-label="Export">
                <Icon name="download" size={15} />
              </Button>
            }
          />
        )}
        <DateRange interval={interval} />
      </Topbar>
      <FilterBar feed={feed} />
      <div className={styles.withPanel}>
        {leads.error ? (
          <ErrorState error={leads.error} onRetry={leads.retry} />
        ) : leads.total === 0 && !leads.isPending && !leads.isOld ? (
          <NoLeads isFiltered={isFiltered} onClear={() => change({ q: null, filters: null, feed: null, editing: null, hidden: null })} />
        ) : (
          <LeadTable
            leads={leads}
            sort={sort}
            order={order}
            onSort={(column, direction) => change({ sort: column, order: direction })}
            onVisible={setVisible}
            selection={selection}
          />
        )}
        {selected.size > 0 && (
          <BulkBar
            companyIds={[...selected]}
            total={leads.total}
            query={query}
            wanted={exportRequest}
            isHidden={isHidden}
            firstMenu={selection.firstMenu}
            onSelect={(ids) => selection.setSelected(new Set(ids))}
            onDone={selection.clear}
          />
        )}
        {openId && <CompanyPanel companyId={openId} onClose={() => open(null)} onStep={selection.step} />}
      </div>
    </>
  );
}
