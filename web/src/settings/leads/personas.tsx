import { useState } from 'react';
import type { CountedPersona } from '../../../../server/src/domain/personas/list-counted-personas.ts';
import type { Sent } from '../../api/request.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { countryName, formatNumber } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { wordsOfCode } from './code-label.ts';
import { PersonaDialog } from './persona-dialog.tsx';

type Answer = { departments: string[]; hierarchyLevels: string[]; personas: CountedPersona[] };

/** Counting stops here. */
const most = 10_000;

export function PersonasPart() {
  const { mayManage } = useWork();
  const { data } = useAccountQuery<Answer>('/personas');
  const [edited, setEdited] = useState<{ persona?: Sent<CountedPersona> } | null>(null);
  const remove = useAccountChange();
  if (!data) return null;
  return (
    <>
      <LeadIn title="Buyer personas" words="Whom you want to talk to in a company. Searches for contacts can ask for a persona." />
      {data.personas.length === 0 && <p className="faint">No personas yet.</p>}
      {data.personas.map((persona) => (
        <section key={persona.id} className="card">
          <header>
            <h2>{persona.name}</h2>
            <span className="soft">
              {persona.contactCount >= most ? `${formatNumber(most)} or more` : formatNumber(persona.contactCount)}{' '}
              {persona.contactCount === 1 ? 'contact fits' : 'contacts fit'}
            </span>
            {mayManage && (
              <>
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={`Edit ${persona.name}`}
                  onClick={() => setEdited({ persona })}
                >
                  Edit
                </button>
                <RemoveButton name={persona.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/personas/${persona.id}` })}>
                  Searches that name this persona are refused from then on; the contacts themselves stay. This cannot be undone.
                </RemoveButton>
              </>
            )}
          </header>
          <div className="inside">
            <dl className="criteria">
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
        <button type="button" className="button main at-start" onClick={() => setEdited({})}>
          <Icon name="plus" size={14} /> New persona
        </button>
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

function criteriaOf({ departments, hierarchy_levels, positions, countries }: Sent<CountedPersona>): { name: string; words: string }[] {
  return [
    { name: 'Department', values: departments.map(wordsOfCode) },
    { name: 'Level', values: hierarchy_levels.map(wordsOfCode) },
    { name: 'Position', values: positions },
    { name: 'Country', values: countries.map((code) => countryName(code) ?? code) },
  ].flatMap(({ name, values }) => (values.length === 0 ? [] : { name, words: values.join(' or ') }));
}
