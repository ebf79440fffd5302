import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { beginSession } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Signs in with a password, for any e-mail address or only for the given one. */
export function SignInForm({ email }: { email?: string }) {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      request('POST /session', {
        body: { email: email ?? textOf(form, 'email'), password: textOf(form, 'password') },
      }),
    onSuccess: (step) => {
      if (!('challenge' in step)) beginSession(queryClient, step);
    },
  });
  /** Why the second step had to be left. */
  const [expiry, setExpiry] = useState<Error | null>(null);
  if (signIn.data && 'challenge' in signIn.data) {
    const restart = (error?: Error) => {
      setExpiry(error ?? null);
      signIn.reset();
    };
    return <SecondFactorForm challenge={signIn.data.challenge} onRestart={restart} />;
  }
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setExpiry(null);
        signIn.mutate(new FormData(event.currentTarget));
      }}
    >
      <Field
        label={t('common.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={email === undefined}
        error={signIn.error}
        {...(email !== undefined && { value: email, readOnly: true })}
      />
      <Field
        label={t('signIn.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
        error={signIn.error}
      />
      <FormError error={signIn.error ?? expiry} fields={['email', 'password']} />
      <Button type="submit" main disabled={signIn.isPending}>
        {signIn.isPending ? t('signIn.signingIn') : t('signIn.signIn')}
      </Button>
      <a className="link target" href="/forgot-password">
        {t('signIn.forgotPassword')}
      </a>
    </form>
  );
}
