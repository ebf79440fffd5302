import { useId } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';

const maxShown = 8;

export type FoundRecord = { id: string; name: string; detail: string };

type RecordSearchProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Not set while the search is too short or running. */
  found: FoundRecord[] | undefined;
  error: Error | null;
  onSelect: (record: FoundRecord) => void;
  autoFocus?: boolean;
};

/** A search field with its results. Enter selects the first result. */
export function RecordSearch({ label, value, onChange, found, error, onSelect, autoFocus }: RecordSearchProps) {
  const id = useId();
  return (
    <>
      <div className={formStyles.field}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="search"
          className={formStyles.input}
          placeholder={t('lists.addSearch')}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: a dialog with this field is opened to type into it.
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found?.[0]) onSelect(found[0]);
          }}
        />
      </div>
      {(found || error) && (
        <div role="status">
          {error && <p style={{ color: 'var(--bad)' }}>{error.message}</p>}
          {found?.length === 0 && <p className="faint">{t('lists.noSuchRecord')}</p>}
          <div className={formStyles.actions}>
            {found?.slice(0, maxShown).map((record) => (
              <Button key={record.id} small onClick={() => onSelect(record)}>
                <Icon name="plus" size={13} /> {record.name} <span className="faint">{record.detail}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
