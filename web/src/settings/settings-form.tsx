import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';

type SettingsFormProps = {
  title?: string;
  action: string;
  onSave: (form: HTMLFormElement) => void;
  error: Error | null;
  /** Names of fields that show their own error. */
  fields?: string[];
  isSaving: boolean;
  /** If false, the form has no button. */
  canChange?: boolean;
  children: ReactNode;
};

/** A card with fields that are saved together. */
export function SettingsForm({ title, action, onSave, error, fields, isSaving, canChange = true, children }: SettingsFormProps) {
  return (
    <form
      className={`${cardStyles.card} ${formStyles.form} ${cardStyles.padded}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(event.currentTarget);
      }}
    >
      {title && <h2>{title}</h2>}
      {children}
      <FormError error={error} fields={fields} />
      {canChange && (
        <div className={`${formStyles.actions} ${formStyles.end}`}>
          <Button type="submit" main disabled={isSaving}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
