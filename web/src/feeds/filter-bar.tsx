import { useWorkspace } from '../api/session.tsx';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import filterStyles from './filter.module.css';
import { groupsOf, readGroups, writeGroups } from './filter-groups.ts';
import { groupText, useFilterFields } from './filters.ts';
import { openBuilder } from './hidden-by-panel.ts';
import type { FeedEntry } from './use-feeds.ts';

/** The conditions of the feed and the added filters, each as text. */
export function FilterBar({ feed }: { feed: FeedEntry | undefined }) {
  const { canEdit } = useWorkspace();
  const [params, change] = useParams();
  const applied = readGroups(params.get('filters'));
  const feedGroups = feed && !feed.isBuiltIn ? groupsOf(feed.filters) : [];
  const fields = useFilterFields(applied.length + feedGroups.length > 0);
  const isHidden = params.get('hidden') !== null;
  const isNew = feed?.id === 'new_leads';
  if (applied.length + feedGroups.length === 0 && !isHidden && !isNew) return null;
  const text = (group: (typeof applied)[number]) => groupText(group, fields);
  const edit = () => change({ feed: null, filters: writeGroups([...feedGroups, ...applied]), editing: feed?.id ?? null, ...openBuilder() });
  return (
    <div className={filterStyles.filterBar} role="group" aria-label={t('feeds.filters')}>
      {isNew && (
        <Tag>
          <span className="truncate">{t('feeds.firstVisitInPeriod')}</span>
        </Tag>
      )}
      {feedGroups.map((group) => (
        <Tag key={JSON.stringify(group)} title={text(group)}>
          <span className="truncate">{text(group)}</span>
        </Tag>
      ))}
      {applied.map((group, index) => (
        <Tag key={JSON.stringify(group)} title={text(group)}>
          <button type="button" className={`truncate ${filterStyles.text}`} onClick={() => change(openBuilder(), { replace: true })}>
            {text(group)}
          </button>
          <button
            type="button"
            aria-label={t('feeds.removeFilter', { filter: text(group) })}
            onClick={() => change({ filters: writeGroups(applied.toSpliced(index, 1)) })}
          >
            <Icon name="close" size={11} />
          </button>
        </Tag>
      ))}
      {isHidden && (
        <Tag>
          <span className="truncate">{t('common.hiddenCompanies')}</span>
          <button type="button" aria-label={t('feeds.showAllCompanies')} onClick={() => change({ hidden: null })}>
            <Icon name="close" size={11} />
          </button>
        </Tag>
      )}
      {feedGroups.length > 0 && canEdit && (
        <Button quiet small onClick={edit}>
          {t('feeds.editFeed')}
        </Button>
      )}
      {applied.length > 0 && canEdit && params.get('build') === null && (
        <Button quiet small onClick={() => change({ ...openBuilder(), build: 'save' }, { replace: true })}>
          {t('feeds.saveAsFeed')}
        </Button>
      )}
      {applied.length > 1 && (
        <Button quiet small onClick={() => change({ filters: null, editing: null })}>
          {t('feeds.clear')}
        </Button>
      )}
    </div>
  );
}
