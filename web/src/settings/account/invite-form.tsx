import { useState } from 'react';
import type { SentInvitation } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { SettingsForm } from '../settings-form.tsx';

const roles = {
  owner: 'accountSettings.roleOwner',
  admin: 'accountSettings.roleAdmin',
  member: 'accountSettings.roleMember',
  viewer: 'accountSettings.roleViewer',
} as const;

/** The roles that a user can grant. Only owners can grant the owner role. */
export function rolesFor(ownRole: string): string[] {
  return Object.keys(roles).filter((role) => role !== 'owner' || ownRole === 'owner');
}

export function InvitationSent({ sent: { email, delivery, url } }: { sent: SentInvitation }) {
  if (delivery === 'mail_failed') {
    return (
      <Notice tone="bad" role="alert">
        {t('accountSettings.invitationRefused', { email })}
      </Notice>
    );
  }
  if (url === null) {
    return (
      <Notice tone="good" role="status">
        {t('accountSettings.invitationMailed', { email })}
      </Notice>
    );
  }
  return (
    <SecretNotice secret={url} testId="invitation-link" copyName={t('accountSettings.copyLink')}>
      {t('accountSettings.invitationLink', { email })}
    </SecretNotice>
  );
}

export function InviteForm({ onSent }: { onSent: (sent: SentInvitation) => void }) {
  const { account } = useWorkspace();
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
      title={t('accountSettings.inviteUser')}
      action={t('accountSettings.sendInvitation')}
      onSave={invite}
      error={change.error}
      fields={['email']}
      isSaving={change.isPending}
    >
      <div className={formStyles.formRow}>
        <Field label={t('common.email')} name="email" type="email" required error={change.error} />
        <Select
          label={t('accountSettings.role')}
          disabled={false}
          value={role}
          options={rolesFor(account.role).map((option) => [option, t(roles[option as keyof typeof roles])] as const)}
          onChange={setRole}
        />
      </div>
    </SettingsForm>
  );
}
