import { useState } from 'react';
import type { Persona, PersonaBody } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useFilterFields } from '../../feeds/filters.ts';
import { t } from '../../texts/t.ts';
import { codeLabel } from './code-label.ts';
import { Criterion } from './criterion.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

type PersonaDialogProps = { persona?: Persona; departments: readonly string[]; levels: readonly string[]; onClose: () => void };

const empty: Required<PersonaBody> = { name: '', departments: [], hierarchy_levels: [], positions: [], countries: [] };

function draftOf(persona: Persona | undefined): Required<PersonaBody> {
  if (!persona) return empty;
  const { id: _, contactCount: __, isTotalCapped: ___, ...draft } = persona;
  return draft as Required<PersonaBody>;
}

/** Creates or edits a buyer persona. */
export function PersonaDialog({ persona, departments, levels, onClose }: PersonaDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(persona));
  const countries = useFilterFields(true).find(({ name }) => name === 'country_code')?.options ?? [];
  const create = useAccountChange('POST /personas', { quiet: true });
  const update = useAccountChange('PATCH /personas/:personaId', { quiet: true });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const optionsOf = (codes: readonly string[]) => codes.map((value) => ({ value, name: codeLabel(value) }));
  const send = () => {
    if (persona) update.mutate({ params: { personaId: persona.id }, body: draft }, { onSuccess: onClose });
    else create.mutate({ body: draft }, { onSuccess: onClose });
  };
  return (
    <ProfileDialog
      editedName={persona?.name}
      newTitle={t('leadSettings.newPersona')}
      createLabel={t('leadSettings.createPersona')}
      name={draft.name}
      onRename={(name) => set({ name })}
      onSave={send}
      onClose={onClose}
      create={create}
      update={update}
    >
      <Criterion
        label={t('leadSettings.departments')}
        options={optionsOf(departments)}
        values={draft.departments}
        onChange={(next) => set({ departments: next })}
      />
      <Criterion
        label={t('leadSettings.levels')}
        options={optionsOf(levels)}
        values={draft.hierarchy_levels}
        onChange={(hierarchy_levels) => set({ hierarchy_levels })}
      />
      <Criterion
        label={t('leadSettings.positions')}
        values={draft.positions}
        onChange={(positions) => set({ positions })}
        hint={t('leadSettings.positionHint')}
      />
      <Criterion label={t('common.countries')} options={countries} values={draft.countries} onChange={(next) => set({ countries: next })} />
    </ProfileDialog>
  );
}
