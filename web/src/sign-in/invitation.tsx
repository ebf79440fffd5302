import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type Person = { password: string; firstName: string; lastName: string };

/** The page of an invitation link. Its secret is in the fragment, which is sent in bodies only. */
export function Invitation() {
  const [secret] = useState(() => location.hash.slice(1));
  const session = useSession();
  const opened = useQuery({
    queryKey: ['session', 'invitation', secret],
    queryFn: () => request('POST /invitations/open', { body: { secret } }),
  });
  if (opened.isPending || session.isPending) return null;
  if (opened.error) {
    return (
      <SignInFrame title="This invitation does not work" words={opened.error.message}>
        <p>
          <a className="link" href="/sign-in">
            Sign in
          </a>
        </p>
      </SignInFrame>
    );
  }
  const { accountName, email, role, createsUser } = opened.data;
  const signedInAs = session.data?.user.email;
  return (
    <SignInFrame title={`Join ${accountName}`} words={`You are invited as ${role}, with the address ${email}.`}>
      {signedInAs === undefined ? (
        createsUser ? (
          <SignInOrCreate secret={secret} email={email} />
        ) : (
          <SignInOnly email={email} />
        )
      ) : signedInAs === email ? (
        <Join secret={secret} email={email} />
      ) : (
        <OtherUser email={email} signedInAs={signedInAs} />
      )}
    </SignInFrame>
  );
}

function useAccept(secret: string) {
  return useMutation({
    mutationFn: (person: Person | null) => request('POST /invitations/accept', { body: { secret, ...(person && { person }) } }),
    onSuccess: ({ accountId }) => location.assign(`/leads?account=${accountId}`),
  });
}

function Join({ secret, email }: { secret: string; email: string }) {
  const accept = useAccept(secret);
  return (
    <div className={formStyles.form}>
      <p className="soft">You are signed in as {email}.</p>
      <FormError error={accept.error} />
      <Button main disabled={accept.isPending} onClick={() => accept.mutate(null)}>
        Join
      </Button>
    </div>
  );
}

function OtherUser({ email, signedInAs }: { email: string; signedInAs: string }) {
  const signOut = useMutation({
    mutationFn: () => request('DELETE /session'),
    onSuccess: () => location.reload(),
  });
  return (
    <div className={formStyles.form}>
      <p>
        You are signed in as {signedInAs}. This invitation is for {email}.
      </p>
      <FormError error={signOut.error} />
      <Button main disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out and continue
      </Button>
    </div>
  );
}

function SignInOrCreate({ secret, email }: { secret: string; email: string }) {
  const [isKnown, setIsKnown] = useState(false);
  return (
    <>
      {isKnown ? <SignInForm email={email} /> : <CreateUser secret={secret} />}
      <p style={{ marginTop: 14 }}>
        <button type="button" className="link" onClick={() => setIsKnown(!isKnown)}>
          {isKnown ? 'I am new to Leadlight' : 'I already use Leadlight: sign in'}
        </button>
      </p>
    </>
  );
}

/** Without a mail server and beside other accounts, the link creates no users. */
function SignInOnly({ email }: { email: string }) {
  return (
    <>
      <SignInForm email={email} />
      <p className="soft" style={{ marginTop: 14 }}>
        No user yet? Ask the operator of this server to create one, then open this link again.
      </p>
    </>
  );
}

function CreateUser({ secret }: { secret: string }) {
  const accept = useAccept(secret);
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        accept.mutate({ password: textOf(form, 'password'), firstName: textOf(form, 'firstName'), lastName: textOf(form, 'lastName') });
      }}
    >
      <div className={formStyles.formRow}>
        <Field label="First name" name="firstName" autoComplete="given-name" autoFocus />
        <Field label="Last name" name="lastName" autoComplete="family-name" />
      </div>
      <NewPasswordField label="Set a password" error={accept.error} />
      <FormError error={accept.error} fields={['password']} />
      <Button type="submit" main disabled={accept.isPending}>
        Join
      </Button>
    </form>
  );
}
