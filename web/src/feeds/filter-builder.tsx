import { Fragment, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Feed } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { formatNumber } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import { Icon } from '../ui/icon.tsx';
import filterStyles from './filter.module.css';
import { FilterCondition } from './filter-condition.tsx';
import { emptyFilter, type Filter, readFilters, useFilterFields, writeFilters } from './filters.ts';
import { useFeeds } from './use-feeds.ts';

const typingMs = 250;

/** A condition with a key for React. */
type Draft = { id: number; filter: Filter };

let lastId = 0;
const draftOf = (filter: Filter): Draft => ({ id: ++lastId, filter });

type FilterBuilderProps = { total: number; isCounting: boolean };

/** Edits the conditions: all of them must hold, and the values of one are alternatives. */
export function FilterBuilder({ total, isCounting }: FilterBuilderProps) {
  const [params, change] = useParams();
  const applied = params.get('filters');
  const isOpen = params.get('build') !== null;
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const fields = useFilterFields(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when the dialog opens.
  useEffect(() => {
    const filters = readFilters(applied);
    if (isOpen) setDrafts((filters.length === 0 ? [emptyFilter] : filters).map(draftOf));
  }, [isOpen]);
  const written = writeFilters(drafts.map(({ filter }) => filter));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an edit starts the timer.
  useEffect(() => {
    if (!isOpen || written === applied) return;
    const timer = setTimeout(() => change({ filters: written }, { replace: true }), typingMs);
    return () => clearTimeout(timer);
  }, [written]);
  const close = () => change({ build: null, filters: written }, { replace: true });
  return (
    <>
      <Button onClick={() => change({ build: '1' }, { replace: true })}>
        <Icon name="filter" size={15} /> Filter
      </Button>
      <Dialog title="Filter leads" open={isOpen} onClose={close} isWide>
        <div className={formStyles.form}>
          {drafts.map(({ id, filter }, at) => (
            <Fragment key={id}>
              {at > 0 && <div className={filterStyles.and}>and</div>}
              <FilterCondition
                filter={filter}
                fields={fields}
                onChange={(next) => setDrafts(drafts.with(at, { id, filter: next }))}
                onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
              />
            </Fragment>
          ))}
          <div className={formStyles.actions}>
            <Button quiet small onClick={() => setDrafts([...drafts, draftOf(emptyFilter)])}>
              <Icon name="plus" size={14} /> Add condition
            </Button>
            {drafts.length > 0 && (
              <Button quiet small onClick={() => setDrafts([])}>
                Clear all
              </Button>
            )}
            <span style={{ flex: 1 }} />
            <span className="soft number" role="status">
              {isCounting || written !== applied
                ? 'Counting …'
                : `${formatNumber(total)} ${total === 1 ? 'company matches' : 'companies match'}`}
            </span>
          </div>
          <Switch
            label="Only hidden companies"
            disabled={false}
            value={params.get('hidden') !== null}
            onChange={(isOn) => change({ hidden: isOn ? '1' : null }, { replace: true })}
          />
          {written && <SaveAsFeed filters={written} onSaved={() => setDrafts([])} />}
        </div>
      </Dialog>
    </>
  );
}

/** Saves the conditions as a new feed, or to the feed being edited. */
function SaveAsFeed({ filters, onSaved }: { filters: string; onSaved: () => void }) {
  const { mayEdit } = useWork();
  const [params] = useParams();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const edited = useFeeds().feeds.find(({ id }) => id === params.get('editing'));
  const create = useAccountChange('POST /feeds', { quiet: true });
  const update = useAccountChange('PATCH /feeds/:feedId', { quiet: true });
  const isSaving = create.isPending || update.isPending;
  if (!mayEdit) return null;
  const direction = params.get('order') === 'asc' ? '' : '-';
  const sort = params.get('sort') ? (`${direction}${params.get('sort')}` as Feed['sort']) : null;
  const content = { filters: JSON.parse(filters) as unknown, ...(sort ? { sort } : {}) };
  const leave = (feedId: string) => {
    onSaved();
    navigate(`/leads?feed=${feedId}`);
  };
  return (
    <>
      <FormError error={create.error ?? update.error} />
      <form
        className={formStyles.actions}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name, ...content } }, { onSuccess: ({ id }) => leave(id) });
        }}
      >
        {edited && (
          <Button
            main
            disabled={isSaving}
            onClick={() => update.mutate({ params: { feedId: edited.id }, body: content }, { onSuccess: () => leave(edited.id) })}
          >
            Save to “{edited.name}”
          </Button>
        )}
        <input
          className={formStyles.input}
          style={{ flex: 1 }}
          placeholder="Name of the feed"
          aria-label="Name of the feed"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" main={!edited} disabled={isSaving}>
          Save as feed
        </Button>
      </form>
    </>
  );
}
