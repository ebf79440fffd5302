import type { ReactNode } from 'react';
import { useWorkspace } from '../api/session.tsx';
import navStyles from '../shell/nav.module.css';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { ItemMenu } from './item-menu.tsx';
import type { FeedActions } from './use-feed-actions.tsx';
import type { Folder } from './use-feeds.ts';

type FolderItemProps = { folder: Folder; isOpen: boolean; onToggle: () => void; actions: FeedActions; children: ReactNode[] };

/** A folder of the sidebar with its feeds. */
export function FolderItem({ folder, isOpen, onToggle, actions, children }: FolderItemProps) {
  const { canEdit } = useWorkspace();
  return (
    <div role="group" aria-label={folder.name}>
      <div className={navStyles.navLine}>
        <button type="button" className={navStyles.navItem} aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
          <span className="truncate">{folder.name}</span>
        </button>
        {canEdit && (
          <ItemMenu label={t('feeds.folderNamed', { name: folder.name })}>
            <MenuItem onSelect={() => actions.renameFolder(folder)}>{t('feeds.rename')}</MenuItem>
            <MenuItem onSelect={() => actions.deleteFolder(folder)}>{t('common.delete')}</MenuItem>
          </ItemMenu>
        )}
      </div>
      {isOpen && (
        <div className={navStyles.navInside}>
          {children.length > 0 ? children : <p className={navStyles.navEmpty}>{t('common.empty')}</p>}
        </div>
      )}
    </div>
  );
}
