import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import codeStyles from '../ui/code.module.css';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { SignInFrame } from './sign-in-frame.tsx';

export function ForgotPassword() {
  const resets = useQuery({
    queryKey: ['session', 'password-resets'],
    queryFn: () => request('GET /password-resets'),
  });
  const requestReset = useMutation({
    mutationFn: (form: FormData) => request('POST /password-resets', { body: { email: textOf(form, 'email') } }),
  });
  if (resets.isPending) return null;
  if (resets.data?.isMailConfigured === false) return <NoMail />;
  if (requestReset.isSuccess) {
    return (
      <SignInFrame title={t('signIn.checkMail')} text={t('signIn.linkSent')}>
        <p className="soft">{t('signIn.linkSentHint')}</p>
        <BackToSignIn />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('signIn.forgotPassword')} text={t('signIn.forgotPasswordIntro')}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          requestReset.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={t('common.email')} name="email" type="email" autoComplete="username" required autoFocus error={requestReset.error} />
        <FormError error={requestReset.error ?? resets.error} fields={['email']} />
        <Button type="submit" main disabled={requestReset.isPending}>
          {t('signIn.sendLink')}
        </Button>
        <BackToSignIn />
      </form>
    </SignInFrame>
  );
}

function NoMail() {
  return (
    <SignInFrame title={t('signIn.forgotPassword')} text={t('signIn.emailNotConfigured')}>
      <p>{t('signIn.askOperator')}</p>
      <pre className={codeStyles.code}>
        npx leadlight user set-password <span style={{ whiteSpace: 'nowrap' }}>--email you@example.com</span>
      </pre>
      <BackToSignIn />
    </SignInFrame>
  );
}

function BackToSignIn() {
  return (
    <p>
      <a className="link target" href="/sign-in">
        {t('signIn.backToSignIn')}
      </a>
    </p>
  );
}
