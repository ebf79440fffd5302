import type { ReactNode } from 'react';
import { FormError } from '../ui/field.tsx';

type SettingsFormProps = {
  title?: string;
  action: string;
  onSave: (form: HTMLFormElement) => void;
  error: Error | null;
  /** Names of fields that show their own error. */
  fields?: string[];
  isSaving: boolean;
  /** Without it the form has no button. */
  mayChange?: boolean;
  children: ReactNode;
};

/** A card with fields that are saved together. */
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
      <FormError error={error} fields={fields} />
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
