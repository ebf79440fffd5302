import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Entrance } from '../components/entrance.tsx';
import { Field, FormTrouble, textOf } from '../components/field.tsx';
import { request } from '../lib/api.ts';
import { beginSession, type SessionAnswer } from '../lib/session.tsx';

const fields = ['accountName', 'name', 'email', 'password'];

/** The first page of an installation that nobody can sign in to yet. */
export function SetUp() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const setUp = useMutation({
    mutationFn: (form: FormData) =>
      request<SessionAnswer>('/set-up', {
        method: 'POST',
        body: {
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
    <Entrance title="Set up Leadlight" words="You are the first here. Make the account of your company; you will be its owner.">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setUp.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label="Company" name="accountName" required autoFocus hint={`Days are counted in ${timezone}.`} error={setUp.error} />
        <div className="form-row">
          <Field label="First name" name="firstName" autoComplete="given-name" />
          <Field label="Last name" name="lastName" autoComplete="family-name" />
        </div>
        <Field label="E-mail" name="email" type="email" autoComplete="username" required error={setUp.error} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint="At least 10 characters."
          error={setUp.error}
        />
        <FormTrouble error={setUp.error} fields={fields} />
        <button type="submit" className="button main" disabled={setUp.isPending}>
          Make the account
        </button>
      </form>
    </Entrance>
  );
}
