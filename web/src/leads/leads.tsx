import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { FeedBell } from '../alerts/alerts-button.tsx';
import { useWork } from '../api/session.tsx';
import { CompanyPanel } from '../company/company-panel.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { FilterBar } from '../feeds/filter-bar.tsx';
import { FilterBuilder } from '../feeds/filter-builder.tsx';
import { readFilters } from '../feeds/filters.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { formatNumber } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { DateRange } from '../ui/date-range.tsx';
import { Trouble } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { intervalOf } from '../ui/intervals.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LeadTable, textSorts } from './lead-table.tsx';
import { useLeadPages } from './use-lead-pages.ts';

const typingMs = 200;

export function Leads() {
  const { account, mayEdit } = useWork();
  const [params, change] = useParams();
  const [sight, setSight] = useState({ first: 0, last: 40 });
  const [at, setAt] = useState(-1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [firstMenu, setFirstMenu] = useState<'assign' | 'tag' | null>(null);
  const { feeds } = useFeeds();
  const interval = intervalOf(params, account.timezone);
  const feedId = params.get('feed') ?? 'all_leads';
  const feed = feeds.find(({ id }) => id === feedId);
  const sort = params.get('sort') ?? feed?.sort?.replace('-', '') ?? 'last_visit';
  const order = params.get('order') ?? (params.get('sort') ? firstOrder(sort) : feed?.sort && !feed.sort.startsWith('-') ? 'asc' : 'desc');
  const search = params.get('q') ?? '';
  const filters = params.get('filters');
  const choice = { from: interval.from, to: interval.to, feed: feedId, sort, order, search };
  const isHidden = params.get('hidden') !== null;
  const query = new URLSearchParams({ ...choice, ...(filters ? { filters } : {}), ...(isHidden ? { hidden: 'true' } : {}) }).toString();
  const wanted = { ...choice, filters: { all: readFilters(filters) } };
  const leads = useLeadPages(query, sight.first, sight.last);
  const openId = params.get('company');
  const open = (companyId: string | null) => change({ company: companyId }, { replace: openId !== null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has other rows.
  useEffect(() => {
    setAt(-1);
    setChosen(new Set());
  }, [query]);

  const toggle = (companyId: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(companyId)) after.add(companyId);
      return after;
    });
  /** Where the keys stand; a company that was opened by its address is looked for among the lines in sight. */
  const here = () => {
    if (at >= 0 || !openId) return at;
    for (let row = sight.first; row <= sight.last; row++) if (leads.leadAt(row)?.companyId === openId) return row;
    return at;
  };
  const step = (rows: number) => {
    const next = Math.max(0, Math.min(here() + rows, leads.total - 1));
    setAt(next);
    const lead = leads.leadAt(next);
    if (openId && lead) open(lead.companyId);
  };
  const currentId = leads.leadAt(at)?.companyId;
  /** With nothing chosen the line that the keys stand on is meant: it is chosen, and the bar appears with the menu open. */
  const actOnCurrent = (menu: 'assign' | 'tag') => {
    if (!mayEdit || openId || chosen.size > 0 || !currentId) return;
    setFirstMenu(menu);
    toggle(currentId);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      setFirstMenu(null);
      if (mayEdit && currentId) toggle(currentId);
    },
    a: () => actOnCurrent('assign'),
    t: () => actOnCurrent('tag'),
    enter: (event) => {
      const isControl = event.target instanceof HTMLElement && event.target.closest('a, button');
      if (!isControl && currentId) open(currentId);
    },
    escape: () => (openId ? open(null) : setChosen(new Set())),
    '/': (event) => {
      event.preventDefault();
      document.getElementById('lead-search')?.focus();
    },
  });
  return (
    <>
      <Topbar title={isHidden ? 'Hidden companies' : (feed?.name ?? 'Leads')}>
        <span className="faint number" role="status">
          {!leads.isPending && `${formatNumber(leads.total)} ${leads.total === 1 ? 'company' : 'companies'}`}
        </span>
        <SearchField value={search} onChange={(q) => change({ q }, { replace: true })} />
        <FilterBuilder total={leads.total} isCounting={leads.isPending || leads.isOld} />
        {feed && !feed.isBuiltIn && <FeedBell feed={feed} />}
        {mayEdit && !isHidden && (
          <ExportMenu
            wanted={wanted}
            trigger={
              <button type="button" className="button icon" aria-label="Export">
                <Icon name="download" size={15} />
              </button>
            }
          />
        )}
        <DateRange interval={interval} />
      </Topbar>
      <FilterBar feed={feed} />
      <div className="with-panel">
        {leads.error ? (
          <Trouble error={leads.error} onRetry={leads.retry} />
        ) : leads.total === 0 && !leads.isPending && !leads.isOld ? (
          <NoLeads
            isFiltered={search !== '' || filters !== null || feedId !== 'all_leads' || isHidden}
            onClear={() => change({ q: null, filters: null, feed: null, editing: null, hidden: null })}
          />
        ) : (
          <LeadTable
            {...leads}
            sort={sort}
            order={order}
            onSort={(column, direction) => change({ sort: column, order: direction })}
            onSight={setSight}
            at={at}
            onAt={setAt}
            openId={openId}
            onOpen={open}
            chosen={chosen}
            onToggle={toggle}
            onToggleAll={(ids) => setChosen(ids)}
          />
        )}
        {chosen.size > 0 && (
          <BulkBar
            companyIds={[...chosen]}
            total={leads.total}
            query={query}
            wanted={wanted}
            isHidden={isHidden}
            firstMenu={firstMenu}
            onChoose={(ids) => setChosen(new Set(ids))}
            onDone={() => {
              setFirstMenu(null);
              setChosen(new Set());
            }}
          />
        )}
        {openId && <CompanyPanel companyId={openId} onClose={() => open(null)} onStep={step} />}
      </div>
    </>
  );
}

/** Texts begin at A, figures and times at the largest. */
function firstOrder(sort: string): string {
  return textSorts.includes(sort) ? 'asc' : 'desc';
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [words, setWords] = useState(value);
  useEffect(() => setWords(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait.
  useEffect(() => {
    if (words === value) return;
    const timer = setTimeout(() => onChange(words), typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className="search">
      <Icon name="search" size={14} />
      <input
        id="lead-search"
        type="search"
        className="input"
        placeholder="Search"
        aria-label="Search companies by name or domain"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </div>
  );
}

function NoLeads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <div className="empty">
        <h2>No company fits</h2>
        <p className="soft">Nothing in these days matches the search, the feed or the filters. Try more days, or take filters away.</p>
        <button type="button" className="button" onClick={onClear}>
          Show all leads
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>No leads yet</h2>
      <p className="soft">Companies appear here by themselves as soon as they visit your website with the tracker on it.</p>
      <Link href="/settings/tracker" className="button main">
        Install the tracker
      </Link>
    </div>
  );
}
