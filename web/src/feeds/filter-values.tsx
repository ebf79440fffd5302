import { useState } from 'react';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import filterStyles from './filter.module.css';
import { type Filter, type FilterField, valueName } from './filters.ts';

type Value = Filter['values'][number];
type FilterValuesProps = { filter: Filter; field: FilterField | undefined; onChange: (values: Value[]) => void };

const inputTypes: Record<string, string> = { number: 'number', date: 'date' };

/** The values of one condition, which are alternatives. */
export function FilterValues({ filter, field, onChange }: FilterValuesProps) {
  const type = field?.type ?? 'text';
  const read = (text: string): Value => (type === 'number' ? Number(text) : text);
  if (type === 'boolean') return <YesOrNo value={filter.values[0]} onChange={(value) => onChange([value])} />;
  if (filter.operator === 'between') return <Between type={type} values={filter.values} read={read} onChange={onChange} />;
  const isListed = field?.options && ['is', 'is_not'].includes(filter.operator);
  return isListed ? (
    <Listed field={field} values={filter.values} onChange={onChange} />
  ) : (
    <Typed key={`${filter.field} ${filter.operator}`} type={type} values={filter.values} read={read} onChange={onChange} />
  );
}

function Chips({ field, values, onChange }: { field?: FilterField; values: Value[]; onChange: (values: Value[]) => void }) {
  return values.map((value, at) => (
    <span key={String(value)} className={filterStyles.valueChip}>
      {at > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
      <Tag>
        <span className="cut">{valueName(field, value)}</span>
        <button
          type="button"
          aria-label={t('common.removeNamed', { name: valueName(field, value) })}
          onClick={() => onChange(values.filter((one) => one !== value))}
        >
          <Icon name="close" size={11} />
        </button>
      </Tag>
    </span>
  ));
}

function Listed({ field, values, onChange }: { field: FilterField; values: Value[]; onChange: (values: Value[]) => void }) {
  const left = field.options!.filter(({ value }) => !values.includes(value));
  if (field.options!.length === 0) return <p className="faint">{t('feeds.thereIsNothingToSelect')}</p>;
  return (
    <div className={filterStyles.values}>
      <Chips field={field} values={values} onChange={onChange} />
      {values.length > 0 && left.length > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
      {left.length > 0 && (
        <select
          className={`${formStyles.select} ${formStyles.small}`}
          aria-label={t('common.value')}
          value=""
          onChange={(event) => onChange([...values, event.target.value])}
        >
          <option value="">{values.length === 0 ? t('feeds.select') : t('feeds.addAnother')}</option>
          {left.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

type TypedProps = { type: string; values: Value[]; read: (text: string) => Value; onChange: (values: Value[]) => void };

/** The text being typed already counts as a value; Enter or a comma adds another. */
function Typed({ type, values, read, onChange }: TypedProps) {
  const [draft, setDraft] = useState(values.length === 1 ? String(values[0]) : '');
  const [done, setDone] = useState(values.length === 1 ? [] : values);
  const update = (nextDone: Value[], text: string) => {
    const clean = text.trim();
    setDone(nextDone);
    setDraft(text);
    onChange(clean === '' || nextDone.includes(read(clean)) ? nextDone : [...nextDone, read(clean)]);
  };
  return (
    <div className={filterStyles.values}>
      <Chips values={done} onChange={(next) => update(next, draft)} />
      {done.length > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
      <input
        className={`${formStyles.input} ${formStyles.small}`}
        aria-label={t('common.value')}
        type={inputTypes[type] ?? 'text'}
        step="any"
        placeholder={t(done.length > 0 ? 'feeds.anotherValue' : 'feeds.valueHint')}
        value={draft}
        onChange={(event) => update(done, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && draft === '' && done.length > 0) update(done.slice(0, -1), '');
          const isDone = event.key === 'Enter' || (event.key === ',' && type !== 'number');
          if (!isDone || draft.trim() === '') return;
          event.preventDefault();
          update([...done.filter((value) => value !== read(draft.trim())), read(draft.trim())], '');
        }}
      />
    </div>
  );
}

function Between({ type, values, read, onChange }: TypedProps) {
  const [ends, setEnds] = useState<[string, string]>([String(values[0] ?? ''), String(values[1] ?? '')]);
  const set = (at: 0 | 1, text: string) => {
    const next: [string, string] = at === 0 ? [text, ends[1]] : [ends[0], text];
    setEnds(next);
    onChange(next.every((end) => end !== '') ? next.map(read) : []);
  };
  return (
    <div className={filterStyles.values}>
      {([0, 1] as const).map((at) => (
        <span key={at} className={filterStyles.valueChip}>
          {at === 1 && <span className={filterStyles.or}>{t('common.and')}</span>}
          <input
            className={`${formStyles.input} ${formStyles.small}`}
            aria-label={at === 0 ? t('common.from') : t('common.to')}
            type={inputTypes[type] ?? 'text'}
            step="any"
            value={ends[at]}
            onChange={(event) => set(at, event.target.value)}
          />
        </span>
      ))}
    </div>
  );
}

function YesOrNo({ value, onChange }: { value: Value | undefined; onChange: (value: Value) => void }) {
  return (
    <select
      className={`${formStyles.select} ${formStyles.small}`}
      aria-label={t('common.value')}
      value={String(value ?? true)}
      onChange={(event) => onChange(event.target.value === 'true')}
    >
      <option value="true">{t('common.yes')}</option>
      <option value="false">{t('common.no')}</option>
    </select>
  );
}
