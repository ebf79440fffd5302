import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Filter } from '../../../server/src/domain/feeds/filter.ts';
import { formatNumber } from '../lib/format.ts';
import { useWork } from '../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../lib/use-account-query.ts';
import { useFeeds } from '../lib/use-feeds.ts';
import { useParams } from '../lib/use-params.ts';
import { Dialog } from './dialog.tsx';
import { FormTrouble } from './field.tsx';
import { FilterLine } from './filter-line.tsx';
import { Icon } from './icon.tsx';

export type FieldEntry = { name: string; label: string; description: string; type: string; choices: string[] | null; operators: string[] };

const emptyFilter: Filter = { field: 'page_url', operator: 'contains', values: [], excluded: false };

/** Conditions from the one catalogue. All of them must hold; the values of one are alternatives. */
export function FilterBuilder({ total }: { total: number }) {
  const [params, change] = useParams();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { mayEdit } = useWork();
  const { data: fields = [] } = useAccountQuery<FieldEntry[]>('/feed-fields', { enabled: isOpen, staleTime: Number.POSITIVE_INFINITY });
  const feed = useFeeds().find(({ id }) => id === params.get('feed'));
  const save = useAccountChange<{ id: string }>({ quiet: true });
  const applied = readFilters(params.get('filters'));
  const [drafts, setDrafts] = useState<Filter[]>(applied);
  const apply = (filters: Filter[]) => {
    setDrafts(filters);
    const complete = filters.filter(({ operator, values }) => operator === 'exists' || values.length > 0);
    change({ filters: complete.length === 0 ? null : JSON.stringify({ all: complete }) }, { replace: true });
  };
  const open = () => {
    setDrafts(applied.length === 0 ? [emptyFilter] : applied);
    setOpen(true);
  };
  const saveAsFeed = () =>
    save.mutate(
      { method: 'POST', path: '/feeds', body: { name, filters: { all: applied } } },
      {
        onSuccess: ({ id }) => {
          setOpen(false);
          setName('');
          navigate(`/leads?feed=${id}`);
        },
      },
    );
  const leave = () => {
    setOpen(false);
    navigate('/leads');
  };
  const removeFeed = () => feed && save.mutate({ method: 'DELETE', path: `/feeds/${feed.id}` }, { onSuccess: leave });
  return (
    <>
      <button type="button" className="button" onClick={open}>
        <Icon name="filter" size={15} /> Filter
        {applied.length > 0 && <span className="badge accent">{applied.length}</span>}
      </button>
      <Dialog title="Filter the leads" open={isOpen} onClose={() => setOpen(false)}>
        <div className="form">
          {drafts.map((filter, at) => (
            <FilterLine
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place.
              key={at}
              filter={filter}
              fields={fields}
              onChange={(next) => apply(drafts.with(at, next))}
              onRemove={() => apply(drafts.toSpliced(at, 1))}
            />
          ))}
          <div className="actions">
            <button type="button" className="button quiet small" onClick={() => setDrafts([...drafts, emptyFilter])}>
              <Icon name="plus" size={14} /> Add a condition
            </button>
            {applied.length > 0 && (
              <button type="button" className="button quiet small" onClick={() => apply([])}>
                Clear all
              </button>
            )}
            <span style={{ flex: 1 }} />
            <span className="soft number" role="status">
              {formatNumber(total)} {total === 1 ? 'company fits' : 'companies fit'}
            </span>
          </div>
          <FormTrouble error={save.error} />
          {mayEdit && applied.length > 0 && (
            <form
              className="actions"
              onSubmit={(event) => {
                event.preventDefault();
                saveAsFeed();
              }}
            >
              <input
                className="input"
                style={{ flex: 1 }}
                placeholder="Name of the feed"
                aria-label="Name of the feed"
                required
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <button type="submit" className="button main" disabled={save.isPending}>
                Save as feed
              </button>
            </form>
          )}
          {mayEdit && feed && !feed.isBuiltIn && (
            <div className="actions end">
              <button type="button" className="button small danger" onClick={removeFeed}>
                Delete the feed “{feed.name}”
              </button>
            </div>
          )}
        </div>
      </Dialog>
    </>
  );
}

function readFilters(text: string | null): Filter[] {
  if (!text) return [];
  try {
    return (JSON.parse(text) as { all: Filter[] }).all ?? [];
  } catch {
    return [];
  }
}
