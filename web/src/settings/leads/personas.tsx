import { useState } from 'react';
import type { Persona } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { countryName, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { codeLabel } from './code-label.ts';
import { PersonaDialog } from './persona-dialog.tsx';

/** Counting stops here. */
const most = 10_000;

export function PersonasPart() {
  const { mayManage } = useWork();
  const { data } = useAccountQuery('/personas');
  const [edited, setEdited] = useState<{ persona?: Persona } | null>(null);
  const remove = useAccountChange('DELETE /personas/:personaId');
  if (!data) return null;
  return (
    <>
      <SettingsIntro title="Buyer personas" words="Describe the people you want to talk to. Contact searches can use a persona." />
      {data.personas.length === 0 && <p className="faint">No personas yet.</p>}
      {data.personas.map((persona) => (
        <section key={persona.id} className={cardStyles.card} aria-label={persona.name}>
          <header>
            <h2>{persona.name}</h2>
            <span className="soft">
              {persona.contactCount >= most ? `${formatNumber(most)} or more` : formatNumber(persona.contactCount)}{' '}
              {persona.contactCount === 1 ? 'contact matches' : 'contacts match'}
            </span>
            {mayManage && (
              <>
                <Button quiet small aria-label={`Edit ${persona.name}`} onClick={() => setEdited({ persona })}>
                  Edit
                </Button>
                <DeleteButton name={persona.name} onConfirm={() => remove.mutate({ params: { personaId: persona.id } })}>
                  Searches that use this persona are refused; the contacts stay. This cannot be undone.
                </DeleteButton>
              </>
            )}
          </header>
          <div className={cardStyles.inside}>
            <dl className={settingsStyles.criteria}>
              {criteriaOf(persona).map(({ name, words }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      ))}
      {mayManage && (
        <Button main className={settingsStyles.atStart} onClick={() => setEdited({})}>
          <Icon name="plus" size={14} /> New persona
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

function criteriaOf({ departments, hierarchy_levels, positions, countries }: Persona): { name: string; words: string }[] {
  return [
    { name: 'Department', values: departments.map(codeLabel) },
    { name: 'Level', values: hierarchy_levels.map(codeLabel) },
    { name: 'Position', values: positions },
    { name: 'Country', values: countries.map((code) => countryName(code) ?? code) },
  ].flatMap(({ name, values }) => (values.length === 0 ? [] : { name, words: values.join(' or ') }));
}
