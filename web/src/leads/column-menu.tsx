import { useState } from 'react';
import type { Feed } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { columns } from './lead-columns.ts';
import leadsStyles from './leads.module.css';
import { shownColumns } from './shown-columns.ts';
import { useLeadView } from './use-lead-view.ts';

/** Selects the columns. With the sort order and the widths they can be saved with a feed, for all users. */
export function ColumnMenu() {
  const { canEdit } = useWorkspace();
  const [params] = useParams();
  const { feed, view, isDefault, isChanged, setView } = useLeadView();
  const [shownAtFirst, setShownAtFirst] = useState(view.columns);
  const shown = isDefault ? shownAtFirst : view.columns;
  const save = useAccountChange('PATCH /feeds/:feedId');
  const direction = params.get('order') === 'asc' ? '' : '-';
  const sort = params.get('sort') ? { sort: `${direction}${params.get('sort')}` as Feed['sort'] } : {};
  const toggle = (column: (typeof view.columns)[number]) => {
    setView({ ...view, columns: shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column] });
  };
  const saveToFeed = (feedId: string) => save.mutate({ params: { feedId }, body: { view, ...sort } }, { onSuccess: () => setView(null) });
  return (
    <Menu
      align="end"
      onOpenChange={() => setShownAtFirst(shownColumns(view))}
      trigger={
        <Button icon className={leadsStyles.columnsButton} aria-label={t('leads.columns')} title={t('leads.columns')}>
          <Icon name="columns" size={15} />
        </Button>
      }
    >
      {columns.map(({ key, text }) =>
        key === 'name' ? null : (
          <MenuItem key={key} isChecked={shown.includes(key)} onSelect={() => toggle(key)} keepOpen>
            {t(text)}
          </MenuItem>
        ),
      )}
      <MenuLine />
      {feed && !feed.isBuiltIn && canEdit && (isChanged || params.get('sort')) && (
        <MenuItem onSelect={() => saveToFeed(feed.id)}>{t('leads.saveViewTo', { name: feed.name })}</MenuItem>
      )}
      <MenuItem onSelect={() => setView(null)}>{t('leads.resetView')}</MenuItem>
    </Menu>
  );
}
