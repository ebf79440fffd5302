import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { LazyAlertsDialog } from '../alerts/lazy-alerts-dialog.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { NameDialog, type NameRequest } from '../ui/name-dialog.tsx';
import type { FeedEntry, Folder } from './use-feeds.ts';

type Removal = { title: string; text: string; remove: () => void };

export type FeedActions = {
  showAlerts(feed: FeedEntry): void;
  renameFeed(feed: FeedEntry): void;
  moveFeed(feed: FeedEntry, folderId: string | null): void;
  deleteFeed(feed: FeedEntry): void;
  createFolder(feedToMove?: FeedEntry): void;
  renameFolder(folder: Folder): void;
  deleteFolder(folder: Folder): void;
};

/** The actions on feeds and folders, with their dialogs. */
export function useFeedActions(): { actions: FeedActions; dialogs: ReactNode } {
  const [, navigate] = useLocation();
  const [request, setRequest] = useState<NameRequest | null>(null);
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
      setRequest({
        title: t('feeds.renameFeed'),
        label: t('feeds.feedName'),
        name,
        action: t('feeds.rename'),
        save: (newName) => renameFeed.mutateAsync({ params: { feedId: id }, body: { name: newName } }),
      }),
    deleteFeed: ({ id, name }) =>
      setRemoval({
        title: t('feeds.deleteFeed', { name }),
        text: t('feeds.deleteFeedHint'),
        remove: () =>
          deleteFeed.mutate(
            { params: { feedId: id } },
            { onSuccess: () => new URLSearchParams(location.search).get('feed') === id && navigate('/leads') },
          ),
      }),
    createFolder: (feedToMove) =>
      setRequest({
        title: t('feeds.newFolderShort'),
        label: t('feeds.folderName'),
        action: t('feeds.createFolder'),
        save: async (name) => {
          const { id } = await createFolder.mutateAsync({ body: { name } });
          if (feedToMove) moveFeed(feedToMove, id);
        },
      }),
    renameFolder: ({ id, name }) =>
      setRequest({
        title: t('feeds.renameFolder'),
        label: t('feeds.folderName'),
        name,
        action: t('feeds.rename'),
        save: (newName) => renameFolder.mutateAsync({ params: { folderId: id }, body: { name: newName } }),
      }),
    deleteFolder: ({ id, name }) =>
      setRemoval({
        title: t('feeds.deleteFolder', { name }),
        text: t('feeds.deleteFolderHint'),
        remove: () => deleteFolder.mutate({ params: { folderId: id } }),
      }),
  };
  const dialogs = (
    <>
      <LazyAlertsDialog feed={alerted} onClose={() => setAlerted(null)} />
      <NameDialog request={request} onClose={() => setRequest(null)} />
      <ConfirmDialog
        title={removal?.title ?? ''}
        open={removal !== null}
        action={t('common.delete')}
        onClose={() => setRemoval(null)}
        onConfirm={() => removal?.remove()}
      >
        {removal?.text}
      </ConfirmDialog>
    </>
  );
  return { actions, dialogs };
}
