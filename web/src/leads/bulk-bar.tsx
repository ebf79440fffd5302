import { request } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-query.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { formatNumber } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import { AssignMenu, ListMenu, TagMenu } from './lead-menus.tsx';
import { useHide } from './use-hide.ts';

/** As many as can be changed at once. */
const most = 1000;
const pageSize = 500;

type BulkBarProps = {
  companyIds: string[];
  total: number;
  query: string;
  wanted: Record<string, unknown>;
  /** Whether these are companies that were hidden. */
  isHidden: boolean;
  /** The menu that is open from the beginning. */
  firstMenu: 'assign' | 'tag' | null;
  onChoose: (companyIds: string[]) => void;
  onDone: () => void;
};

/** What can be done with all chosen leads at once. */
export function BulkBar({ companyIds, total, query, wanted, isHidden, firstMenu, onChoose, onDone }: BulkBarProps) {
  const { base } = useWork();
  const change = useAccountChange();
  const set = (body: Record<string, unknown>) =>
    change.mutate({ method: 'PATCH', path: '/leads', body: { companyIds, ...body } }, { onSuccess: onDone });
  const setHidden = useHide();
  const all = Math.min(total, most);
  const chooseAll = async () => {
    const ids: string[] = [];
    for (let offset = 0; offset < all; offset += pageSize) {
      const { rows } = await request<{ rows: { companyId: string }[] }>(`${base}/leads?${query}&offset=${offset}&limit=${pageSize}`);
      ids.push(...rows.map(({ companyId }) => companyId));
    }
    onChoose(ids.slice(0, most));
  };
  return (
    <div className="bulk" role="toolbar" aria-label="Chosen leads">
      <span className="count number">{formatNumber(companyIds.length)} chosen</span>
      {companyIds.length < all && (
        <button type="button" className="button quiet small" onClick={chooseAll}>
          {total > most ? `Choose the first ${formatNumber(most)}` : `Choose all ${formatNumber(all)}`}
        </button>
      )}
      <AssignMenu companyIds={companyIds} onDone={onDone} isOpenAtFirst={firstMenu === 'assign'} />
      <TagMenu companyIds={companyIds} onDone={onDone} isOpenAtFirst={firstMenu === 'tag'} />
      <ListMenu companyIds={companyIds} onDone={onDone} />
      <button type="button" className="button quiet small" onClick={() => set({ followed: true })}>
        <Icon name="star" size={15} /> Follow
      </button>
      <button type="button" className="button quiet small" onClick={() => setHidden(companyIds, !isHidden, onDone)}>
        <Icon name="hide" size={15} /> {isHidden ? 'Show again' : 'Hide'}
      </button>
      {!isHidden && (
        <ExportMenu
          wanted={{ ...wanted, companyIds }}
          onDone={onDone}
          trigger={
            <button type="button" className="button quiet small">
              <Icon name="download" size={15} /> Export
            </button>
          }
        />
      )}
      <button type="button" className="button quiet icon small" aria-label="Choose none" onClick={onDone}>
        <Icon name="close" size={15} />
      </button>
    </div>
  );
}
