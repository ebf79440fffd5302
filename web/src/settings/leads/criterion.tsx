import { FilterValues } from '../../feeds/filter-values.tsx';
import type { FilterField } from '../../feeds/filters.ts';
import { OptionalMark } from './optional-switch.tsx';

type Option = { value: string; name: string };
type CriterionProps = {
  label: string;
  hint?: string;
  options?: Option[];
  values: string[];
  onChange: (values: string[]) => void;
  /** Where a criterion can be optional. */
  optional?: { isOn: boolean; onChange: (isOn: boolean) => void };
};

/** One criterion of a profile: any of its values is enough, as in the conditions of a filter. */
export function Criterion({ label, hint, options, values, onChange, optional }: CriterionProps) {
  const field: FilterField = {
    name: label,
    label,
    description: '',
    group: '',
    type: 'text',
    options: options ?? null,
    operators: ['is'],
  };
  return (
    <fieldset className="condition">
      <legend>{label}</legend>
      <FilterValues
        filter={{ field: label, operator: options ? 'is' : 'contains', values, excluded: false }}
        field={field}
        onChange={(next) => onChange(next.map(String))}
      />
      {optional && <OptionalMark label={label} {...optional} />}
      {hint && <p className="faint condition-hint">{hint}</p>}
    </fieldset>
  );
}
