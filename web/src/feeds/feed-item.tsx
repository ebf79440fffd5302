import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { formatNumber } from '../lib/format.ts';
import navStyles from '../shell/nav.module.css';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem, MenuLine } from '../ui/menu.tsx';
import popupStyles from '../ui/popup.module.css';
import { feedIcon } from './feed-icon.ts';
import { ItemMenu } from './item-menu.tsx';
import type { FeedActions } from './use-feed-actions.tsx';
import type { FeedEntry, Folder } from './use-feeds.ts';

/** The server stops counting at this number. */
const maxCount = 10_000;

type FeedItemProps = { feed: FeedEntry; folders: Folder[]; isCurrent: boolean; actions: FeedActions };

/** A feed in the sidebar, with its number of leads and its menu. */
export function FeedItem({ feed, folders, isCurrent, actions }: FeedItemProps) {
  return (
    <div className={navStyles.navLine}>
      <Link
        href={feed.id === 'all_leads' ? '/leads' : `/leads?feed=${feed.id}`}
        className={navStyles.navItem}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={feedIcon(feed.id)} />
        <span className="truncate" title={feed.name}>
          {feed.name}
        </span>
        {feed.count !== null && <span className={`${navStyles.count} number`}>{countText(feed.count)}</span>}
      </Link>
      {!feed.isBuiltIn && <FeedMenu feed={feed} folders={folders} actions={actions} />}
    </div>
  );
}

function countText(count: number): string {
  return count < maxCount ? formatNumber(count) : `${formatNumber(maxCount)}+`;
}

function FeedMenu({ feed, folders, actions }: Omit<FeedItemProps, 'isCurrent'>) {
  const { canEdit } = useWorkspace();
  return (
    <ItemMenu label={t('feeds.feedNamed', { name: feed.name })}>
      <MenuItem icon={<Icon name="bell" size={14} />} onSelect={() => actions.showAlerts(feed)}>
        {t('common.alertsDialog')}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem onSelect={() => actions.renameFeed(feed)}>{t('feeds.rename')}</MenuItem>
          <MenuLine />
          <div className={popupStyles.popupTitle}>{t('feeds.moveTo')}</div>
          {folders
            .filter(({ id }) => id !== feed.folderId)
            .map(({ id, name }) => (
              <MenuItem key={id} icon={<Icon name="folder" size={14} />} onSelect={() => actions.moveFeed(feed, id)}>
                {name}
              </MenuItem>
            ))}
          {feed.folderId !== null && <MenuItem onSelect={() => actions.moveFeed(feed, null)}>{t('feeds.noFolder')}</MenuItem>}
          <MenuItem icon={<Icon name="plus" size={14} />} onSelect={() => actions.createFolder(feed)}>
            {t('feeds.newFolder')}
          </MenuItem>
          <MenuLine />
          <MenuItem onSelect={() => actions.deleteFeed(feed)}>{t('common.delete')}</MenuItem>
        </>
      )}
    </ItemMenu>
  );
}
