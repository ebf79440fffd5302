import { useState } from 'react';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { columns } from './lead-columns.ts';
import leadsStyles from './leads.module.css';
import { shownColumns } from './shown-columns.ts';
import { useLeadQuery } from './use-lead-query.ts';
import { useLeadView } from './use-lead-view.ts';

/** Selects the columns of the list. Users who can edit can save them, with widths and sort order, to the feed for everyone. */
export function ColumnMenu() {
  const { canEdit } = useWorkspace();
  const { selectedSort } = useLeadQuery();
  const { feed, view, isDefault, isChanged, setView } = useLeadView();
  const [initiallyShown, setInitiallyShown] = useState(view.columns);
  const shown = isDefault ? initiallyShown : view.columns;
  const save = useAccountChange('PATCH /feeds/:feedId');
  const sort = selectedSort ? { sort: selectedSort } : {};
  const toggle = (column: (typeof view.columns)[number]) => {
    setView({ ...view, columns: shown.includes(column) ? shown.filter((other) => other !== column) : [...shown, column] });
  };
  const saveToFeed = (feedId: string) =>
    save.mutate({ params: { feedId }, body: { ...(isDefault ? {} : { view }), ...sort } }, { onSuccess: () => setView(null) });
  return (
    <Menu
      align="end"
      onOpenChange={() => setInitiallyShown(shownColumns(view))}
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
      {feed && !feed.isBuiltIn && canEdit && (isChanged || selectedSort) && (
        <MenuItem onSelect={() => saveToFeed(feed.id)}>{t('leads.saveViewTo', { name: feed.name })}</MenuItem>
      )}
      <MenuItem onSelect={() => setView(null)}>{t('leads.resetView')}</MenuItem>
    </Menu>
  );
}
