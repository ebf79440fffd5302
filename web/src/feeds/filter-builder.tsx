import { Fragment, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Feed } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { AlertMessage } from '../ui/notice.tsx';
import filterStyles from './filter.module.css';
import { FilterCondition } from './filter-condition.tsx';
import { emptyFilter, type Filter, isComplete, readFilters, useFilterFields, writeFilters } from './filters.ts';
import { type FeedEntry, useFeeds } from './use-feeds.ts';

const debounceMs = 250;

/** A condition with a key for React. */
type Draft = { id: number; filter: Filter };

let lastId = 0;
const draftOf = (filter: Filter): Draft => ({ id: ++lastId, filter });

type FilterBuilderProps = { total: number; isCounting: boolean };

/** Edits the conditions: all of them must match, and the values of one are alternatives. */
export function FilterBuilder({ total, isCounting }: FilterBuilderProps) {
  const [params, change] = useParams();
  const [, navigate] = useLocation();
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
    const timer = setTimeout(() => change({ filters: written }, { replace: true }), debounceMs);
    return () => clearTimeout(timer);
  }, [written]);
  /** Closing without saving leads back to the feed that was edited. */
  const close = () => {
    const edited = params.get('editing');
    if (edited) navigate(`/leads?feed=${edited}`, { replace: true });
    else change({ build: null, filters: written }, { replace: true });
  };
  return (
    <>
      <Button onClick={() => change({ build: '1' }, { replace: true })}>
        <Icon name="filter" size={15} /> {t('feeds.filter')}
      </Button>
      <Dialog title={t('feeds.filterLeads')} open={isOpen} onClose={close} isWide>
        <div className={formStyles.form}>
          {drafts.map(({ id, filter }, at) => (
            <Fragment key={id}>
              {at > 0 && <div className={filterStyles.and}>{t('common.and')}</div>}
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
              <Icon name="plus" size={14} /> {t('feeds.addCondition')}
            </Button>
            {drafts.length > 0 && (
              <Button quiet small onClick={() => setDrafts([])}>
                {t('feeds.clearAll')}
              </Button>
            )}
            <span style={{ flex: 1 }} />
            <span className="soft number" role="status">
              {isCounting || written !== applied ? t('feeds.counting') : t('common.companiesMatch', { count: total })}
            </span>
          </div>
          <Switch
            label={t('feeds.onlyHiddenCompanies')}
            disabled={false}
            value={params.get('hidden') !== null}
            onChange={(isOn) => change({ hidden: isOn ? '1' : null }, { replace: true })}
          />
          {(written ?? params.get('feed')) && <SaveAsFeed filters={drafts.map(({ filter }) => filter)} onSaved={() => setDrafts([])} />}
        </div>
      </Dialog>
    </>
  );
}

/** Saves the conditions as a new feed, or to the feed being edited. */
function SaveAsFeed({ filters, onSaved }: { filters: Filter[]; onSaved: () => void }) {
  const { mayEdit } = useWork();
  const [params] = useParams();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const { feeds } = useFeeds();
  const edited = feeds.find(({ id }) => id === params.get('editing'));
  const shown = feeds.find(({ id }) => id === params.get('feed'));
  const create = useAccountChange('POST /feeds', { quiet: true });
  const update = useAccountChange('PATCH /feeds/:feedId', { quiet: true });
  const isSaving = create.isPending || update.isPending;
  if (!mayEdit) return null;
  const direction = params.get('order') === 'asc' ? '' : '-';
  const sort = params.get('sort') ? (`${direction}${params.get('sort')}` as Feed['sort']) : null;
  const conditions = [...(shown ? conditionsOf(shown) : []), ...filters.filter(isComplete), ...searchCondition(params.get('q'))];
  const content = { filters: { all: conditions }, ...(sort ? { sort } : {}) };
  const isPartLost = shown?.isBuiltIn && conditionsOf(shown).length === 0 && shown.id !== 'all_leads';
  if (conditions.length === 0) return null;
  const leave = (feedId: string) => {
    onSaved();
    navigate(`/leads?feed=${feedId}`);
  };
  return (
    <>
      {isPartLost && <AlertMessage tone="warn">{t('feeds.builtInNotSaved', { name: shown.name })}</AlertMessage>}
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
            {t('feeds.saveTo', { name: edited.name })}
          </Button>
        )}
        <input
          className={formStyles.input}
          style={{ flex: 1 }}
          placeholder={t('feeds.nameOfTheFeed')}
          aria-label={t('feeds.nameOfTheFeed')}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" main={!edited} disabled={isSaving}>
          {t('feeds.saveAsFeed')}
        </Button>
      </form>
    </>
  );
}

/** The conditions of the feed being narrowed. Of the built-in feeds, only followed companies can be expressed as a condition. */
function conditionsOf(feed: FeedEntry): Filter[] {
  if (feed.id === 'followed_companies') return [{ field: 'followed', operator: 'is', values: [true], excluded: false }];
  return feed.filters.all;
}

/** The search covers names and domains, a condition only one of them. */
function searchCondition(search: string | null): Filter[] {
  if (!search) return [];
  return [{ field: search.includes('.') ? 'domain' : 'company_name', operator: 'contains', values: [search], excluded: false }];
}
