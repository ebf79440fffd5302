import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import codeStyles from '../ui/code.module.css';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { SignInFrame } from './sign-in-frame.tsx';

const title = 'Forgot your password?';

export function ForgotPassword() {
  const resets = useQuery({
    queryKey: ['session', 'password-resets'],
    queryFn: () => request('GET /password-resets'),
  });
  const ask = useMutation({
    mutationFn: (form: FormData) => request('POST /password-resets', { body: { email: textOf(form, 'email') } }),
  });
  if (resets.isPending) return null;
  if (resets.data?.isMailConfigured === false) return <NoMail />;
  if (ask.isSuccess) {
    return (
      <SignInFrame title="Check your mail" words="If there is a user with this address, we have sent a link to set a new password.">
        <p className="soft">It works once, within 30 minutes. Nothing arrived? Check your spam folder, then try again.</p>
        <BackToSignIn />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} words="Enter your e-mail address. We will send you a link to set a new password.">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus error={ask.error} />
        <FormError error={ask.error ?? resets.error} fields={['email']} />
        <Button type="submit" main disabled={ask.isPending}>
          Send link
        </Button>
        <BackToSignIn />
      </form>
    </SignInFrame>
  );
}

function NoMail() {
  return (
    <SignInFrame title={title} words="This Leadlight server has no mail server, so it cannot send you a link.">
      <p>Ask the person who runs this server to set a new password for you. They use this command:</p>
      <pre className={codeStyles.code}>npx leadlight user set-password --email you@example.com</pre>
      <BackToSignIn />
    </SignInFrame>
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
