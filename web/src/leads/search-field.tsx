import { useDebouncedInput } from '../lib/use-debounced-input.ts';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import leadsStyles from './leads.module.css';

type SearchFieldProps = { value: string; onChange: (value: string) => void; onEnter: (input: string) => void };

/** Searches while the user types, debounced. Enter converts the words to filters. */
export function SearchField({ value, onChange, onEnter }: SearchFieldProps) {
  const { input, setInput, flush } = useDebouncedInput(value, onChange);
  return (
    <div className={leadsStyles.search}>
      <Icon name="search" size={14} />
      <input
        id="lead-search"
        type="search"
        className={formStyles.input}
        placeholder={t('leads.searchExample')}
        aria-label={t('leads.searchPlaceholder')}
        maxLength={200}
        value={input}
        onChange={(event) => setInput(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || input.trim() === '') return;
          // Otherwise the delayed change would put words that have become filters back into the search.
          flush();
          onEnter(input.trim());
        }}
      />
    </div>
  );
}
