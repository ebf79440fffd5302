import { useEffect, useState } from 'react';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import leadsStyles from './leads.module.css';

const debounceMs = 200;

type SearchFieldProps = { value: string; onChange: (value: string) => void; onEnter: (input: string) => void };

/** Searches while the user types, debounced. Enter converts the words to filters. */
export function SearchField({ value, onChange, onEnter }: SearchFieldProps) {
  const [input, setInput] = useState(value);
  useEffect(() => setInput(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the delay.
  useEffect(() => {
    if (input === value) return;
    const timer = setTimeout(() => onChange(input), debounceMs);
    return () => clearTimeout(timer);
  }, [input]);
  return (
    <div className={leadsStyles.search}>
      <Icon name="search" size={14} />
      <input
        id="lead-search"
        type="search"
        className={formStyles.input}
        placeholder={t('common.search')}
        aria-label={t('leads.searchPlaceholder')}
        maxLength={200}
        value={input}
        onChange={(event) => setInput(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && input.trim() !== '') onEnter(input.trim());
        }}
      />
    </div>
  );
}
