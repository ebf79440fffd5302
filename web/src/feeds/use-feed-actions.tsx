import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { AlertsDialog } from '../alerts/alerts-dialog.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { NameDialog, type NameWish } from '../ui/name-dialog.tsx';
import type { FeedEntry, Folder } from './use-feeds.ts';

type Removal = { title: string; words: string; remove: () => void };

export type FeedActions = {
  showAlerts(feed: FeedEntry): void;
  renameFeed(feed: FeedEntry): void;
  moveFeed(feed: FeedEntry, folderId: string | null): void;
  deleteFeed(feed: FeedEntry): void;
  createFolder(feedInside?: FeedEntry): void;
  renameFolder(folder: Folder): void;
  deleteFolder(folder: Folder): void;
};

/** What can be done with feeds and folders, and the dialogs that ask for it. */
export function useFeedActions(currentFeedId: string): { actions: FeedActions; dialogs: ReactNode } {
  const [, navigate] = useLocation();
  const [wish, setWish] = useState<NameWish | null>(null);
  const [alerted, setAlerted] = useState<FeedEntry | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const updateFeed = useAccountChange('PATCH /feeds/:feedId');
  const renameFeed = useAccountChange('PATCH /feeds/:feedId', { quiet: true });
  const deleteFeed = useAccountChange('DELETE /feeds/:feedId');
  const createFolder = useAccountChange('POST /feed-folders', { quiet: true });
  const renameFolder = useAccountChange('PATCH /feed-folders/:folderId', { quiet: true });
  const deleteFolder = useAccountChange('DELETE /feed-folders/:folderId');
  const moveFeed = (feed: FeedEntry, folderId: string | null) => updateFeed.mutate({ params: { feedId: feed.id }, body: { folderId } });
  const actions: FeedActions = {
    showAlerts: setAlerted,
    moveFeed,
    renameFeed: ({ id, name }) =>
      setWish({
        title: 'Rename feed',
        label: 'Name of the feed',
        name,
        action: 'Rename',
        save: (newName) => renameFeed.mutateAsync({ params: { feedId: id }, body: { name: newName } }),
      }),
    deleteFeed: ({ id, name }) =>
      setRemoval({
        title: `Delete the feed “${name}”?`,
        words: 'Its leads stay. A list that follows the feed is deleted too.',
        remove: () => deleteFeed.mutate({ params: { feedId: id } }, { onSuccess: () => id === currentFeedId && navigate('/leads') }),
      }),
    createFolder: (feedInside) =>
      setWish({
        title: 'New folder',
        label: 'Name of the folder',
        action: 'Create folder',
        save: async (name) => {
          const { id } = await createFolder.mutateAsync({ body: { name } });
          if (feedInside) moveFeed(feedInside, id);
        },
      }),
    renameFolder: ({ id, name }) =>
      setWish({
        title: 'Rename folder',
        label: 'Name of the folder',
        name,
        action: 'Rename',
        save: (newName) => renameFolder.mutateAsync({ params: { folderId: id }, body: { name: newName } }),
      }),
    deleteFolder: ({ id, name }) =>
      setRemoval({
        title: `Delete the folder “${name}”?`,
        words: 'Its feeds stay, outside of any folder.',
        remove: () => deleteFolder.mutate({ params: { folderId: id } }),
      }),
  };
  const dialogs = (
    <>
      <AlertsDialog feed={alerted} onClose={() => setAlerted(null)} />
      <NameDialog wish={wish} onClose={() => setWish(null)} />
      <ConfirmDialog
        title={removal?.title ?? ''}
        open={removal !== null}
        action="Delete"
        onClose={() => setRemoval(null)}
        onConfirm={() => removal?.remove()}
      >
        {removal?.words}
      </ConfirmDialog>
    </>
  );
  return { actions, dialogs };
}
