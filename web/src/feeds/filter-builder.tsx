import { Fragment, useEffect, useRef, useState } from 'react';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { Switch } from '../ui/form-fields.tsx';
import { Icon } from '../ui/icon.tsx';
import filterStyles from './filter.module.css';
import { FilterCondition } from './filter-condition.tsx';
import { readGroups, writeGroups } from './filter-groups.ts';
import { emptyFilter, type Filter, useFilterFields } from './filters.ts';
import { SaveAsFeed } from './save-as-feed.tsx';

const debounceMs = 250;

/** A condition and a group of alternatives, with keys for React. */
type Draft = { id: number; filter: Filter };
type DraftGroup = { id: number; drafts: Draft[] };

let lastId = 0;
const draftOf = (filter: Filter): Draft => ({ id: ++lastId, filter });
const groupOf = (filters: Filter[]): DraftGroup => ({ id: ++lastId, drafts: filters.map(draftOf) });

function draftGroupsOf(applied: string | null): DraftGroup[] {
  const read = readGroups(applied);
  return (read.length === 0 ? [[emptyFilter]] : read).map(groupOf);
}

type FilterBuilderProps = { total: number; isTotalCapped: boolean; isCounting: boolean; hasFailed: boolean };

/** Edits the filters of the lead list, which stays visible. All groups must match; the conditions of a group are alternatives. */
export function FilterBuilder({ total, isTotalCapped, isCounting, hasFailed }: FilterBuilderProps) {
  const [params, change] = useParams();
  const panel = useRef<HTMLElement>(null);
  const addCondition = useRef<HTMLButtonElement>(null);
  const edited = params.get('editing');
  const applied = params.get('filters');
  const [groups, setGroups] = useState<DraftGroup[]>(() => draftGroupsOf(applied));
  const sent = useRef(applied);
  const fields = useFilterFields(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the builder is opened.
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLElement>(params.get('build') === 'save' ? 'form>input' : 'select')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const count = groups.reduce((sum, { drafts }) => sum + drafts.length, 0);
  // The browser moves the focus to the body when the focused condition is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the number of conditions matters.
  useEffect(() => {
    if (document.activeElement === document.body) addCondition.current?.focus();
  }, [count]);
  const written = writeGroups(groups.map(({ drafts }) => drafts.map(({ filter }) => filter)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an edit restarts the timer.
  useEffect(() => {
    if (written === applied) return;
    const timer = setTimeout(() => {
      sent.current = written;
      change({ filters: written }, { replace: true });
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [written]);
  // Updates the drafts when filters are removed above the list or created from a search.
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setGroups(draftGroupsOf(applied));
  }, [applied]);
  /** Returns to the feed that was edited, without saving, or keeps the current filters. */
  const close = () => {
    if (edited) change({ feed: edited, editing: null, build: null, filters: null }, { replace: true });
    else change({ build: null, filters: written }, { replace: true });
  };
  const updateGroup = (at: number, drafts: Draft[]) =>
    setGroups(drafts.length === 0 ? groups.toSpliced(at, 1) : groups.with(at, { id: groups[at]?.id ?? 0, drafts }));
  return (
    <aside
      ref={panel}
      className={filterStyles.builder}
      aria-label={t('feeds.filterLeads')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h2>{t('feeds.filterLeads')}</h2>
        <Button quiet icon small aria-label={t('feeds.closeFilters')} onClick={close}>
          <Icon name="close" size={14} />
        </Button>
      </header>
      <div className={`${formStyles.stack} ${filterStyles.builderBody}`}>
        {groups.map(({ id, drafts }, index) => (
          <Fragment key={id}>
            {index > 0 && <div className={filterStyles.and}>{t('common.and')}</div>}
            <div className={filterStyles.group}>
              {drafts.map((draft, position) => (
                <Fragment key={draft.id}>
                  {position > 0 && <div className={filterStyles.and}>{t('common.or')}</div>}
                  <FilterCondition
                    filter={draft.filter}
                    fields={fields}
                    onChange={(filter) => updateGroup(index, drafts.with(position, { id: draft.id, filter }))}
                    onRemove={() => updateGroup(index, drafts.toSpliced(position, 1))}
                  />
                </Fragment>
              ))}
              <Button quiet small onClick={() => updateGroup(index, [...drafts, draftOf(emptyFilter)])}>
                <Icon name="plus" size={14} /> {t('feeds.addAlternative')}
              </Button>
            </div>
          </Fragment>
        ))}
        <div className={formStyles.actions}>
          <Button ref={addCondition} quiet small onClick={() => setGroups([...groups, groupOf([emptyFilter])])}>
            <Icon name="plus" size={14} /> {t('feeds.addCondition')}
          </Button>
          {groups.length > 0 && (
            <Button quiet small onClick={() => setGroups([])}>
              {t('feeds.clearAll')}
            </Button>
          )}
        </div>
        <Switch
          label={t('feeds.onlyHiddenCompanies')}
          disabled={false}
          value={params.get('hidden') !== null}
          onChange={(isOn) => change({ hidden: isOn ? '1' : null }, { replace: true })}
        />
        {(written ?? params.get('feed') ?? params.get('q')) && (
          <SaveAsFeed groups={groups.map(({ drafts }) => drafts.map(({ filter }) => filter))} />
        )}
      </div>
      <footer>
        <span className="soft number" role="status">
          {isCounting || written !== applied
            ? t('feeds.counting')
            : !hasFailed && t(isTotalCapped ? 'feeds.companiesMatchOrMore' : 'common.companiesMatch', { count: total })}
        </span>
        <Button main={!edited} onClick={close}>
          {edited ? t('common.cancel') : t('feeds.done')}
        </Button>
      </footer>
    </aside>
  );
}
