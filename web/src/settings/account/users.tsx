import { useState } from 'react';
import type { SentInvitation } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { formatDay } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import personStyles from '../../ui/person.module.css';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const roles = {
  owner: 'Owner: full access',
  admin: 'Admin: full access except owners',
  member: 'Member: works with leads',
  viewer: 'Viewer: read only',
};

export function UsersPart() {
  const { mayManage, user, account } = useWork();
  const members = useMembers();
  const { data: invitations = [] } = useAccountQuery('/invitations', { enabled: mayManage });
  const updateMember = useAccountChange('PATCH /members/:userId');
  const removeMember = useAccountChange('DELETE /members/:userId');
  const withdraw = useAccountChange('DELETE /invitations/:invitationId');
  const renew = useAccountChange('POST /invitations/:invitationId/renew');
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const mayTouch = (role: string) => mayManage && (role !== 'owner' || account.role === 'owner');
  return (
    <>
      <SettingsIntro title="Users" words="Who has access to this account, and what they can do." />
      <div className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th>Person</th>
              <th>Role</th>
              <th>
                <span className="unseen">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.id}>
                <td>
                  <span className={personStyles.who}>
                    <Avatar name={memberName(member)} isPerson />
                    <span className={personStyles.names}>
                      <span className={personStyles.name}>{memberName(member)}</span>
                      <span className={personStyles.domain}>{member.email}</span>
                    </span>
                  </span>
                </td>
                <td>
                  {mayTouch(member.role) ? (
                    <select
                      className={`${formStyles.select} ${formStyles.small}`}
                      aria-label={`Role of ${memberName(member)}`}
                      value={member.role}
                      onChange={(event) => updateMember.mutate({ params: { userId: member.id }, body: { role: event.target.value } })}
                    >
                      {rolesFor(account.role).map((role) => (
                        <option key={role}>{role}</option>
                      ))}
                    </select>
                  ) : (
                    member.role
                  )}
                </td>
                <td className={tableStyles.right}>
                  {mayTouch(member.role) && member.id !== user.id && (
                    <DeleteButton
                      name={memberName(member)}
                      action="Remove"
                      isWord
                      onConfirm={() => removeMember.mutate({ params: { userId: member.id } })}
                    >
                      They lose access to this account at once, with their keys and tokens. What they did stays. Invite them again to give
                      access back.
                    </DeleteButton>
                  )}
                </td>
              </tr>
            ))}
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td className="soft">
                  {invitation.email} <InvitationState expiresAt={invitation.expiresAt} />
                </td>
                <td className="soft">{invitation.role}</td>
                <td className={tableStyles.right}>
                  {mayTouch(invitation.role) && (
                    <Button
                      quiet
                      small
                      aria-label={`Send again to ${invitation.email}`}
                      disabled={renew.isPending}
                      onClick={() => renew.mutate({ params: { invitationId: invitation.id } }, { onSuccess: setSent })}
                    >
                      Send again
                    </Button>
                  )}
                  <Button
                    quiet
                    small
                    aria-label={`Withdraw the invitation for ${invitation.email}`}
                    onClick={() => withdraw.mutate({ params: { invitationId: invitation.id } })}
                  >
                    Withdraw
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sent && <InvitationSent sent={sent} />}
      {mayManage && <InviteForm onSent={setSent} />}
    </>
  );
}

function InvitationState({ expiresAt }: { expiresAt: string }) {
  const isOver = Date.parse(expiresAt) <= Date.now();
  return (
    <Badge tone={isOver ? 'bad' : 'warn'}>
      {isOver ? 'Expired on' : 'Invited until'} {formatDay(expiresAt)}
    </Badge>
  );
}

/** Only an owner can grant the owner role. */
function rolesFor(own: string): string[] {
  return Object.keys(roles).filter((role) => role !== 'owner' || own === 'owner');
}

function InvitationSent({ sent: { email, delivery, url } }: { sent: SentInvitation }) {
  if (delivery === 'mail_failed') {
    return (
      <Notice tone="bad" role="alert">
        The mail server did not accept the message to {email}. Check the address, then select “Send again” beside the invitation.
      </Notice>
    );
  }
  if (url === null) {
    return (
      <Notice tone="good" role="status">
        The invitation was mailed to {email}. It is valid for seven days, for one person.
      </Notice>
    );
  }
  return (
    <SecretNotice secret={url} testId="invitation-link" copyName="Copy link">
      This server has no mail server, so pass the link on to {email} yourself. It is valid for seven days, for one person, and shown only
      now. If the server has other accounts too, the person needs a user already: the operator creates it.
    </SecretNotice>
  );
}

function InviteForm({ onSent }: { onSent: (sent: SentInvitation) => void }) {
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
