import { useState } from 'react';
import type { Invitation } from '../../../../server/src/domain/users/invitations.ts';
import type { MailedInvitation } from '../../../../server/src/domain/users/mail-invitation.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { formatDay } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import { Choice } from '../../ui/form-fields.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';

const roles = {
  owner: 'Owner: everything',
  admin: 'Admin: everything but owners',
  member: 'Member: works with leads',
  viewer: 'Viewer: looks only',
};

type Handed = { id: string; email: string; delivery: MailedInvitation; url: string | null };

export function UsersPart() {
  const { mayManage, user, account } = useWork();
  const members = useMembers();
  const { data: invitations = [] } = useAccountQuery<Invitation[]>('/invitations', { enabled: mayManage });
  const change = useAccountChange();
  const renew = useAccountChange<Handed>();
  const [handed, setHanded] = useState<Handed | null>(null);
  const mayTouch = (role: string) => mayManage && (role !== 'owner' || account.role === 'owner');
  return (
    <>
      <LeadIn title="Users" words="Who may come into this account, and what they may do in it." />
      <div className="card rows scroll-sideways">
        <table className="plain-table">
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
                  <span className="who">
                    <Avatar name={memberName(member)} isPerson />
                    <span className="names">
                      <span className="name">{memberName(member)}</span>
                      <span className="domain">{member.email}</span>
                    </span>
                  </span>
                </td>
                <td>
                  {mayTouch(member.role) ? (
                    <select
                      className="select small"
                      aria-label={`Role of ${memberName(member)}`}
                      value={member.role}
                      onChange={(event) =>
                        change.mutate({ method: 'PATCH', path: `/members/${member.id}`, body: { role: event.target.value } })
                      }
                    >
                      {rolesFor(account.role).map((role) => (
                        <option key={role}>{role}</option>
                      ))}
                    </select>
                  ) : (
                    member.role
                  )}
                </td>
                <td className="right">
                  {mayTouch(member.role) && member.id !== user.id && (
                    <RemoveButton
                      name={memberName(member)}
                      action="Remove"
                      isWord
                      onConfirm={() => change.mutate({ method: 'DELETE', path: `/members/${member.id}` })}
                    >
                      They are out of this account with their next request, with their keys and tokens. What they did stays. Invite them
                      again to let them back in.
                    </RemoveButton>
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
                <td className="right">
                  {mayTouch(invitation.role) && (
                    <button
                      type="button"
                      className="button quiet small"
                      aria-label={`Send again to ${invitation.email}`}
                      disabled={renew.isPending}
                      onClick={() =>
                        renew.mutate({ method: 'POST', path: `/invitations/${invitation.id}/renew` }, { onSuccess: setHanded })
                      }
                    >
                      Send again
                    </button>
                  )}
                  <button
                    type="button"
                    className="button quiet small"
                    aria-label={`Withdraw the invitation of ${invitation.email}`}
                    onClick={() => change.mutate({ method: 'DELETE', path: `/invitations/${invitation.id}` })}
                  >
                    Withdraw
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {handed && <HandedOver handed={handed} />}
      {mayManage && <InviteForm onMade={setHanded} />}
    </>
  );
}

function InvitationState({ expiresAt }: { expiresAt: string }) {
  const isOver = Date.parse(expiresAt) <= Date.now();
  return (
    <span className={`badge ${isOver ? 'bad' : 'warn'}`}>
      {isOver ? 'Expired on' : 'Invited until'} {formatDay(expiresAt)}
    </span>
  );
}

/** Only an owner makes owners. */
function rolesFor(own: string): string[] {
  return Object.keys(roles).filter((role) => role !== 'owner' || own === 'owner');
}

function HandedOver({ handed: { email, delivery, url } }: { handed: Handed }) {
  if (delivery === 'mail_failed') {
    return (
      <div className="notice bad" role="alert">
        The mail server did not accept the message to {email}. Check the address, then choose “Send again” beside the invitation.
      </div>
    );
  }
  if (url === null) {
    return (
      <div className="notice good" role="status">
        The invitation was mailed to {email}. It is valid for seven days, for one person.
      </div>
    );
  }
  return (
    <SecretNotice secret={url} testId="invitation-link" copyName="Copy the link">
      This server sends no mail, so give the link to {email} yourself. It is valid for seven days, for one person, and shown only now. If
      the server has other accounts too, the person needs a user already: the operator creates it.
    </SecretNotice>
  );
}

function InviteForm({ onMade }: { onMade: (handed: Handed) => void }) {
  const { account } = useWork();
  const change = useAccountChange<Handed>({ quiet: true });
  const [role, setRole] = useState('member');
  const invite = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path: '/invitations', body: { email: textOf(new FormData(form), 'email'), role } },
      {
        onSuccess: (handed) => {
          onMade(handed);
          form.reset();
        },
      },
    );
  return (
    <SettingsForm
      title="Invite somebody"
      action="Make an invitation"
      onSave={invite}
      error={change.error}
      fields={['email']}
      isSaving={change.isPending}
    >
      <div className="form-row">
        <Field label="E-mail" name="email" type="email" required error={change.error} />
        <Choice
          label="Role"
          disabled={false}
          value={role}
          choices={rolesFor(account.role).map((one) => [one, roles[one as keyof typeof roles]] as const)}
          onChange={setRole}
        />
      </div>
    </SettingsForm>
  );
}
