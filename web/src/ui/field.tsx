import { type InputHTMLAttributes, useId } from 'react';
import { ApiError } from '../api/api-error.ts';
import formStyles from './form.module.css';
import { Notice } from './notice.tsx';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string; error?: Error | null };

/** A labeled input with a hint or its error. */
export function Field({ label, hint, error, name, ...input }: FieldProps) {
  const id = useId();
  const message = error instanceof ApiError && error.field !== undefined && error.field === name ? error.message : null;
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} className={formStyles.input} aria-invalid={message !== null} aria-describedby={`${id}-hint`} {...input} />
      {(message ?? hint) && (
        <div
          id={`${id}-hint`}
          role={message ? 'alert' : undefined}
          className={formStyles.hint}
          style={message ? { color: 'var(--bad)' } : undefined}
        >
          {message ?? hint}
        </div>
      )}
    </div>
  );
}

/** The error of a form, unless one of its fields shows it. */
export function FormError({ error, fields = [] }: { error: Error | null; fields?: string[] }) {
  if (!error || (error instanceof ApiError && error.field && fields.includes(error.field))) return null;
  return (
    <Notice tone="bad" role="alert">
      {error.message}
    </Notice>
  );
}

export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}
