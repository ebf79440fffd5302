import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useWork } from '../api/session.tsx';
import { Icon } from '../ui/icon.tsx';
import { LeadLine } from './lead-row.tsx';
import type { Lead } from './use-lead-pages.ts';

type LeadTableProps = {
  total: number;
  leadAt: (row: number) => Lead | undefined;
  sort: string;
  order: string;
  onSort: (sort: string, order: string) => void;
  onSight: (sight: { first: number; last: number }) => void;
  at: number;
  onAt: (row: number) => void;
  openId: string | null;
  onOpen: (companyId: string) => void;
  chosen: ReadonlySet<string>;
  onToggle: (companyId: string) => void;
  onToggleAll: (companyIds: ReadonlySet<string>) => void;
};

const rowHeight = 52;

const columns = [
  { sort: 'name', name: 'Company', className: '' },
  { sort: 'quality', name: 'Quality', className: 'must-hide' },
  { sort: 'place', name: 'Place', className: 'must-hide' },
  { sort: 'industry', name: 'Industry', className: 'may-hide' },
  { sort: 'employees', name: 'Size', className: 'may-hide' },
  { sort: 'visits', name: 'Visits', className: 'right' },
  { sort: 'page_views', name: 'Pages', className: 'right must-hide' },
  { sort: 'last_visit', name: 'Last seen', className: 'right' },
  { sort: 'source', name: 'Source', className: 'may-hide' },
  { sort: null, name: 'Tags', className: 'may-hide' },
  { sort: 'assignee', name: 'Assignee', className: 'may-hide', icon: 'person' },
] as const;

/** Columns that are read from A to Z first. */
export const textSorts: string[] = ['name', 'place', 'industry', 'source', 'assignee'];

/** Ten thousand lines of which only those in sight exist. */
export function LeadTable(props: LeadTableProps) {
  const { total, leadAt, sort, order, onSort, onSight, at, onAt, openId, onOpen, chosen, onToggle, onToggleAll } = props;
  const { mayEdit } = useWork();
  const scroll = useRef<HTMLDivElement>(null);
  const seen = useRef<Map<string, string> | null>(null);
  const virtualizer = useVirtualizer({ count: total, getScrollElement: () => scroll.current, estimateSize: () => rowHeight, overscan: 12 });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when what is in sight changes, not when the teller does.
  useEffect(() => onSight({ first, last }), [first, last]);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);
  const fresh = new Set<string>();
  const nowSeen = new Map(seen.current);
  for (const { index } of items) {
    const lead = leadAt(index);
    if (!lead) continue;
    if (seen.current && Date.now() - Date.parse(lead.lastVisitAt) < 60_000 && seen.current.get(lead.companyId) !== lead.lastVisitAt)
      fresh.add(lead.companyId);
    nowSeen.set(lead.companyId, lead.lastVisitAt);
  }
  useEffect(() => {
    if (nowSeen.size > 0) seen.current = nowSeen;
  });
  const seenRows = virtualizer.range ?? { startIndex: first, endIndex: last };
  const shownIds = items
    .filter(({ index }) => index >= seenRows.startIndex && index <= seenRows.endIndex)
    .flatMap(({ index }) => leadAt(index)?.companyId ?? []);
  const areAllChosen = shownIds.length > 0 && shownIds.every((id) => chosen.has(id));
  return (
    <div className="leads">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
      <div ref={scroll} className="leads-table" role="table" aria-label="Leads" aria-rowcount={total + 1} tabIndex={0}>
        <div role="rowgroup">
          <div className="lead-line head" role="row" aria-rowindex={1}>
            <span role="columnheader" className="must-hide">
              {mayEdit && (
                <input
                  type="checkbox"
                  className="check"
                  aria-label="Choose all that are in sight"
                  checked={areAllChosen}
                  onChange={() => onToggleAll(areAllChosen ? new Set() : new Set([...chosen, ...shownIds]))}
                />
              )}
            </span>
            {columns.map((column) => (
              <span
                key={column.name}
                role="columnheader"
                className={column.className}
                aria-sort={column.sort === null ? undefined : column.sort !== sort ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
              >
                {column.sort === null ? (
                  column.name
                ) : (
                  <button
                    type="button"
                    aria-label={'icon' in column ? column.name : undefined}
                    title={'icon' in column ? column.name : undefined}
                    onClick={() => onSort(column.sort!, nextOrder(column.sort!, sort, order))}
                  >
                    {'icon' in column ? <Icon name={column.icon} size={14} /> : column.name}
                    {column.sort === sort && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
                  </button>
                )}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const lead = leadAt(index);
            return (
              <LeadLine
                key={index}
                lead={lead}
                row={index}
                start={start}
                isCurrent={lead !== undefined && (lead.companyId === openId || (index === at && !openId))}
                isFresh={lead !== undefined && fresh.has(lead.companyId)}
                isChosen={lead !== undefined && chosen.has(lead.companyId)}
                onOpen={() => {
                  onAt(index);
                  if (lead) onOpen(lead.companyId);
                }}
                onToggle={mayEdit && lead ? () => onToggle(lead.companyId) : null}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function nextOrder(column: string, sort: string, order: string): string {
  if (column !== sort) return textSorts.includes(column) ? 'asc' : 'desc';
  return order === 'asc' ? 'desc' : 'asc';
}
