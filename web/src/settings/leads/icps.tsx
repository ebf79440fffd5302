import { useState } from 'react';
import { Link } from 'wouter';
import type { Icp } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { useFilterFields } from '../../feeds/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { IcpDialog } from './icp-dialog.tsx';
import { criteriaOf } from './icp-draft.ts';

/** Null while nothing is edited; `undefined` inside means a new one. */
type Edited = { icp?: Icp } | null;

export function IcpsPart() {
  const { mayManage } = useWork();
  const { data: icps } = useAccountQuery('/icps');
  const fields = useFilterFields(true);
  const [edited, setEdited] = useState<Edited>(null);
  const remove = useAccountChange('DELETE /icps/:icpId');
  const industries = fields.find(({ name }) => name === 'industry_code')?.options ?? [];
  const names = new Map(industries.map(({ value, name }) => [value, name]));
  if (!icps) return null;
  return (
    <>
      <SettingsIntro
        title="Ideal customer profiles"
        words="Describe the companies you want as customers. A company matches when it meets every criterion that is not optional. Matches are marked in the list, can be filtered, and are recommended leads."
      />
      {icps.length === 0 && <p className="faint">No profiles yet.</p>}
      {icps.map((icp) => (
        <section key={icp.id} className={cardStyles.card} aria-label={icp.name}>
          <header>
            <h2>{icp.name}</h2>
            <Link className="link" href={`/leads?range=365d&filters=${encodeURIComponent(filtersOf(icp.id))}`}>
              {formatNumber(icp.matchCount)} {icp.matchCount === 1 ? 'company matches' : 'companies match'}
            </Link>
            {mayManage && (
              <>
                <Button quiet small aria-label={`Edit ${icp.name}`} onClick={() => setEdited({ icp })}>
                  Edit
                </Button>
                <DeleteButton name={icp.name} onConfirm={() => remove.mutate({ params: { icpId: icp.id } })}>
                  {icp.usedBy.length > 0
                    ? `The ${icp.usedBy.length === 1 ? 'feed' : 'feeds'} ${icp.usedBy.map((name) => `“${name}”`).join(', ')} use this profile: edit or delete ${icp.usedBy.length === 1 ? 'it' : 'them'} first.`
                    : `No feed uses it. Its ${formatNumber(icp.matchCount)} matches are deleted, and leads recommended only because of it are no longer recommended. This cannot be undone.`}
                </DeleteButton>
              </>
            )}
          </header>
          <div className={cardStyles.inside}>
            {icp.description && <p className="soft">{icp.description}</p>}
            <dl className={settingsStyles.criteria}>
              {criteriaOf(icp, names).map(({ name, words, isOptional }) => (
                <div key={name}>
                  <dt>{isOptional ? `${name} (optional)` : name}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
            {icp.usedBy.length > 0 && <p className="faint">Used by {icp.usedBy.map((name) => `“${name}”`).join(', ')}.</p>}
          </div>
        </section>
      ))}
      {mayManage && (
        <Button main className={settingsStyles.atStart} onClick={() => setEdited({})}>
          <Icon name="plus" size={14} /> New profile
        </Button>
      )}
      {edited && <IcpDialog icp={edited.icp} fields={fields} onClose={() => setEdited(null)} />}
    </>
  );
}

function filtersOf(icpId: string): string {
  return JSON.stringify({ all: [{ field: 'icp', operator: 'is', values: [icpId], excluded: false }] });
}
