import { t } from '../texts/t.ts';
import { Field } from '../ui/field.tsx';

/** A field in which signed-in users confirm a change with their password. */
export function CurrentPasswordField({ label = t('security.yourPassword'), name = 'password', hint, error }: CurrentPasswordProps) {
  return <Field label={label} name={name} type="password" autoComplete="current-password" required hint={hint} error={error} />;
}

type CurrentPasswordProps = { label?: string; name?: string; hint?: string; error: Error | null };
