import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { endSession, useSession } from '../api/session.tsx';
import { useHash } from '../lib/use-hash.ts';
import { t, tCode } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { isInvalidLink } from './is-invalid-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type Person = { password: string; firstName: string; lastName: string };

/** The page of an invitation link. Its secret is in the URL fragment and is sent only in request bodies. */
export function Invitation() {
  const secret = useHash();
  const session = useSession();
  const opened = useQuery({
    queryKey: ['session', 'invitation', secret],
    queryFn: () => request('POST /invitations/open', { body: { secret } }),
    refetchOnWindowFocus: false,
  });
  if (opened.isPending || session.isPending) return null;
  if (!opened.data) {
    if (!isInvalidLink(opened.error)) return <ErrorState error={opened.error} onRetry={() => opened.refetch()} />;
    return (
      <SignInFrame title={t('signIn.invalidInvitation')} text={opened.error.message}>
        <p>
          <a className="link target" href="/sign-in">
            {t('signIn.signIn')}
          </a>
        </p>
      </SignInFrame>
    );
  }
  const { accountName, email, role, createsUser } = opened.data;
  const signedInAs = session.data?.user.email;
  return (
    <SignInFrame
      key={secret}
      title={t('signIn.joinAccount', { account: accountName })}
      text={t('signIn.invitedAs', { role: tCode('role', role, role), email })}
    >
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
    <div className={formStyles.stack}>
      <p className="soft">{t('signIn.signedInAs', { email })}</p>
      <FormError error={accept.error} />
      <Button main disabled={accept.isPending} onClick={() => accept.mutate(null)}>
        {t('signIn.join')}
      </Button>
    </div>
  );
}

function OtherUser({ email, signedInAs }: { email: string; signedInAs: string }) {
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => location.reload(),
  });
  return (
    <div className={formStyles.stack}>
      <p>{t('signIn.otherUser', { signedInAs, email })}</p>
      <FormError error={signOut.error} />
      <Button main disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('signIn.signOutAndContinue')}
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
        <button type="button" className="link target" onClick={() => setIsKnown(!isKnown)}>
          {isKnown ? t('signIn.newUser') : t('signIn.existingUser')}
        </button>
      </p>
    </>
  );
}

/** Shown if the link cannot create a user: it was not sent by e-mail, and the installation has users outside the account. */
function SignInOnly({ email }: { email: string }) {
  return (
    <>
      <SignInForm email={email} />
      <p className="soft" style={{ marginTop: 14 }}>
        {t('signIn.noUserYet')}
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
        <Field label={t('signIn.firstName')} name="firstName" autoComplete="given-name" autoFocus />
        <Field label={t('signIn.lastName')} name="lastName" autoComplete="family-name" />
      </div>
      <NewPasswordField label={t('signIn.setPassword')} error={accept.error} />
      <FormError error={accept.error} fields={['password']} />
      <Button type="submit" main disabled={accept.isPending}>
        {t('signIn.join')}
      </Button>
    </form>
  );
}
