import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import filterStyles from './filter.module.css';
import { FilterValues } from './filter-values.tsx';
import { type Filter, type FilterField, operatorName } from './filters.ts';

type FilterConditionProps = { filter: Filter; fields: FilterField[]; onChange: (filter: Filter) => void; onRemove: () => void };

/** One condition: field, operator and values. */
export function FilterCondition({ filter, fields, onChange, onRemove }: FilterConditionProps) {
  const field = fields.find(({ name }) => name === filter.field);
  const groups = [...new Set(fields.map(({ group }) => group))];
  const selectField = (name: string) => {
    const next = fields.find((candidate) => candidate.name === name)!;
    const operator = next.options ? 'is' : next.operators.includes('contains') ? 'contains' : next.operators[0]!;
    onChange({ ...filter, field: name, operator, values: next.type === 'boolean' ? [true] : [] });
  };
  const selectOperator = (operator: Filter['operator']) => {
    const needsOtherValues = [operator, filter.operator].some((name) => name === 'exists' || name === 'between');
    onChange({ ...filter, operator, values: needsOtherValues ? [] : filter.values });
  };
  return (
    <fieldset className={filterStyles.condition}>
      <legend className="visually-hidden">{t('common.condition')}</legend>
      <div className={filterStyles.conditionHead}>
        <select
          className={`${formStyles.select} ${formStyles.small}`}
          aria-label={t('feeds.field')}
          value={filter.field}
          onChange={(event) => selectField(event.target.value)}
        >
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {fields
                .filter((candidate) => candidate.group === group)
                .map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <select
          className={`${formStyles.select} ${formStyles.small}`}
          aria-label={t('feeds.comparison')}
          value={filter.operator}
          onChange={(event) => selectOperator(event.target.value as Filter['operator'])}
        >
          {(field?.operators ?? [filter.operator]).map((operator) => (
            <option key={operator} value={operator}>
              {operatorName(operator)}
            </option>
          ))}
        </select>
        <label className={formStyles.switch}>
          <input type="checkbox" checked={filter.excluded} onChange={(event) => onChange({ ...filter, excluded: event.target.checked })} />
          {t('feeds.exclude')}
        </label>
        <Button quiet icon small aria-label={t('feeds.removeCondition')} onClick={onRemove}>
          <Icon name="close" size={14} />
        </Button>
      </div>
      {filter.operator !== 'exists' && (
        <FilterValues filter={filter} field={field} onChange={(values) => onChange({ ...filter, values })} />
      )}
      {field && <p className={`faint ${filterStyles.conditionHint}`}>{field.description}</p>}
    </fieldset>
  );
}
