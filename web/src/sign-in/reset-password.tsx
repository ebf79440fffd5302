import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { FormTrouble, textOf } from '../ui/field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Entrance } from './sign-in-frame.tsx';

/** Where the mailed link leads. Its secret stands behind the hash sign and is sent in bodies only. */
export function ResetPassword() {
  const [secret] = useState(() => location.hash.slice(1));
  const opened = useQuery({
    queryKey: ['session', 'password-reset', secret],
    queryFn: () => request<{ email: string }>('/password-resets/open', { method: 'POST', body: { secret } }),
    refetchOnWindowFocus: false,
  });
  const complete = useMutation({
    mutationFn: (form: FormData) =>
      request('/password-resets/complete', { method: 'POST', body: { secret, password: textOf(form, 'password') } }),
  });
  if (complete.isSuccess) {
    return (
      <Entrance title="Password changed" words="You have been signed out everywhere. Sign in with your new password.">
        <a className="button main" href="/sign-in">
          Sign in
        </a>
      </Entrance>
    );
  }
  if (opened.isPending) return null;
  if (opened.error) {
    return (
      <Entrance title="This link does not work" words={opened.error.message}>
        <a className="button main" href="/forgot-password">
          Ask for a new link
        </a>
      </Entrance>
    );
  }
  return (
    <Entrance title="Choose a new password" words={`For ${opened.data.email}.`}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          complete.mutate(new FormData(event.currentTarget));
        }}
      >
        <NewPasswordField label="New password" hint=" You will be signed out everywhere." error={complete.error} autoFocus />
        <FormTrouble error={complete.error} fields={['password']} />
        <button type="submit" className="button main" disabled={complete.isPending}>
          Change password
        </button>
      </form>
    </Entrance>
  );
}
