import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import navStyles from '../shell/nav.module.css';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { FeedItem } from './feed-item.tsx';
import { FolderItem } from './folder-item.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useFeedActions } from './use-feed-actions.tsx';
import { type FeedEntry, useFeeds } from './use-feeds.ts';

const closedKey = 'closed-folders';

/** The feeds of the account in their folders, with the number of leads in each. */
export function FeedTree() {
  const { canEdit } = useWorkspace();
  const { feeds, folders } = useFeeds();
  const [location, navigate] = useLocation();
  const [closed, setClosed] = useState(() => new Set((localStorage.getItem(closedKey) ?? '').split(' ')));
  const current = new URLSearchParams(useSearch()).get('feed') ?? 'all_leads';
  const { actions, dialogs } = useFeedActions();
  const isLeads = location === '/' || location === '/leads';
  const toggle = (folderId: string) => {
    const next = new Set(closed);
    if (!next.delete(folderId)) next.add(folderId);
    setClosed(next);
    localStorage.setItem(closedKey, [...next].join(' '));
  };
  const item = (feed: FeedEntry) => (
    <FeedItem key={feed.id} feed={feed} folders={folders} isCurrent={isLeads && current === feed.id} actions={actions} />
  );
  const customFeeds = feeds.filter(({ isBuiltIn }) => !isBuiltIn);
  return (
    <>
      <div className={navStyles.navTitle}>
        {t('common.leads')}
        {canEdit && (
          <ItemMenu label={t('feeds.add')} icon="plus">
            <MenuItem icon={<Icon name="filter" size={14} />} onSelect={() => navigate('/leads?build=1')}>
              {t('feeds.newFeed')}
            </MenuItem>
            <MenuItem icon={<Icon name="folder" size={14} />} onSelect={() => actions.createFolder()}>
              {t('feeds.newFolderShort')}
            </MenuItem>
          </ItemMenu>
        )}
      </div>
      {feeds.filter(({ isBuiltIn }) => isBuiltIn).map(item)}
      {(customFeeds.length > 0 || folders.length > 0) && <div className={navStyles.navTitle}>{t('feeds.feeds')}</div>}
      {folders.map((folder) => (
        <FolderItem key={folder.id} folder={folder} isOpen={!closed.has(folder.id)} onToggle={() => toggle(folder.id)} actions={actions}>
          {feeds.filter(({ folderId }) => folderId === folder.id).map(item)}
        </FolderItem>
      ))}
      {customFeeds.filter(({ folderId }) => folderId === null).map(item)}
      {dialogs}
    </>
  );
}
