import { Fragment, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-query.ts';
import { formatNumber } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormTrouble } from '../ui/field.tsx';
import { Switch } from '../ui/form-fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { FilterLine } from './filter-condition.tsx';
import { emptyFilter, type Filter, readFilters, useFilterFields, writeFilters } from './filters.ts';
import { useFeeds } from './use-feeds.ts';

const typingMs = 250;

/** A condition with something to tell it from the others while it is worked on. */
type Draft = { id: number; filter: Filter };

let made = 0;
const draftOf = (filter: Filter): Draft => ({ id: ++made, filter });

type FilterBuilderProps = { total: number; isCounting: boolean };

/** Conditions from the one catalogue. All of them must hold; the values of one are alternatives. */
export function FilterBuilder({ total, isCounting }: FilterBuilderProps) {
  const [params, change] = useParams();
  const applied = params.get('filters');
  const isOpen = params.get('build') !== null;
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const fields = useFilterFields(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in the address is taken over when the dialog opens.
  useEffect(() => {
    const filters = readFilters(applied);
    if (isOpen) setDrafts((filters.length === 0 ? [emptyFilter] : filters).map(draftOf));
  }, [isOpen]);
  const written = writeFilters(drafts.map(({ filter }) => filter));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is chosen or typed starts the wait.
  useEffect(() => {
    if (!isOpen || written === applied) return;
    const timer = setTimeout(() => change({ filters: written }, { replace: true }), typingMs);
    return () => clearTimeout(timer);
  }, [written]);
  const close = () => change({ build: null, filters: written }, { replace: true });
  return (
    <>
      <button type="button" className="button" onClick={() => change({ build: '1' }, { replace: true })}>
        <Icon name="filter" size={15} /> Filter
      </button>
      <Dialog title="Filter the leads" open={isOpen} onClose={close} isWide>
        <div className="form">
          {drafts.map(({ id, filter }, at) => (
            <Fragment key={id}>
              {at > 0 && <div className="and">and</div>}
              <FilterLine
                filter={filter}
                fields={fields}
                onChange={(next) => setDrafts(drafts.with(at, { id, filter: next }))}
                onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
              />
            </Fragment>
          ))}
          <div className="actions">
            <button type="button" className="button quiet small" onClick={() => setDrafts([...drafts, draftOf(emptyFilter)])}>
              <Icon name="plus" size={14} /> Add a condition
            </button>
            {drafts.length > 0 && (
              <button type="button" className="button quiet small" onClick={() => setDrafts([])}>
                Clear all
              </button>
            )}
            <span style={{ flex: 1 }} />
            <span className="soft number" role="status">
              {isCounting || written !== applied
                ? 'Counting …'
                : `${formatNumber(total)} ${total === 1 ? 'company fits' : 'companies fit'}`}
            </span>
          </div>
          <Switch
            label="Only companies that were hidden"
            disabled={false}
            value={params.get('hidden') !== null}
            onChange={(isOn) => change({ hidden: isOn ? '1' : null }, { replace: true })}
          />
          {written && <KeepAsFeed filters={written} onKept={() => setDrafts([])} />}
        </div>
      </Dialog>
    </>
  );
}

/** Keeps the conditions: under a new name, or in the feed that they were taken from. */
function KeepAsFeed({ filters, onKept }: { filters: string; onKept: () => void }) {
  const { mayEdit } = useWork();
  const [params] = useParams();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const edited = useFeeds().feeds.find(({ id }) => id === params.get('editing'));
  const save = useAccountChange<{ id: string } | undefined>({ quiet: true });
  if (!mayEdit) return null;
  const direction = params.get('order') === 'asc' ? '' : '-';
  const sort = params.get('sort') ? `${direction}${params.get('sort')}` : null;
  const content = { filters: JSON.parse(filters) as unknown, ...(sort ? { sort } : {}) };
  const leave = (feedId: string) => {
    onKept();
    navigate(`/leads?feed=${feedId}`);
  };
  return (
    <>
      <FormTrouble error={save.error} />
      <form
        className="actions"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ method: 'POST', path: '/feeds', body: { name, ...content } }, { onSuccess: (made) => made && leave(made.id) });
        }}
      >
        {edited && (
          <button
            type="button"
            className="button main"
            disabled={save.isPending}
            onClick={() =>
              save.mutate({ method: 'PATCH', path: `/feeds/${edited.id}`, body: content }, { onSuccess: () => leave(edited.id) })
            }
          >
            Save to “{edited.name}”
          </button>
        )}
        <input
          className="input"
          style={{ flex: 1 }}
          placeholder="Name of the feed"
          aria-label="Name of the feed"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className={`button ${edited ? '' : 'main'}`} disabled={save.isPending}>
          Save as feed
        </button>
      </form>
    </>
  );
}
