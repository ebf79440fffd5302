import { t } from '../texts/t.ts';
import { Field } from '../ui/field.tsx';

/** A field for a new password, with the same rule and hint everywhere. */
export function NewPasswordField({ label = t('signIn.password'), hint, error, autoFocus }: NewPasswordProps) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      required
      autoFocus={autoFocus}
      hint={[t('signIn.passwordRule'), hint].filter(Boolean).join(' ')}
      error={error}
    />
  );
}

type NewPasswordProps = { label?: string; hint?: string; error: Error | null; autoFocus?: boolean };
