import { useState } from 'react';
import { useAccountChange } from '../api/use-account-change.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NameDialog, type NameRequest } from '../ui/name-dialog.tsx';
import popupStyles from '../ui/popup.module.css';
import { TagDot } from '../ui/tag.tsx';
import { useLeadActions } from './use-lead-actions.ts';
import { memberName, useMembersQuery } from './use-members.ts';
import { useTagsQuery } from './use-tags.ts';

/** The number of tag colors. */
const colorCount = 10;

type LeadMenuProps = { companyIds: string[]; onDone?: () => void; isOpenAtFirst?: boolean; hasShortcut?: boolean };

export function AssignMenu({ companyIds, onDone, isOpenAtFirst = false, hasShortcut = true }: LeadMenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { data: members = [], isPending } = useMembersQuery();
  const { assign } = useLeadActions();
  useShortcuts(hasShortcut ? { a: () => setOpen(true) } : {});
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      names={members.length}
      isLoading={isPending}
      trigger={
        <Button quiet small>
          <Icon name="person" size={15} /> {t('leads.assign')}
        </Button>
      }
    >
      {members.map((member) => (
        <MenuItem
          key={member.id}
          icon={<Avatar name={memberName(member)} isPerson isSmall />}
          onSelect={() => assign(companyIds, member.id, onDone)}
        >
          {memberName(member)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => assign(companyIds, null, onDone)}>{t('leads.nobody')}</MenuItem>
    </Menu>
  );
}

type TagMenuProps = LeadMenuProps & {
  /** Tags that all of the companies have. */
  currentTagIds?: string[];
  /** Tags that at least one of several companies may have. Not set for a single company. */
  removableTagIds?: string[];
};

/** Adds and removes tags. For a single company, its tags have check marks; for several, there is a group to add and one to remove. */
export function TagMenu({
  companyIds,
  onDone,
  currentTagIds = [],
  removableTagIds,
  isOpenAtFirst = false,
  hasShortcut = true,
}: TagMenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { data: tags = [], isPending } = useTagsQuery();
  const { tag: setTag } = useLeadActions();
  const create = useAccountChange('POST /tags', { quiet: true });
  useShortcuts(hasShortcut ? { t: () => setOpen(true) } : {});
  const [request, setRequest] = useState<NameRequest | null>(null);
  const newTag = (name: string) =>
    setRequest({
      title: t('common.newTag'),
      label: t('leads.tagName'),
      name,
      action: t('leads.createTag'),
      save: async (name) => setTag(companyIds, await create.mutateAsync({ body: { name, color: tags.length % colorCount } }), true, onDone),
    });
  const offeredTags = removableTagIds ? tags.filter(({ id }) => !currentTagIds.includes(id)) : tags;
  const removableTags = removableTagIds ? tags.filter(({ id }) => removableTagIds.includes(id)) : [];
  return (
    <>
      <Menu
        open={isOpen}
        onOpenChange={setOpen}
        names={offeredTags.length + removableTags.length}
        isLoading={isPending}
        trigger={
          <Button quiet small>
            <Icon name="tag" size={15} /> {t('leads.tag')}
          </Button>
        }
      >
        {removableTags.length > 0 && offeredTags.length > 0 && <div className={popupStyles.popupTitle}>{t('teamwork.addGroup')}</div>}
        {offeredTags.map((tag) => (
          <MenuItem
            key={tag.id}
            icon={<TagDot color={tag.color} />}
            isChecked={currentTagIds.includes(tag.id)}
            onSelect={() => setTag(companyIds, tag, !currentTagIds.includes(tag.id), onDone)}
          >
            {tag.name}
          </MenuItem>
        ))}
        {offeredTags.length > 0 && <MenuLine />}
        <MenuItem icon={<Icon name="plus" size={14} />} onSelect={newTag} isNew>
          {t('leads.newTag')}
        </MenuItem>
        {removableTags.length > 0 && (
          <>
            <MenuLine />
            <div className={popupStyles.popupTitle}>{t('teamwork.removeGroup')}</div>
            {removableTags.map((tag) => (
              <MenuItem
                key={tag.id}
                icon={<Icon name="close" size={14} />}
                label={t('teamwork.removeTag', { name: tag.name })}
                onSelect={() => setTag(companyIds, tag, false, onDone)}
              >
                {tag.name}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      <NameDialog request={request} onClose={() => setRequest(null)} />
    </>
  );
}
