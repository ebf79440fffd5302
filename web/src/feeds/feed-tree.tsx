import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { AlertsDialog } from '../alerts/alerts-dialog.tsx';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-query.ts';
import { formatNumber } from '../lib/format.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NameDialog, type NameWish } from '../ui/name-dialog.tsx';
import { type FeedEntry, useFeeds } from './use-feeds.ts';

type Removal = { title: string; words: string; path: string };
type Folder = { id: string; name: string };

const icons: Record<string, IconName> = { all_leads: 'leads', new_leads: 'event', recommended_leads: 'flag', followed_companies: 'star' };
const closedKey = 'closed-folders';

/** The feeds of the account in their folders, with how many leads each holds. */
export function FeedTree() {
  const { mayEdit } = useWork();
  const { feeds, folders } = useFeeds();
  const [location, navigate] = useLocation();
  const [wish, setWish] = useState<NameWish | null>(null);
  const [alerted, setAlerted] = useState<FeedEntry | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [closed, setClosed] = useState(() => new Set((localStorage.getItem(closedKey) ?? '').split(' ')));
  const change = useAccountChange();
  const current = new URLSearchParams(useSearch()).get('feed') ?? 'all_leads';
  const isLeads = location === '/' || location === '/leads';
  const toggle = (folderId: string) => {
    const next = new Set(closed);
    if (!next.delete(folderId)) next.add(folderId);
    setClosed(next);
    localStorage.setItem(closedKey, [...next].join(' '));
  };
  const move = (feed: FeedEntry, folderId: string | null) =>
    change.mutate({ method: 'PATCH', path: `/feeds/${feed.id}`, body: { folderId } });
  const newFolder = (after?: (id: string) => void) =>
    setWish({ title: 'New folder', label: 'Name of the folder', method: 'POST', path: '/feed-folders', action: 'Make the folder', after });
  const line = (feed: FeedEntry) => (
    <div key={feed.id} className="nav-line">
      <Link
        href={feed.id === 'all_leads' ? '/leads' : `/leads?feed=${feed.id}`}
        className="nav-item"
        aria-current={isLeads && current === feed.id ? 'page' : undefined}
      >
        <Icon name={icons[feed.id] ?? 'filter'} />
        <span className="cut">{feed.name}</span>
        {feed.count !== null && <span className="count number">{formatNumber(feed.count)}</span>}
      </Link>
      {!feed.isBuiltIn && (
        <LineMenu label={`Feed ${feed.name}`}>
          <MenuItem onSelect={() => setAlerted(feed)}>
            <Icon name="bell" size={14} /> Alerts …
          </MenuItem>
          {mayEdit && (
            <>
              <MenuItem
                onSelect={() =>
                  setWish({
                    title: 'Rename the feed',
                    label: 'Name of the feed',
                    name: feed.name,
                    method: 'PATCH',
                    path: `/feeds/${feed.id}`,
                    action: 'Rename',
                  })
                }
              >
                Rename
              </MenuItem>
              <MenuLine />
              <div className="popup-title">Move to</div>
              {folders
                .filter(({ id }) => id !== feed.folderId)
                .map(({ id, name }) => (
                  <MenuItem key={id} onSelect={() => move(feed, id)}>
                    <Icon name="folder" size={14} /> {name}
                  </MenuItem>
                ))}
              {feed.folderId !== null && <MenuItem onSelect={() => move(feed, null)}>No folder</MenuItem>}
              <MenuItem onSelect={() => newFolder((id) => move(feed, id))}>
                <Icon name="plus" size={14} /> New folder …
              </MenuItem>
              <MenuLine />
              <MenuItem
                onSelect={() =>
                  setRemoval({
                    title: `Delete the feed “${feed.name}”?`,
                    words: 'Its leads stay. A list that follows the feed goes with it.',
                    path: `/feeds/${feed.id}`,
                  })
                }
              >
                Delete
              </MenuItem>
            </>
          )}
        </LineMenu>
      )}
    </div>
  );
  const folderLine = (folder: Folder) => {
    const inside = feeds.filter(({ folderId }) => folderId === folder.id);
    const isOpen = !closed.has(folder.id);
    return (
      <div key={folder.id} role="group" aria-label={folder.name}>
        <div className="nav-line">
          <button type="button" className="nav-item" aria-expanded={isOpen} onClick={() => toggle(folder.id)}>
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
            <span className="cut">{folder.name}</span>
          </button>
          {mayEdit && (
            <LineMenu label={`Folder ${folder.name}`}>
              <MenuItem
                onSelect={() =>
                  setWish({
                    title: 'Rename the folder',
                    label: 'Name of the folder',
                    name: folder.name,
                    method: 'PATCH',
                    path: `/feed-folders/${folder.id}`,
                    action: 'Rename',
                  })
                }
              >
                Rename
              </MenuItem>
              <MenuItem
                onSelect={() =>
                  setRemoval({
                    title: `Delete the folder “${folder.name}”?`,
                    words: 'Its feeds stay, outside of any folder.',
                    path: `/feed-folders/${folder.id}`,
                  })
                }
              >
                Delete
              </MenuItem>
            </LineMenu>
          )}
        </div>
        {isOpen && <div className="nav-inside">{inside.length > 0 ? inside.map(line) : <p className="nav-empty">Empty</p>}</div>}
      </div>
    );
  };
  const own = feeds.filter(({ isBuiltIn }) => !isBuiltIn);
  return (
    <>
      <div className="nav-title">
        Leads
        {mayEdit && (
          <LineMenu label="Add" icon="plus">
            <MenuItem onSelect={() => navigate('/leads?build=1')}>
              <Icon name="filter" size={14} /> New feed
            </MenuItem>
            <MenuItem onSelect={() => newFolder()}>
              <Icon name="folder" size={14} /> New folder
            </MenuItem>
          </LineMenu>
        )}
      </div>
      {feeds.filter(({ isBuiltIn }) => isBuiltIn).map(line)}
      {(own.length > 0 || folders.length > 0) && <div className="nav-title">Feeds</div>}
      {folders.map(folderLine)}
      {own.filter(({ folderId }) => folderId === null).map(line)}
      <AlertsDialog feed={alerted} onClose={() => setAlerted(null)} />
      <NameDialog wish={wish} onClose={() => setWish(null)} />
      <ConfirmDialog
        title={removal?.title ?? ''}
        open={removal !== null}
        action="Delete"
        onClose={() => setRemoval(null)}
        onConfirm={() =>
          removal &&
          change.mutate(
            { method: 'DELETE', path: removal.path },
            { onSuccess: () => removal.path === `/feeds/${current}` && navigate('/leads') },
          )
        }
      >
        {removal?.words}
      </ConfirmDialog>
    </>
  );
}

function LineMenu({ label, icon = 'dots', children }: { label: string; icon?: IconName; children: React.ReactNode }) {
  return (
    <Menu
      trigger={
        <button type="button" className="button quiet icon small line-menu" aria-label={label}>
          <Icon name={icon} size={14} />
        </button>
      }
    >
      {children}
    </Menu>
  );
}
