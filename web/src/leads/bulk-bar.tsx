import { useEffect, useRef } from 'react';
import type { ExportRequest, LeadQuery } from '../api/responses.ts';
import { useAccountRequest } from '../api/use-account-change.ts';
import { useErrorToast } from '../api/use-error-toast.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { ListMenu } from '../lists/list-menu.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './bulk-bar.module.css';
import { AssignMenu, TagMenu } from './lead-menus.tsx';
import { useLeadActions } from './use-lead-actions.ts';

/** Maximum number of leads that can be changed at once. */
const maxSelected = 1000;
const pageSize = 500;

type BulkBarProps = {
  companyIds: string[];
  /** The tags that every selected lead has. */
  commonTagIds: string[];
  /** The tags that at least one selected lead has; all tags if not all selected leads are loaded. */
  removableTagIds: string[];
  total: number;
  query: LeadQuery;
  exportRequest: ExportRequest;
  /** Whether the list shows hidden companies. */
  isHidden: boolean;
  /** The menu that is initially open. */
  firstMenu: 'assign' | 'tag' | 'list' | null;
  onSelect: (companyIds: string[]) => void;
  onDone: () => void;
};

/** Actions on all selected leads. */
export function BulkBar({
  companyIds,
  commonTagIds,
  removableTagIds,
  total,
  query,
  exportRequest,
  isHidden,
  firstMenu,
  onSelect,
  onDone,
}: BulkBarProps) {
  const request = useAccountRequest();
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  const showError = useErrorToast();
  const actions = useLeadActions();
  const follow = () => actions.follow(companyIds, true, onDone);
  const hide = () => actions.hide(companyIds, !isHidden, onDone);
  useShortcuts({ f: follow, h: hide });
  const all = Math.min(total, maxSelected);
  const selectAll = async () => {
    const ids: string[] = [];
    for (let offset = 0; offset < all; offset += pageSize) {
      const { rows } = await request('GET /leads', { query: { ...query, offset, limit: pageSize } });
      ids.push(...rows.map(({ companyId }) => companyId));
    }
    // Changing the filter clears the selection, which closes the bar. These leads may then no longer be listed.
    if (isShown.current) onSelect(ids.slice(0, maxSelected));
  };
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('leads.selectedLeads')}>
      <span className={`${styles.count} number`}>{t('leads.selected', { count: companyIds.length })}</span>
      {companyIds.length < all && (
        <Button quiet small className={styles.all} onClick={() => selectAll().catch(showError)}>
          {total > maxSelected ? t('leads.selectFirst', { count: maxSelected }) : t('leads.selectAll', { count: all })}
        </Button>
      )}
      <AssignMenu companyIds={companyIds} onDone={onDone} isOpenAtFirst={firstMenu === 'assign'} />
      <TagMenu
        companyIds={companyIds}
        currentTagIds={commonTagIds}
        removableTagIds={removableTagIds}
        onDone={onDone}
        isOpenAtFirst={firstMenu === 'tag'}
      />
      <ListMenu ids={companyIds} onDone={onDone} hasShortcut isOpenAtFirst={firstMenu === 'list'} />
      <Button quiet small onClick={follow}>
        <Icon name="star" size={15} /> {t('common.follow')}
      </Button>
      <Button quiet small onClick={hide}>
        <Icon name="hide" size={15} /> {isHidden ? t('common.unhide') : t('common.hide')}
      </Button>
      {!isHidden && (
        <ExportMenu
          exportRequest={{ ...exportRequest, companyIds }}
          onDone={onDone}
          trigger={
            <Button quiet small>
              <Icon name="download" size={15} /> {t('leads.export')}
            </Button>
          }
        />
      )}
      <Button quiet icon small className={styles.clear} aria-label={t('leads.clearSelection')} onClick={onDone}>
        <Icon name="close" size={15} />
      </Button>
    </div>
  );
}
