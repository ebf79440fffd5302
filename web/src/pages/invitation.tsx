import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Entrance } from '../components/entrance.tsx';
import { Field, FormTrouble, textOf } from '../components/field.tsx';
import { request } from '../lib/api.ts';

type Opened = { accountName: string; email: string; role: string; hasUser: boolean };

/** Where the link of an invitation leads. Its secret stands behind the hash sign and is sent in bodies only. */
export function Invitation() {
  const [secret] = useState(() => location.hash.slice(1));
  const opened = useQuery({
    queryKey: ['session', 'invitation', secret],
    queryFn: () => request<Opened>('/invitations/open', { method: 'POST', body: { secret } }),
  });
  const accept = useMutation({
    mutationFn: (form: FormData) => {
      const person = { password: textOf(form, 'password'), firstName: textOf(form, 'firstName'), lastName: textOf(form, 'lastName') };
      return request<{ accountId: string }>('/invitations/accept', {
        method: 'POST',
        body: { secret, ...(opened.data?.hasUser ? {} : { person }) },
      });
    },
    onSuccess: ({ accountId }) => location.assign(`/leads?account=${accountId}`),
  });
  if (opened.isPending) return null;
  if (opened.error) {
    return (
      <Entrance title="This invitation is no longer good">
        <p className="soft">{opened.error.message}</p>
        <p>
          <a className="link" href="/sign-in">
            Sign in with the user you have
          </a>
        </p>
      </Entrance>
    );
  }
  const { accountName, email, role, hasUser } = opened.data;
  return (
    <Entrance title={`Join ${accountName}`} words={`You are invited as ${role}, with the address ${email}.`}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate(new FormData(event.currentTarget));
        }}
      >
        {hasUser && <p className="soft">You have a user with this address already: you join with the password you have.</p>}
        {!hasUser && (
          <>
            <div className="form-row">
              <Field label="First name" name="firstName" autoComplete="given-name" autoFocus />
              <Field label="Last name" name="lastName" autoComplete="family-name" />
            </div>
            <Field
              label="Choose a password"
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={10}
              required
              hint="At least 10 characters."
              error={accept.error}
            />
          </>
        )}
        <FormTrouble error={accept.error} fields={['password']} />
        <button type="submit" className="button main" disabled={accept.isPending}>
          Join
        </button>
      </form>
    </Entrance>
  );
}
