import { useState } from 'react';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NameDialog, type NameWish } from '../ui/name-dialog.tsx';
import { TagDot } from '../ui/tag.tsx';
import { memberName, useMembers } from './use-members.ts';
import { useTags } from './use-tags.ts';

/** How many colors tags have. */
const colors = 10;

type LeadMenuProps = { companyIds: string[]; onDone?: () => void; isOpenAtFirst?: boolean };

export function AssignMenu({ companyIds, onDone, isOpenAtFirst = false }: LeadMenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const members = useMembers();
  const change = useAccountChange('PATCH /leads');
  useShortcuts({ a: () => setOpen(true) });
  const assign = (assigneeId: string | null) => change.mutate({ body: { companyIds, assigneeId } }, { onSuccess: onDone });
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button quiet small>
          <Icon name="person" size={15} /> {t('leads.assign')}
        </Button>
      }
    >
      {members.map((member) => (
        <MenuItem key={member.id} onSelect={() => assign(member.id)}>
          <Avatar name={memberName(member)} isPerson /> {memberName(member)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => assign(null)}>{t('leads.nobody')}</MenuItem>
    </Menu>
  );
}

export function TagMenu({ companyIds, onDone, on = [], isOpenAtFirst = false }: LeadMenuProps & { on?: string[] }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const tags = useTags();
  const change = useAccountChange('POST /leads/tags');
  const create = useAccountChange('POST /tags', { quiet: true });
  useShortcuts({ t: () => setOpen(true) });
  const [wish, setWish] = useState<NameWish | null>(null);
  const newTag = () =>
    setWish({
      title: t('common.newTag'),
      label: t('leads.nameOfTheTag'),
      action: t('leads.createTag'),
      save: async (name) => toggle((await create.mutateAsync({ body: { name, color: tags.size % colors } })).id),
    });
  const toggle = (tagId: string) => change.mutate({ body: { companyIds, tagId, isOn: !on.includes(tagId) } }, { onSuccess: onDone });
  return (
    <>
      <Menu
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button quiet small>
            <Icon name="tag" size={15} /> {t('leads.tag')}
          </Button>
        }
      >
        {[...tags.values()].map(({ id, name, color }) => (
          <MenuItem key={id} onSelect={() => toggle(id)}>
            <TagDot color={color} /> {name}
            {on.includes(id) && <Icon name="check" size={14} />}
          </MenuItem>
        ))}
        {tags.size > 0 && <MenuLine />}
        <MenuItem onSelect={newTag}>
          <Icon name="plus" size={14} /> {t('leads.newTag')}
        </MenuItem>
      </Menu>
      <NameDialog wish={wish} onClose={() => setWish(null)} />
    </>
  );
}

export function ListMenu({ companyIds, onDone, on = [] }: LeadMenuProps & { on?: string[] }) {
  const { data: lists = [] } = useAccountQuery('/lists', { staleTime: 60_000 });
  const change = useAccountChange('POST /leads/lists');
  const create = useAccountChange('POST /lists', { quiet: true });
  const [wish, setWish] = useState<NameWish | null>(null);
  const own = lists.filter(({ kind }) => kind === 'static');
  const newList = () =>
    setWish({
      title: t('common.newList'),
      label: t('leads.nameOfTheList'),
      action: t('leads.createList'),
      save: async (name) => put((await create.mutateAsync({ body: { name } })).id),
    });
  const put = (listId: string) => change.mutate({ body: { companyIds, listId, isOn: !on.includes(listId) } }, { onSuccess: onDone });
  return (
    <>
      <Menu
        trigger={
          <Button quiet small>
            <Icon name="list" size={15} /> {t('leads.list')}
          </Button>
        }
      >
        {own.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => put(id)}>
            <Icon name="list" size={14} /> {name}
            {on.includes(id) && <Icon name="check" size={14} />}
          </MenuItem>
        ))}
        {own.length > 0 && <MenuLine />}
        <MenuItem onSelect={newList}>
          <Icon name="plus" size={14} /> {t('leads.newList')}
        </MenuItem>
      </Menu>
      <NameDialog wish={wish} onClose={() => setWish(null)} />
    </>
  );
}
