import { useState } from 'react';
import type { SentInvitation } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { AlertMessage } from '../../ui/notice.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { SettingsForm } from '../settings-form.tsx';

const roles = {
  owner: 'Owner: full access',
  admin: 'Admin: full access except owners',
  member: 'Member: works with leads',
  viewer: 'Viewer: read only',
};

/** Only an owner can grant the owner role. */
export function rolesFor(own: string): string[] {
  return Object.keys(roles).filter((role) => role !== 'owner' || own === 'owner');
}

export function InvitationSent({ sent: { email, delivery, url } }: { sent: SentInvitation }) {
  if (delivery === 'mail_failed') {
    return (
      <AlertMessage tone="bad" role="alert">
        The mail server did not accept the message to {email}. Check the address, then select “Send again” beside the invitation.
      </AlertMessage>
    );
  }
  if (url === null) {
    return (
      <AlertMessage tone="good" role="status">
        The invitation was mailed to {email}. It is valid for seven days, for one person.
      </AlertMessage>
    );
  }
  return (
    <SecretNotice secret={url} testId="invitation-link" copyName="Copy link">
      This server has no mail server, so pass the link on to {email} yourself. It is valid for seven days, for one person, and shown only
      now. If the server has other accounts too, the person needs a user already: the operator creates it.
    </SecretNotice>
  );
}

export function InviteForm({ onSent }: { onSent: (sent: SentInvitation) => void }) {
  const { account } = useWork();
  const change = useAccountChange('POST /invitations', { quiet: true });
  const [role, setRole] = useState('member');
  const invite = (form: HTMLFormElement) =>
    change.mutate(
      { body: { email: textOf(new FormData(form), 'email'), role } },
      {
        onSuccess: (sent) => {
          onSent(sent);
          form.reset();
        },
      },
    );
  return (
    <SettingsForm
      title="Invite a user"
      action="Send invitation"
      onSave={invite}
      error={change.error}
      fields={['email']}
      isSaving={change.isPending}
    >
      <div className={formStyles.formRow}>
        <Field label="E-mail" name="email" type="email" required error={change.error} />
        <Select
          label="Role"
          disabled={false}
          value={role}
          options={rolesFor(account.role).map((one) => [one, roles[one as keyof typeof roles]] as const)}
          onChange={setRole}
        />
      </div>
    </SettingsForm>
  );
}
