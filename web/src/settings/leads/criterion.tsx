import filterStyles from '../../feeds/filter.module.css';
import { FilterValues } from '../../feeds/filter-values.tsx';
import type { FilterField } from '../../feeds/filters.ts';
import { OptionalSwitch } from './optional-switch.tsx';

type CriterionProps<Value extends string> = {
  label: string;
  hint?: string;
  options?: { value: string; name: string }[];
  values: Value[];
  onChange: (values: Value[]) => void;
  /** Set if the criterion can be optional. */
  optional?: { isOn: boolean; onChange: (isOn: boolean) => void };
};

/** One criterion of a customer profile or persona, or the excluded countries. Its values are alternatives, as in a filter. */
export function Criterion<Value extends string>({ label, hint, options, values, onChange, optional }: CriterionProps<Value>) {
  const operator = options ? 'is' : 'contains';
  const field: FilterField = {
    name: label,
    label,
    description: '',
    group: '',
    type: 'text',
    options: options ?? null,
    operators: [operator],
  };
  return (
    <fieldset className={filterStyles.condition}>
      <legend>{label}</legend>
      <FilterValues
        filter={{ field: label, operator, values, excluded: false }}
        field={field}
        onChange={(next) => onChange(next.map(String) as Value[])}
      />
      {optional && <OptionalSwitch label={label} {...optional} />}
      {hint && <p className={`faint ${filterStyles.conditionHint}`}>{hint}</p>}
    </fieldset>
  );
}
