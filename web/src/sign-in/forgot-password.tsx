import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { Field, FormTrouble, textOf } from '../ui/field.tsx';
import { Entrance } from './sign-in-frame.tsx';

const title = 'Forgot your password?';

export function ForgotPassword() {
  const resets = useQuery({
    queryKey: ['session', 'password-resets'],
    queryFn: () => request<{ isMailConfigured: boolean }>('/password-resets'),
  });
  const ask = useMutation({
    mutationFn: (form: FormData) => request('/password-resets', { method: 'POST', body: { email: textOf(form, 'email') } }),
  });
  if (resets.isPending) return null;
  if (resets.data?.isMailConfigured === false) return <NoMail />;
  if (ask.isSuccess) {
    return (
      <Entrance title="Check your mail" words="If there is a user with this address, a link to choose a new password is on its way.">
        <p className="soft">It works once, within 30 minutes. Nothing arrived? Look in your spam folder, then ask again.</p>
        <BackToSignIn />
      </Entrance>
    );
  }
  return (
    <Entrance title={title} words="Enter your e-mail address. We will send you a link to choose a new password.">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus error={ask.error} />
        <FormTrouble error={ask.error ?? resets.error} fields={['email']} />
        <button type="submit" className="button main" disabled={ask.isPending}>
          Send link
        </button>
        <BackToSignIn />
      </form>
    </Entrance>
  );
}

function NoMail() {
  return (
    <Entrance title={title} words="This Leadlight sends no mail, so it cannot send you a link.">
      <p>Ask the person who runs this server to set a new password for you. They use this command:</p>
      <pre className="code">npx leadlight user set-password --email you@example.com</pre>
      <BackToSignIn />
    </Entrance>
  );
}

function BackToSignIn() {
  return (
    <p>
      <a className="link" href="/sign-in">
        Back to sign in
      </a>
    </p>
  );
}
