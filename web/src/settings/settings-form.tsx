import type { ReactNode } from 'react';
import { FormTrouble } from '../ui/field.tsx';

type SettingsFormProps = {
  title?: string;
  action: string;
  onSave: (form: HTMLFormElement) => void;
  error: Error | null;
  /** Names of fields that show the refusal that concerns them. */
  fields?: string[];
  isSaving: boolean;
  /** Who may not change anything sees what is set, without a button. */
  mayChange?: boolean;
  children: ReactNode;
};

/** A card with fields that are sent together. */
export function SettingsForm({ title, action, onSave, error, fields, isSaving, mayChange = true, children }: SettingsFormProps) {
  return (
    <form
      className="card form padded"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(event.currentTarget);
      }}
    >
      {title && <h2>{title}</h2>}
      {children}
      <FormTrouble error={error} fields={fields} />
      {mayChange && (
        <div className="actions end">
          <button type="submit" className="button main" disabled={isSaving}>
            {action}
          </button>
        </div>
      )}
    </form>
  );
}
