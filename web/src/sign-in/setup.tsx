import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { request } from '../api/request.ts';
import { beginSession } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import codeStyles from '../ui/code.module.css';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const fields = ['accountName', 'email', 'password'];

/** The first page of a new installation. The token is in the URL fragment of the setup link. */
export function Setup() {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token === '' ? <LinkNeeded /> : <SetupForm token={token} />;
}

function LinkNeeded() {
  return (
    <SignInFrame title={t('signIn.openSetupLink')} text={t('signIn.setupNeeded')}>
      <p>{t('signIn.setupLinkHint')}</p>
      <pre className={codeStyles.code}>set-up-link.txt</pre>
      <p>{t('signIn.printNewLink')}</p>
      <pre className={codeStyles.code}>npx leadlight setup-link</pre>
    </SignInFrame>
  );
}

function SetupForm({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const setup = useMutation({
    mutationFn: (form: FormData) =>
      request('POST /set-up', {
        body: {
          token,
          accountName: textOf(form, 'accountName'),
          timezone,
          email: textOf(form, 'email'),
          password: textOf(form, 'password'),
          firstName: textOf(form, 'firstName'),
          lastName: textOf(form, 'lastName'),
        },
      }),
    onSuccess: (session) => {
      beginSession(queryClient, session);
      navigate('/settings/tracker');
    },
  });
  return (
    <SignInFrame title={t('signIn.setupTitle')} text={t('signIn.setupIntro')}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setup.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field
          label={t('common.company')}
          name="accountName"
          required
          autoFocus
          hint={t('signIn.timezoneHint', { timezone })}
          error={setup.error}
        />
        <div className={formStyles.formRow}>
          <Field label={t('signIn.firstName')} name="firstName" autoComplete="given-name" />
          <Field label={t('signIn.lastName')} name="lastName" autoComplete="family-name" />
        </div>
        <Field label={t('common.email')} name="email" type="email" autoComplete="username" required error={setup.error} />
        <NewPasswordField error={setup.error} />
        <FormError error={setup.error} fields={fields} />
        <Button type="submit" main disabled={setup.isPending}>
          {t('signIn.createAccount')}
        </Button>
      </form>
    </SignInFrame>
  );
}
