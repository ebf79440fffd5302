import { useId } from 'react';
import type { GoalBody, GoalRecord } from '../../api/answers.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';

export const goalKinds: Record<GoalBody['kind'], string> = {
  page: 'A page is viewed',
  form: 'A form is submitted',
  download: 'A file is downloaded',
  event: 'A custom event',
  outbound: 'An outbound link is clicked',
};
export const goalOperators: Record<GoalBody['match']['operator'], string> = {
  contains: 'contains',
  is: 'is',
  begins_with: 'begins with',
  ends_with: 'ends with',
  matches: 'matches (* for anything)',
};

/** The form fields of a goal. */
export function GoalFields({ goal, error }: { goal?: GoalRecord; error: Error | null }) {
  return (
    <>
      <div className={formStyles.formRow}>
        <Field label="Name" name="name" required maxLength={200} error={error} placeholder="Asked for a demo" defaultValue={goal?.name} />
        <Field
          label="Value"
          name="worth"
          type="number"
          min={0}
          max={1_000_000_000}
          step="any"
          error={error}
          placeholder="None"
          defaultValue={goal?.value ?? undefined}
        />
      </div>
      <div className={formStyles.formRow}>
        <Select label="Trigger" name="kind" options={goalKinds} value={goal?.kind} />
        <Select label="Condition" name="operator" options={goalOperators} value={goal?.match.operator} />
      </div>
      <Field label="Text" name="text" required maxLength={500} placeholder="/thank-you" error={error} defaultValue={goal?.match.value} />
    </>
  );
}

/** Reads the goal from the form. */
export function goalOf(form: FormData) {
  const worth = textOf(form, 'worth').trim();
  return {
    name: textOf(form, 'name'),
    kind: textOf(form, 'kind') as GoalBody['kind'],
    match: { operator: textOf(form, 'operator') as GoalBody['match']['operator'], value: textOf(form, 'text') },
    value: worth === '' ? null : Number(worth),
  };
}

type SelectProps = { label: string; name: string; options: Record<string, string>; value: string | undefined };

function Select({ label, name, options, value }: SelectProps) {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className={formStyles.select} defaultValue={value}>
        {Object.entries(options).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
