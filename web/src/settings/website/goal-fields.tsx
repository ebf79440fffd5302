import { useId } from 'react';
import type { GoalRecord } from '../../../../server/src/domain/goals/goal-record.ts';
import { Field, textOf } from '../../ui/field.tsx';

export const goalKinds = {
  page: 'A page is viewed',
  form: 'A form is sent',
  download: 'A file is downloaded',
  event: 'An event of your own',
  outbound: 'A link to elsewhere is followed',
};
export const goalOperators = {
  contains: 'contains',
  is: 'is',
  begins_with: 'begins with',
  ends_with: 'ends with',
  matches: 'matches (* for anything)',
};

/** What makes a goal, as parts of a form. */
export function GoalFields({ goal, error }: { goal?: GoalRecord; error: Error | null }) {
  return (
    <>
      <div className="form-row">
        <Field label="Name" name="name" required maxLength={200} error={error} placeholder="Asked for a demo" defaultValue={goal?.name} />
        <Field
          label="Worth"
          name="worth"
          type="number"
          min={0}
          max={1_000_000_000}
          step="any"
          error={error}
          placeholder="Not said"
          defaultValue={goal?.value ?? undefined}
        />
      </div>
      <div className="form-row">
        <Choice label="What happens" name="kind" choices={goalKinds} value={goal?.kind} />
        <Choice label="Its address or name" name="operator" choices={goalOperators} value={goal?.match.operator} />
      </div>
      <Field label="Text" name="text" required maxLength={500} placeholder="/thank-you" error={error} defaultValue={goal?.match.value} />
    </>
  );
}

/** The goal as the fields say it. */
export function goalOf(form: FormData) {
  const worth = textOf(form, 'worth').trim();
  return {
    name: textOf(form, 'name'),
    kind: textOf(form, 'kind'),
    match: { operator: textOf(form, 'operator'), value: textOf(form, 'text') },
    value: worth === '' ? null : Number(worth),
  };
}

type ChoiceProps = { label: string; name: string; choices: Record<string, string>; value: string | undefined };

function Choice({ label, name, choices, value }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="select" defaultValue={value}>
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
