import { type ReactNode, useId, useState } from 'react';
import formStyles from './form.module.css';

type Common = { label: string; hint?: ReactNode; disabled: boolean };

export function Switch({ label, hint, disabled, value, onChange }: Common & { value: boolean; onChange: (value: boolean) => void }) {
  const id = useId();
  return (
    <div className={formStyles.switch}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div id={`${id}-hint`} className="faint">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

type SelectProps<Value extends string> = Common & {
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
};

export function Select<Value extends string>({ label, hint, disabled, value, options, onChange }: SelectProps<Value>) {
  const id = useId();
  const select = (selected: string) => {
    const option = options.find(([candidate]) => candidate === selected);
    if (option) onChange(option[0]);
  };
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        className={formStyles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => select(event.target.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <div id={`${id}-hint`} className={formStyles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

export function DaysField({ label, hint, disabled, value, onChange }: Common & { value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={`${id}-hint`}
        type="number"
        min={1}
        max={3650}
        required
        className={formStyles.input}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      {hint && (
        <div id={`${id}-hint`} className={formStyles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

export function LinesField({ label, hint, disabled, value, onChange }: Common & { value: string[]; onChange: (value: string[]) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const saved = value.join('\n');
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        className={`${formStyles.area} mono`}
        rows={3}
        // What was typed, with its empty lines, unless another user has changed the lines.
        value={linesOf(text).join('\n') === saved ? text : saved}
        disabled={disabled}
        onChange={(event) => {
          setText(event.target.value);
          onChange(linesOf(event.target.value));
        }}
      />
      {hint && (
        <div id={`${id}-hint`} className={formStyles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
