import { useState } from 'react';
import { Link } from 'wouter';
import type { Icp } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { useFilterFields } from '../../feeds/filters.ts';
import { leadsWith } from '../../leads/leads-with.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EditButton } from '../../ui/inline-edit.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { IcpDialog } from './icp-dialog.tsx';
import { criteriaOf } from './icp-draft.ts';

/** Null while nothing is edited; without `icp`, a new profile is created. */
type Edited = { icp?: Icp } | null;

export function IcpsPage() {
  const { canManage } = useWorkspace();
  const { data: icps } = useAccountQuery('/icps');
  const fields = useFilterFields(true);
  const [edited, setEdited] = useState<Edited>(null);
  const remove = useAccountChange('DELETE /icps/:icpId');
  const industries = fields.find(({ name }) => name === 'industry_code')?.options ?? [];
  const names = new Map(industries.map(({ value, name }) => [value, name]));
  if (!icps) return <CardSkeletons />;
  return (
    <>
      <SettingsIntro title={t('leadSettings.idealCustomerProfiles')} text={t('leadSettings.profilesIntro')} />
      {icps.length === 0 && <p className="faint">{t('leadSettings.noProfilesYet')}</p>}
      {icps.map((icp) => (
        <section key={icp.id} className={cardStyles.card} aria-label={icp.name}>
          <header className={settingsStyles.profileHead}>
            <h2>{icp.name}</h2>
            <Link className="link target" href={leadsWith('icp', icp.id)}>
              {t('common.companiesMatch', { count: icp.matchCount })}
            </Link>
            {canManage && (
              <>
                <EditButton name={icp.name} onClick={() => setEdited({ icp })} />
                <DeleteButton name={icp.name} onConfirm={() => remove.mutate({ params: { icpId: icp.id } })}>
                  {icp.usedBy.length > 0
                    ? t('leadSettings.icpInUse', { count: icp.usedBy.length, feeds: quoted(icp.usedBy) })
                    : t('leadSettings.icpDeletion', { count: icp.matchCount })}
                </DeleteButton>
              </>
            )}
          </header>
          <div className={cardStyles.inside}>
            {icp.description && <p className="soft">{icp.description}</p>}
            <dl className={settingsStyles.criteria}>
              {criteriaOf(icp, names).map(({ name, text, isOptional }) => (
                <div key={name}>
                  <dt>{isOptional ? t('leadSettings.optionalCriterion', { name }) : name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            {icp.usedBy.length > 0 && <p className="faint">{t('leadSettings.usedBy', { feeds: quoted(icp.usedBy) })}</p>}
          </div>
        </section>
      ))}
      {canManage && (
        <Button main className={settingsStyles.atStart} onClick={() => setEdited({})}>
          <Icon name="plus" size={14} /> {t('leadSettings.newProfile')}
        </Button>
      )}
      {edited && <IcpDialog icp={edited.icp} fields={fields} onClose={() => setEdited(null)} />}
    </>
  );
}

const quoted = (names: string[]) => names.map((name) => t('common.quoted', { name })).join(', ');
