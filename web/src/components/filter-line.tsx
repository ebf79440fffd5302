import { useState } from 'react';
import type { Filter } from '../../../server/src/domain/feeds/filter.ts';
import type { FieldEntry } from './filter-builder.tsx';
import { Icon } from './icon.tsx';

const operatorNames: Record<string, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  begins_with: 'begins with',
  ends_with: 'ends with',
  matches: 'matches (* for anything)',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  between: 'between',
  exists: 'is known',
};

type FilterLineProps = { filter: Filter; fields: FieldEntry[]; onChange: (filter: Filter) => void; onRemove: () => void };

export function FilterLine({ filter, fields, onChange, onRemove }: FilterLineProps) {
  const field = fields.find(({ name }) => name === filter.field);
  const [words, setWords] = useState(filter.values.join(', '));
  const read = (text: string) => {
    setWords(text);
    const values = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const isUnfinished = filter.operator === 'between' && values.length !== 2;
    onChange({ ...filter, values: isUnfinished ? [] : values });
  };
  const chooseField = (name: string) => {
    setWords('');
    const next = fields.find((one) => one.name === name)!;
    const operator = (next.operators.includes('contains') ? 'contains' : next.operators[0]) as Filter['operator'];
    onChange({ ...filter, field: name, operator, values: next.type === 'boolean' ? ['true'] : [] });
  };
  return (
    <fieldset style={{ display: 'grid', gap: 6, margin: 0, padding: 10, border: '1px solid var(--line)', borderRadius: 10 }}>
      <legend className="unseen">Condition</legend>
      <div className="actions" style={{ flexWrap: 'nowrap' }}>
        <select className="select small" aria-label="What" value={filter.field} onChange={(event) => chooseField(event.target.value)}>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="select small"
          aria-label="How"
          value={filter.operator}
          onChange={(event) =>
            onChange({
              ...filter,
              operator: event.target.value as Filter['operator'],
              values: event.target.value === 'exists' ? [] : filter.values,
            })
          }
        >
          {(field?.operators ?? [filter.operator]).map((operator) => (
            <option key={operator} value={operator}>
              {operatorNames[operator] ?? operator}
            </option>
          ))}
        </select>
        <button type="button" className="button quiet icon small" aria-label="Remove the condition" onClick={onRemove}>
          <Icon name="close" size={14} />
        </button>
      </div>
      {filter.operator !== 'exists' &&
        (field?.type === 'boolean' || field?.choices ? (
          <select
            className="select small"
            aria-label="Value"
            value={String(filter.values[0] ?? '')}
            onChange={(event) => onChange({ ...filter, values: event.target.value === '' ? [] : [event.target.value] })}
          >
            {field.type !== 'boolean' && <option value="">Choose …</option>}
            {(field.choices ?? ['true', 'false']).map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            className="input small"
            aria-label="Value"
            placeholder={filter.operator === 'between' ? 'from, to' : 'one or more, separated by commas'}
            value={words}
            onChange={(event) => read(event.target.value)}
          />
        ))}
      <div className="actions">
        <span className="faint" style={{ flex: 1, fontSize: 12 }}>
          {field?.description}
        </span>
        <label className="switch" style={{ fontSize: 12.5 }}>
          <input type="checkbox" checked={filter.excluded} onChange={(event) => onChange({ ...filter, excluded: event.target.checked })} />
          Exclude
        </label>
      </div>
    </fieldset>
  );
}
