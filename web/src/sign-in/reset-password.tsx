import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The page of a password reset link. Its secret is in the URL fragment and is sent only in request bodies. */
export function ResetPassword() {
  const [secret] = useState(() => location.hash.slice(1));
  const opened = useQuery({
    queryKey: ['session', 'password-reset', secret],
    queryFn: () => request('POST /password-resets/open', { body: { secret } }),
    refetchOnWindowFocus: false,
  });
  const complete = useMutation({
    mutationFn: (form: FormData) => request('POST /password-resets/complete', { body: { secret, password: textOf(form, 'password') } }),
  });
  if (complete.isSuccess) {
    return (
      <SignInFrame title={t('signIn.passwordChanged')} text={t('signIn.passwordChangedHint')}>
        <a className={buttonClass({ main: true })} href="/sign-in">
          {t('signIn.signIn')}
        </a>
      </SignInFrame>
    );
  }
  if (opened.isPending) return null;
  if (opened.error) {
    return (
      <SignInFrame title={t('signIn.invalidLink')} text={opened.error.message}>
        <a className={buttonClass({ main: true })} href="/forgot-password">
          {t('signIn.requestLink')}
        </a>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('signIn.setNewPassword')} text={t('signIn.forAddress', { email: opened.data.email })}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          complete.mutate(new FormData(event.currentTarget));
        }}
      >
        <NewPasswordField label={t('common.newPassword')} hint={t('signIn.signedOutEverywhere')} error={complete.error} autoFocus />
        <FormError error={complete.error} fields={['password']} />
        <Button type="submit" main disabled={complete.isPending}>
          {t('common.changePassword')}
        </Button>
      </form>
    </SignInFrame>
  );
}
