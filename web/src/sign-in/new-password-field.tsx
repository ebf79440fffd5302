import { Field } from '../ui/field.tsx';

/** Where a new password is typed: the same rule and hint everywhere. */
export function NewPasswordField({ label = 'Password', hint = '', error, autoFocus }: NewPasswordProps) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      required
      autoFocus={autoFocus}
      hint={`At least 10 characters, and not a common password.${hint}`}
      error={error}
    />
  );
}

type NewPasswordProps = { label?: string; hint?: string; error: Error | null; autoFocus?: boolean };
