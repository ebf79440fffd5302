import { useEffect, useState } from 'react';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import leadsStyles from './leads.module.css';

const debounceMs = 200;

type SearchFieldProps = { value: string; onChange: (value: string) => void; onEnter: (words: string) => void };

/** Searches as the user types, debounced. Enter reads the words as filters. */
export function SearchField({ value, onChange, onEnter }: SearchFieldProps) {
  const [words, setWords] = useState(value);
  useEffect(() => setWords(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait.
  useEffect(() => {
    if (words === value) return;
    const timer = setTimeout(() => onChange(words), debounceMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className={leadsStyles.search}>
      <Icon name="search" size={14} />
      <input
        id="lead-search"
        type="search"
        className={formStyles.input}
        placeholder={t('common.search')}
        aria-label={t('leads.searchCompaniesByNameOr')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && words.trim() !== '') onEnter(words.trim());
        }}
      />
    </div>
  );
}
