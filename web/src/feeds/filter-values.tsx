import { useId, useState } from 'react';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import filterStyles from './filter.module.css';
import { type Filter, type FilterField, valueName } from './filters.ts';
import { useSuggestions } from './use-suggestions.ts';

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
    <ListedValues field={field} values={filter.values} onChange={onChange} />
  ) : (
    <TypedValues
      key={`${filter.field} ${filter.operator}`}
      field={filter.field}
      type={type}
      values={filter.values}
      read={read}
      onChange={onChange}
    />
  );
}

function Chips({ field, values, onChange }: { field?: FilterField; values: Value[]; onChange: (values: Value[]) => void }) {
  return values.map((value, index) => (
    <span key={String(value)} className={filterStyles.valueChip}>
      {index > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
      <Tag>
        <span className="truncate">{valueName(field, value)}</span>
        <button
          type="button"
          aria-label={t('common.removeNamed', { name: valueName(field, value) })}
          onClick={() => onChange(values.filter((other) => other !== value))}
        >
          <Icon name="close" size={11} />
        </button>
      </Tag>
    </span>
  ));
}

function ListedValues({ field, values, onChange }: { field: FilterField; values: Value[]; onChange: (values: Value[]) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const options = field.options ?? [];
  const remaining = options.filter(({ value }) => !values.includes(value));
  if (options.length === 0) return <p className="faint">{t('feeds.nothingToSelect')}</p>;
  const find = (typed: string) => remaining.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
  // A complete name may be the beginning of another: "Niger" may still become "Nigeria".
  const isUnique = (typed: string) =>
    remaining.filter(({ name }) => name.toLowerCase().startsWith(typed.trim().toLowerCase())).length === 1;
  const add = (value: string) => {
    setText('');
    onChange([...values, value]);
  };
  return (
    <div className={filterStyles.values}>
      <Chips field={field} values={values} onChange={onChange} />
      {remaining.length > 0 && (
        <span className={filterStyles.nextValue}>
          {values.length > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
          <input
            className={`${formStyles.input} ${formStyles.small}`}
            aria-label={t('common.value')}
            list={id}
            placeholder={t(values.length === 0 ? 'feeds.select' : 'feeds.addAnother')}
            value={text}
            onChange={(event) => {
              const found = find(event.target.value);
              if (found && isUnique(event.target.value)) add(found.value);
              else setText(event.target.value);
            }}
            onBlur={() => {
              const found = find(text);
              if (found) add(found.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return;
              event.preventDefault();
              const typed = text.trim().toLowerCase();
              const found = find(text) ?? remaining.find(({ name }) => name.toLowerCase().startsWith(typed));
              if (found) add(found.value);
            }}
          />
          <datalist id={id}>
            {remaining.map(({ value, name }) => (
              <option key={value} value={name} />
            ))}
          </datalist>
        </span>
      )}
    </div>
  );
}

type TypedProps = { field?: string; type: string; values: Value[]; read: (text: string) => Value; onChange: (values: Value[]) => void };

/** The text being typed already counts as a value; Enter or a comma adds another. */
function TypedValues({ field = '', type, values, read, onChange }: TypedProps) {
  const id = useId();
  const [draft, setDraft] = useState(values.length === 1 ? String(values[0]) : '');
  const [done, setDone] = useState(values.length === 1 ? [] : values);
  const suggested = useSuggestions(type === 'text' ? field : '', draft);
  const update = (nextDone: Value[], text: string) => {
    const clean = text.trim();
    setDone(nextDone);
    setDraft(text);
    onChange(clean === '' || nextDone.includes(read(clean)) ? nextDone : [...nextDone, read(clean)]);
  };
  return (
    <div className={filterStyles.values}>
      <Chips values={done} onChange={(next) => update(next, draft)} />
      <span className={filterStyles.nextValue}>
        {done.length > 0 && <span className={filterStyles.or}>{t('common.or')}</span>}
        <input
          className={`${formStyles.input} ${formStyles.small}`}
          aria-label={t('common.value')}
          type={inputTypes[type] ?? 'text'}
          list={suggested.length > 0 ? id : undefined}
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
      </span>
      {suggested.length > 0 && (
        <datalist id={id}>
          {suggested.map(({ value, visits }) => (
            <option key={value} value={value} label={visits === null ? undefined : t('common.visitCount', { count: visits })} />
          ))}
        </datalist>
      )}
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
