import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import type { Interval } from '../ui/intervals.ts';
import { columns } from './lead-columns.ts';
import { LeadRow } from './lead-row.tsx';
import styles from './lead-table.module.css';
import { LeadTableHead } from './lead-table-head.tsx';
import { shownColumns } from './shown-columns.ts';
import { useFreshLeads } from './use-fresh-leads.ts';
import type { LeadPages, VisibleRows } from './use-lead-pages.ts';
import type { useLeadSelection } from './use-lead-selection.ts';
import { type LeadView, shownView } from './use-lead-view.ts';
import { useScrollPosition } from './use-scroll-position.ts';

type LeadTableProps = {
  leads: LeadPages;
  interval: Interval;
  sort: string;
  order: string;
  onSort: (sort: string, order: string) => void;
  onVisible: (rows: VisibleRows) => void;
  view: LeadView;
  selection: Pick<
    ReturnType<typeof useLeadSelection>,
    'current' | 'currentIndex' | 'setCurrent' | 'openId' | 'open' | 'selected' | 'setSelected' | 'toggle'
  >;
};

const rowHeight = 52;
/** As in the styles. */
const columnGap = 12;
/** The number of placeholder rows while the list is loading. */
const skeletonRows = 14;

/** A table of up to 100,000 leads, of which only the visible rows are rendered. */
export function LeadTable({
  leads: { total, isTotalCapped, leadAt, isPending, failedPage },
  interval,
  sort,
  order,
  onSort,
  onVisible,
  view: leadView,
  selection,
}: LeadTableProps) {
  const { current, currentIndex, setCurrent, openId, open, selected, setSelected, toggle } = selection;
  const { canEdit } = useWorkspace();
  const { view, isDefault, setView } = shownView(leadView);
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: isPending ? skeletonRows : total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 5,
  });
  useScrollPosition(scroll, total > 0);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when the visible rows change, not when the callback does.
  useEffect(() => onVisible({ first, last }), [first, last]);
  useEffect(() => {
    if (current.row >= 0) virtualizer.scrollToIndex(current.row, { align: 'auto' });
  }, [current, virtualizer]);
  const fresh = useFreshLeads(items.map(({ index }) => leadAt(index)));
  const rowsInView = virtualizer.range ?? { startIndex: first, endIndex: last };
  const idsInView = items
    .filter(({ index }) => index >= rowsInView.startIndex && index <= rowsInView.endIndex)
    .flatMap(({ index }) => leadAt(index)?.companyId ?? []);
  const visibleColumns = columns.filter(({ key }) => key === 'name' || view.columns.includes(key));
  const tracks = ['24px', ...visibleColumns.map(({ key, width }) => widthOf(view.widths[key], width))];
  const customStyle = { '--lead-columns': tracks.join(' '), '--lead-min-width': `${minWidthOf(tracks)}px` } as CSSProperties;
  const hasReasons = items.some(({ index }) => leadAt(index)?.reasons.length);
  const keys = rowKeys(items.map(({ index }) => [index, leadAt(index)?.companyId]));
  const areAllSelected = idsInView.length > 0 && idsInView.every((id) => selected.has(id));
  return (
    <div className={styles.leads} aria-busy={isPending}>
      <div
        ref={scroll}
        className={styles.leadsTable}
        role="table"
        aria-label={t('common.leads')}
        aria-rowcount={total + 1}
        aria-busy={isPending}
        data-reasons={isDefault && hasReasons}
        data-custom={!isDefault}
        style={isDefault ? undefined : customStyle}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
      >
        <LeadTableHead
          columns={visibleColumns}
          sort={sort}
          order={order}
          onSort={onSort}
          onResize={({ key }, width) => setView({ columns: shownColumns(view), widths: { ...view.widths, [key]: width } })}
          areAllSelected={areAllSelected}
          onToggleAll={canEdit ? () => setSelected(areAllSelected ? new Set() : new Set([...selected, ...idsInView])) : null}
        />
        <div role="rowgroup" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const lead = leadAt(index);
            return (
              <LeadRow
                key={keys.get(index)}
                lead={lead}
                shown={view.columns}
                row={index}
                interval={interval}
                start={start}
                isCurrent={lead !== undefined && (lead.companyId === openId || (index === currentIndex && !openId))}
                isFresh={lead !== undefined && fresh.has(lead.companyId)}
                isSelected={lead !== undefined && selected.has(lead.companyId)}
                onOpen={() => {
                  setCurrent({ row: index, companyId: lead?.companyId });
                  if (lead) open(lead.companyId);
                }}
                onToggle={canEdit && lead ? () => toggle(lead.companyId) : null}
              />
            );
          })}
        </div>
      </div>
      {failedPage && (
        <div className={styles.end} role="alert">
          {failedPage.error?.message}{' '}
          <Button small onClick={() => failedPage.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {isTotalCapped && last >= total - 1 && (
        <p className={styles.end} role="status">
          {t('leads.onlyFirstListed', { count: total })}
        </p>
      )}
    </div>
  );
}

/**
 * React keys of the rows. A row keeps its element when live updates move it, so that a click never acts on the company that took its
 * place. While only one of two pages is up to date, a company can be listed twice; its second row has the index as its key.
 */
function rowKeys(rows: [index: number, companyId: string | undefined][]): Map<number, string> {
  const used = new Set<string>();
  return new Map(
    rows.map(([index, companyId]) => {
      const key = companyId === undefined || used.has(companyId) ? `row ${index}` : companyId;
      used.add(key);
      return [index, key];
    }),
  );
}

/** The width below which the list scrolls sideways: that of the columns at their narrowest, the gaps and the padding. */
function minWidthOf(tracks: string[]): number {
  const widths = tracks.map((track) => Number.parseFloat(track.replace('minmax(', '')));
  return widths.reduce((sum, width) => sum + width + columnGap, 2 * columnGap);
}

function widthOf(selected: number | undefined, width: string): string {
  return selected === undefined ? width : `${selected}px`;
}
