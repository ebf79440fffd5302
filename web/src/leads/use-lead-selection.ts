import { useEffect, useState } from 'react';
import type { Lead } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useParams } from '../lib/use-params.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { useLeadActions } from './use-lead-actions.ts';
import type { LeadPages, VisibleRows } from './use-lead-pages.ts';

/** The open lead, the selected leads and the current row, with the shortcuts that move and change them. */
export function useLeadSelection(queryKey: string, leads: LeadPages, visibleRows: VisibleRows) {
  const { canEdit } = useWorkspace();
  const [params, change] = useParams();
  const { follow, hide } = useLeadActions();
  const [current, setCurrent] = useState<{ row: number; companyId?: string | undefined }>({ row: -1 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [firstMenu, setFirstMenu] = useState<'assign' | 'tag' | 'list' | null>(null);
  const openId = params.get('company');
  const open = (companyId: string | null) => change({ company: companyId }, { replace: openId !== null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets the selection when the query changes.
  useEffect(() => {
    setCurrent({ row: -1 });
    setSelected(new Set());
  }, [queryKey]);
  const toggle = (companyId: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(companyId)) after.add(companyId);
      return after;
    });
  /** The row of the open or the current company, which live updates may have moved. If it is not visible, the row in which it was. */
  const rowOfCurrent = () => {
    const companyId = openId ?? current.companyId;
    for (let row = visibleRows.first; companyId && row <= visibleRows.last; row++)
      if (leads.leadAt(row)?.companyId === companyId) return row;
    return current.row;
  };
  const currentIndex = rowOfCurrent();
  const step = (rows: number) => {
    const row = Math.max(0, Math.min(currentIndex + rows, leads.total - 1));
    const companyId = leads.leadAt(row)?.companyId;
    setCurrent({ row, companyId });
    if (openId && companyId) open(companyId);
  };
  const currentId = leads.leadAt(currentIndex)?.companyId;
  /** If nothing is selected or open, selects the current row, which shows the bulk bar, and opens a menu of the bar. */
  const actOnCurrent = (menu: 'assign' | 'tag' | 'list') => {
    if (!canEdit || openId || selected.size > 0 || !currentId) return;
    setFirstMenu(menu);
    toggle(currentId);
  };
  /** If nothing is selected or open, changes the current row. */
  const changeCurrent = (action: (lead: Lead) => void) => {
    const lead = leads.leadAt(currentIndex);
    if (canEdit && !openId && selected.size === 0 && lead) action(lead);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      setFirstMenu(null);
      if (canEdit && currentId) toggle(currentId);
    },
    a: () => actOnCurrent('assign'),
    t: () => actOnCurrent('tag'),
    l: () => actOnCurrent('list'),
    f: () => changeCurrent(({ companyId, followed }) => follow([companyId], !followed)),
    h: () => changeCurrent(({ companyId, hidden }) => hide([companyId], !hidden)),
    enter: (event) => {
      const isControl = event.target instanceof HTMLElement && event.target.closest('a, button');
      if (!isControl && currentId) open(currentId);
    },
    escape: () => (openId ? open(null) : setSelected(new Set())),
    '/': (event) => {
      event.preventDefault();
      document.getElementById('lead-search')?.focus();
    },
  });
  const clear = () => {
    setFirstMenu(null);
    setSelected(new Set());
  };
  return { current, currentIndex, setCurrent, openId, open, step, selected, setSelected, toggle, clear, firstMenu };
}
