import { useState } from 'react';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useLeadQuery } from '../leads/use-lead-query.ts';
import { useLeadView } from '../leads/use-lead-view.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Notice } from '../ui/notice.tsx';
import { filtersOf, type Groups, groupsOf } from './filter-groups.ts';
import { type FeedEntry, useFeeds } from './use-feeds.ts';

/** Saves the conditions as a new feed, or to the feed being edited. */
export function SaveAsFeed({ groups }: { groups: Groups }) {
  const { canEdit } = useWorkspace();
  const [params, change] = useParams();
  const [name, setName] = useState('');
  const { feeds } = useFeeds();
  const { search, sortToSave } = useLeadQuery();
  const { view, isDefault } = useLeadView();
  const edited = feeds.find(({ id }) => id === params.get('editing'));
  const shown = feeds.find(({ id }) => id === params.get('feed'));
  const create = useAccountChange('POST /feeds', { quiet: true });
  const update = useAccountChange('PATCH /feeds/:feedId', { quiet: true });
  const isSaving = create.isPending || update.isPending;
  if (!canEdit) return null;
  const filters = filtersOf([...(shown ? conditionsOf(shown) : []), ...groups, ...searchCondition(search)]);
  const content = { filters, ...(isDefault && !edited?.view ? {} : { view }), ...(sortToSave ? { sort: sortToSave } : {}) };
  const isHidden = params.get('hidden') !== null;
  const isPartLost = shown?.isBuiltIn && conditionsOf(shown).length === 0 && shown.id !== 'all_leads';
  if (groupsOf(filters).length === 0) return null;
  const leave = (feed: string) =>
    change({ feed, filters: null, editing: null, build: null, q: null, hidden: null, sort: null, order: null });
  return (
    <>
      {isPartLost && <Notice tone="warn">{t('feeds.builtInNotSaved', { name: shown.name })}</Notice>}
      {isHidden && <Notice tone="warn">{t('feeds.hiddenNotSaved')}</Notice>}
      <FormError error={create.error ?? update.error} />
      <form
        className={formStyles.actions}
        onSubmit={(event) => {
          event.preventDefault();
          update.reset();
          create.mutate({ body: { name, ...content } }, { onSuccess: ({ id }) => leave(id) });
        }}
      >
        {edited && (
          <Button
            main
            disabled={isSaving}
            onClick={() => {
              create.reset();
              update.mutate({ params: { feedId: edited.id }, body: content }, { onSuccess: () => leave(edited.id) });
            }}
          >
            {t('feeds.saveTo', { name: edited.name })}
          </Button>
        )}
        <input
          className={formStyles.input}
          style={{ flex: 1 }}
          placeholder={t('feeds.feedName')}
          aria-label={t('feeds.feedName')}
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

/** The conditions of the feed that is shown. Of the built-in feeds, only followed companies can be expressed as a condition. */
function conditionsOf(feed: FeedEntry): Groups {
  if (feed.id === 'followed_companies') return [[{ field: 'followed', operator: 'is', values: [true], excluded: false }]];
  return groupsOf(feed.filters);
}

/** The search as a group of conditions: the name or the domain contains the text. */
function searchCondition(search: string): Groups {
  if (search === '') return [];
  return [(['company_name', 'domain'] as const).map((field) => ({ field, operator: 'contains', values: [search], excluded: false }))];
}
