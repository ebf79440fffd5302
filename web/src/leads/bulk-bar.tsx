import type { ExportRequest, LeadQuery } from '../api/answers.ts';
import { useAccountChange, useAccountRequest } from '../api/use-account-change.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './bulk-bar.module.css';
import { AssignMenu, ListMenu, TagMenu } from './lead-menus.tsx';
import { useHide } from './use-hide.ts';

/** Maximum number of leads that can be changed at once. */
const most = 1000;
const pageSize = 500;

type BulkBarProps = {
  companyIds: string[];
  /** The tags that every selected lead has: selecting one of them removes it. */
  commonTagIds: string[];
  total: number;
  query: LeadQuery;
  wanted: ExportRequest;
  /** Whether these are hidden companies. */
  isHidden: boolean;
  /** The menu that is initially open. */
  firstMenu: 'assign' | 'tag' | null;
  onSelect: (companyIds: string[]) => void;
  onDone: () => void;
};

/** Actions on all selected leads. */
export function BulkBar({ companyIds, commonTagIds, total, query, wanted, isHidden, firstMenu, onSelect, onDone }: BulkBarProps) {
  const ask = useAccountRequest();
  const change = useAccountChange('PATCH /leads');
  const follow = () => change.mutate({ body: { companyIds, followed: true } }, { onSuccess: onDone });
  const setHidden = useHide();
  const all = Math.min(total, most);
  const selectAll = async () => {
    const ids: string[] = [];
    for (let offset = 0; offset < all; offset += pageSize) {
      const { rows } = await ask('GET /leads', { query: { ...query, offset, limit: pageSize } });
      ids.push(...rows.map(({ companyId }) => companyId));
    }
    onSelect(ids.slice(0, most));
  };
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('leads.selectedLeads')}>
      <span className={`${styles.count} number`}>{t('leads.selected', { count: companyIds.length })}</span>
      {companyIds.length < all && (
        <Button quiet small onClick={selectAll}>
          {total > most ? t('leads.selectFirst', { count: most }) : t('leads.selectAll', { count: all })}
        </Button>
      )}
      <AssignMenu companyIds={companyIds} onDone={onDone} isOpenAtFirst={firstMenu === 'assign'} />
      <TagMenu companyIds={companyIds} on={commonTagIds} onDone={onDone} isOpenAtFirst={firstMenu === 'tag'} />
      <ListMenu companyIds={companyIds} onDone={onDone} />
      <Button quiet small onClick={follow}>
        <Icon name="star" size={15} /> {t('common.follow')}
      </Button>
      <Button quiet small onClick={() => setHidden(companyIds, !isHidden, onDone)}>
        <Icon name="hide" size={15} /> {isHidden ? t('common.unhide') : t('common.hide')}
      </Button>
      {!isHidden && (
        <ExportMenu
          wanted={{ ...wanted, companyIds }}
          onDone={onDone}
          trigger={
            <Button quiet small>
              <Icon name="download" size={15} /> {t('leads.export')}
            </Button>
          }
        />
      )}
      <Button quiet icon small aria-label={t('leads.clearSelection')} onClick={onDone}>
        <Icon name="close" size={15} />
      </Button>
    </div>
  );
}
