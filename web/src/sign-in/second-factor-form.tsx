import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { beginSession } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';

/** The second step of a sign-in. `onRestart` returns to the first step, with the error if the challenge has expired. */
export function SecondFactorForm({ challenge, onRestart }: { challenge: string; onRestart: (error?: Error) => void }) {
  const queryClient = useQueryClient();
  const complete = useMutation({
    mutationFn: (form: FormData) => request('POST /session/second-factor', { body: { challenge, code: textOf(form, 'code') } }),
    onSuccess: (session) => beginSession(queryClient, session),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onRestart(error);
    },
  });
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        complete.mutate(new FormData(event.currentTarget));
      }}
    >
      <p className="soft">{t('security.enterCode')}</p>
      <Field
        label={t('security.code')}
        name="code"
        autoComplete="one-time-code"
        required
        maxLength={40}
        autoFocus
        error={complete.error}
        hint={t('security.lostDevice')}
      />
      <FormError error={complete.error} fields={['code']} />
      <Button type="submit" main disabled={complete.isPending}>
        {t('security.continue')}
      </Button>
      <Button quiet onClick={() => onRestart()}>
        {t('signIn.backToSignIn')}
      </Button>
    </form>
  );
}
