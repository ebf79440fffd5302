import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Entrance } from '../components/entrance.tsx';
import { Field, FormTrouble, textOf } from '../components/field.tsx';
import { request } from '../lib/api.ts';
import { beginSession, type SessionAnswer } from '../lib/session.tsx';
import { SetUp } from './set-up.tsx';

export function SignIn() {
  const [location] = useLocation();
  const queryClient = useQueryClient();
  const setUp = useQuery({ queryKey: ['session', 'set-up'], queryFn: () => request<{ needed: boolean }>('/set-up') });
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      request<SessionAnswer>('/session', { method: 'POST', body: { email: textOf(form, 'email'), password: textOf(form, 'password') } }),
    onSuccess: (session) => beginSession(queryClient, session),
  });
  if (setUp.isPending) return null;
  if (setUp.data?.needed) return <SetUp />;
  const cameFromInside = location !== '/' && location !== '/sign-in';
  return (
    <Entrance title="Sign in" words={cameFromInside ? 'Sign in to go on where you were.' : 'See which companies visit your website.'}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus error={signIn.error} />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required error={signIn.error} />
        <FormTrouble error={signIn.error} fields={['email', 'password']} />
        <button type="submit" className="button main" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </Entrance>
  );
}
