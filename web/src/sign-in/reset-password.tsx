import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The page of the mailed link. Its secret is in the fragment, which is sent in bodies only. */
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
      <SignInFrame title="Password changed" words="You have been signed out everywhere. Sign in with your new password.">
        <a className={buttonClass({ main: true })} href="/sign-in">
          Sign in
        </a>
      </SignInFrame>
    );
  }
  if (opened.isPending) return null;
  if (opened.error) {
    return (
      <SignInFrame title="This link does not work" words={opened.error.message}>
        <a className={buttonClass({ main: true })} href="/forgot-password">
          Request a new link
        </a>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Set a new password" words={`For ${opened.data.email}.`}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          complete.mutate(new FormData(event.currentTarget));
        }}
      >
        <NewPasswordField label="New password" hint=" You will be signed out everywhere." error={complete.error} autoFocus />
        <FormError error={complete.error} fields={['password']} />
        <Button type="submit" main disabled={complete.isPending}>
          Change password
        </Button>
      </form>
    </SignInFrame>
  );
}
