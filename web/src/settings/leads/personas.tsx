import { useState } from 'react';
import type { Persona } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { countryName } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EditButton } from '../../ui/inline-edit.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { codeLabel } from './code-label.ts';
import { PersonaDialog } from './persona-dialog.tsx';

export function PersonasPage() {
  const { canManage } = useWorkspace();
  const { data } = useAccountQuery('/personas');
  const [edited, setEdited] = useState<{ persona?: Persona } | null>(null);
  const remove = useAccountChange('DELETE /personas/:personaId');
  if (!data) return <CardSkeletons />;
  return (
    <>
      <SettingsIntro title={t('leadSettings.buyerPersonas')} text={t('leadSettings.personasIntro')} />
      {data.personas.length === 0 && <p className="faint">{t('leadSettings.noPersonasYet')}</p>}
      {data.personas.map((persona) => (
        <section key={persona.id} className={cardStyles.card} aria-label={persona.name}>
          <header className={settingsStyles.profileHead}>
            <h2>{persona.name}</h2>
            <span className="soft">{matchesText(persona)}</span>
            {canManage && (
              <>
                <EditButton name={persona.name} onClick={() => setEdited({ persona })} />
                <DeleteButton name={persona.name} onConfirm={() => remove.mutate({ params: { personaId: persona.id } })}>
                  {t('leadSettings.personaDeletion')}
                </DeleteButton>
              </>
            )}
          </header>
          <div className={cardStyles.inside}>
            <dl className={settingsStyles.criteria}>
              {criteriaOf(persona).map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      ))}
      {canManage && (
        <Button main className={settingsStyles.atStart} onClick={() => setEdited({})}>
          <Icon name="plus" size={14} /> {t('leadSettings.newPersona')}
        </Button>
      )}
      {edited && (
        <PersonaDialog
          persona={edited.persona}
          departments={data.departments}
          levels={data.hierarchyLevels}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The server reads a limited number of contacts, so there may be more matches than it has found. */
function matchesText({ contactCount: count, isTotalCapped }: Persona): string {
  if (!isTotalCapped) return t('leadSettings.contactsMatch', { count });
  return count === 0 ? t('leadSettings.contactsNotCounted') : t('leadSettings.manyContactsMatch', { count });
}

function criteriaOf({ departments, hierarchy_levels, positions, countries }: Persona): { name: string; text: string }[] {
  return [
    { name: t('leadSettings.department'), values: departments.map(codeLabel) },
    { name: t('leadSettings.level'), values: hierarchy_levels.map(codeLabel) },
    { name: t('leadSettings.position'), values: positions },
    { name: t('leadSettings.country'), values: countries.map((code) => countryName(code) ?? code) },
  ].flatMap(({ name, values }) => (values.length === 0 ? [] : { name, text: values.join(` ${t('common.or')} `) }));
}
