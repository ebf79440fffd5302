import { useAccountChange } from '../lib/use-account-query.ts';
import { Icon } from './icon.tsx';
import { AssignMenu, ListMenu, TagMenu } from './lead-menus.tsx';

/** What can be done with all chosen leads at once. */
export function BulkBar({ companyIds, onDone }: { companyIds: string[]; onDone: () => void }) {
  const change = useAccountChange();
  const set = (body: Record<string, unknown>) =>
    change.mutate({ method: 'PATCH', path: '/leads', body: { companyIds, ...body } }, { onSuccess: onDone });
  return (
    <div className="bulk" role="toolbar" aria-label="Chosen leads">
      <span className="count number">{companyIds.length} chosen</span>
      <AssignMenu companyIds={companyIds} onDone={onDone} />
      <TagMenu companyIds={companyIds} onDone={onDone} />
      <ListMenu companyIds={companyIds} onDone={onDone} />
      <button type="button" className="button quiet small" onClick={() => set({ followed: true })}>
        <Icon name="star" size={15} /> Follow
      </button>
      <button type="button" className="button quiet small" onClick={() => set({ hidden: true })}>
        <Icon name="hide" size={15} /> Hide
      </button>
      <button type="button" className="button quiet icon small" aria-label="Choose none" onClick={onDone}>
        <Icon name="close" size={15} />
      </button>
    </div>
  );
}
