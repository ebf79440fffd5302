import { useState } from 'react';
import type { CountedPersona } from '../../../../server/src/domain/personas/list-counted-personas.ts';
import type { Sent } from '../../api/request.ts';
import { useAccountChange } from '../../api/use-account-query.ts';
import { useFilterFields } from '../../feeds/filters.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormTrouble } from '../../ui/field.tsx';
import { wordsOfCode } from './code-label.ts';
import { Criterion } from './criterion.tsx';

type PersonaDialogProps = { persona?: Sent<CountedPersona>; departments: string[]; levels: string[]; onClose: () => void };

const empty = { name: '', departments: [], hierarchy_levels: [], positions: [], countries: [] };

/** Makes a persona, or changes one. */
export function PersonaDialog({ persona, departments, levels, onClose }: PersonaDialogProps) {
  const { id, contactCount: _, ...given } = persona ?? { ...empty, id: null, contactCount: 0 };
  const [draft, setDraft] = useState<Record<Exclude<keyof typeof empty, 'name'>, string[]> & { name: string }>(given);
  const countries = useFilterFields(true).find(({ name }) => name === 'country_code')?.options ?? [];
  const save = useAccountChange({ quiet: true });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const named = (codes: string[]) => codes.map((value) => ({ value, name: wordsOfCode(value) }));
  const send = () =>
    save.mutate(
      id === null ? { method: 'POST', path: '/personas', body: draft } : { method: 'PATCH', path: `/personas/${id}`, body: draft },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={persona ? `Edit “${persona.name}”` : 'New persona'} open onClose={onClose} isWide>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label="Name"
          name="name"
          required
          autoFocus
          maxLength={100}
          value={draft.name}
          error={save.error}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Criterion
          label="Departments"
          options={named(departments)}
          values={draft.departments}
          onChange={(next) => set({ departments: next })}
        />
        <Criterion
          label="Levels"
          options={named(levels)}
          values={draft.hierarchy_levels}
          onChange={(hierarchy_levels) => set({ hierarchy_levels })}
        />
        <Criterion
          label="Positions"
          values={draft.positions}
          onChange={(positions) => set({ positions })}
          hint="Part of the title is enough, such as “head of”."
        />
        <Criterion label="Countries" options={countries} values={draft.countries} onChange={(next) => set({ countries: next })} />
        <FormTrouble error={save.error} fields={['name']} />
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={save.isPending}>
            {persona ? 'Save' : 'Make the persona'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
