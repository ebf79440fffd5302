import { useSyncExternalStore } from 'react';
import type { SavedView } from '../api/responses.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { useParams } from '../lib/use-params.ts';
import { columns } from './lead-columns.ts';

const defaultView: SavedView = { columns: columns.flatMap(({ key }) => (key === 'name' ? [] : key)), widths: {} };

const listeners = new Set<() => void>();
const keyOf = (feedId: string) => `view:${feedId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOwnView(feedId: string, view: SavedView | null): void {
  if (view) localStorage.setItem(keyOf(feedId), JSON.stringify(view));
  else localStorage.removeItem(keyOf(feedId));
  for (const listener of listeners) listener();
}

/**
 * The columns and widths of the current feed: those set in this browser, otherwise the saved view of the feed, otherwise the default.
 * `isChanged` is true if they were set in this browser.
 */
export function useLeadView() {
  const [params] = useParams();
  const { feeds } = useFeeds();
  const feedId = params.get('feed') ?? params.get('editing') ?? 'all_leads';
  const feed = feeds.find(({ id }) => id === feedId);
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(feedId)));
  const ownView = readView(stored);
  const view = ownView ?? feed?.view ?? defaultView;
  return {
    feed,
    view,
    /** Whether no columns were selected. A user who selects all columns sees all of them in a narrow window, too. */
    isDefault: view === defaultView,
    isChanged: ownView !== null,
    setView: (next: SavedView | null) => setOwnView(feedId, next),
  };
}

/**
 * The view as the list shows it: on a small screen, where the menu of the columns is hidden, those selected elsewhere do not fit. The list
 * renders again when its size changes.
 */
export function shownView(leadView: LeadView): LeadView {
  return matchMedia('(max-width: 820px)').matches ? { ...leadView, view: defaultView, isDefault: true } : leadView;
}

export type LeadView = ReturnType<typeof useLeadView>;

function readView(text: string | null): SavedView | null {
  if (text === null) return null;
  try {
    const { columns: shown, widths }: SavedView = JSON.parse(text);
    return { columns: defaultView.columns.filter((column) => shown.includes(column)), widths };
  } catch {
    return null;
  }
}
