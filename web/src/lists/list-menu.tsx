import { useState } from 'react';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NameDialog, type NameRequest } from '../ui/name-dialog.tsx';
import popupStyles from '../ui/popup.module.css';
import { type ListScope, useListChange } from './use-list-change.ts';

type ListMenuProps = {
  scope?: ListScope;
  /** Ids of companies or contacts, depending on the scope. */
  ids: string[];
  /** Lists that contain all of the ids. If undefined, the menu offers both adding to and removing from every list. */
  currentListIds?: string[];
  /** Accessible name of the button, instead of its text. */
  label?: string;
  onDone?: () => void;
  hasShortcut?: boolean;
  isOpenAtFirst?: boolean;
};

/** Adds companies or contacts to lists, or removes them. */
export function ListMenu({ scope = 'company', ids, currentListIds, label, onDone, hasShortcut, isOpenAtFirst = false }: ListMenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { data: lists = [], isPending } = useAccountQuery('/lists', { query: { scope }, staleTime: 60_000 });
  const changeMembers = useListChange();
  const create = useAccountChange('POST /lists', { quiet: true });
  const [request, setRequest] = useState<NameRequest | null>(null);
  useShortcuts(hasShortcut ? { l: () => setOpen(true) } : {});
  const staticLists = lists.filter(({ kind }) => kind === 'static');
  const newList = (name: string) =>
    setRequest({
      title: t('common.newList'),
      label: t('leads.listName'),
      name,
      action: t('leads.createList'),
      save: async (name) => changeMembers({ list: await create.mutateAsync({ body: { name, scope } }), ids, isOn: true }, onDone),
    });
  return (
    <>
      <Menu
        open={isOpen}
        onOpenChange={setOpen}
        names={staticLists.length}
        isLoading={isPending}
        trigger={
          <Button quiet small aria-label={label}>
            <Icon name="list" size={15} /> {t('leads.list')}
          </Button>
        }
      >
        {currentListIds === undefined && staticLists.length > 0 && <div className={popupStyles.popupTitle}>{t('teamwork.addGroup')}</div>}
        {staticLists.map((list) => (
          <MenuItem
            key={list.id}
            icon={<Icon name="list" size={14} />}
            isChecked={currentListIds?.includes(list.id)}
            onSelect={() => changeMembers({ list, ids, isOn: !currentListIds?.includes(list.id) }, onDone)}
          >
            {list.name}
          </MenuItem>
        ))}
        {staticLists.length > 0 && <MenuLine />}
        <MenuItem icon={<Icon name="plus" size={14} />} onSelect={newList} isNew>
          {t('leads.newList')}
        </MenuItem>
        {currentListIds === undefined && staticLists.length > 0 && (
          <>
            <MenuLine />
            <div className={popupStyles.popupTitle}>{t('teamwork.removeGroup')}</div>
            {staticLists.map((list) => (
              <MenuItem
                key={list.id}
                icon={<Icon name="close" size={14} />}
                onSelect={() => changeMembers({ list, ids, isOn: false }, onDone)}
                label={t('teamwork.removeFromList', { name: list.name })}
              >
                {list.name}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      <NameDialog request={request} onClose={() => setRequest(null)} />
    </>
  );
}
