import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useHash } from '../lib/use-hash.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { isInvalidLink } from './is-invalid-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The page of a password reset link. Its secret is in the URL fragment and is sent only in request bodies. */
export function ResetPassword() {
  const secret = useHash();
  const opened = useQuery({
    queryKey: ['session', 'password-reset', secret],
    queryFn: () => request('POST /password-resets/open', { body: { secret } }),
    refetchOnWindowFocus: false,
  });
  if (opened.data) return <SetPassword key={secret} secret={secret} email={opened.data.email} />;
  if (opened.isPending) return null;
  if (!isInvalidLink(opened.error)) return <ErrorState error={opened.error} onRetry={() => opened.refetch()} />;
  return <InvalidLink text={opened.error.message} />;
}

function InvalidLink({ text }: { text: string }) {
  return (
    <SignInFrame title={t('signIn.invalidLink')} text={text}>
      <a className={buttonClass({ main: true })} href="/forgot-password">
        {t('signIn.requestLink')}
      </a>
    </SignInFrame>
  );
}

function SetPassword({ secret, email }: { secret: string; email: string }) {
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
  if (complete.error && isInvalidLink(complete.error)) return <InvalidLink text={complete.error.message} />;
  return (
    <SignInFrame title={t('signIn.setNewPassword')} text={t('signIn.forAddress', { email })}>
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
