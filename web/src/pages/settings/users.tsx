import { useState } from 'react';
import type { Invitation } from '../../../../server/src/domain/sessions/invitations.ts';
import { Avatar } from '../../components/avatar.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { formatDay } from '../../lib/format.ts';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';
import { memberName, useMembers } from '../../lib/use-members.ts';

const roles = {
  owner: 'Owner: everything',
  admin: 'Admin: everything but owners',
  member: 'Member: works with leads',
  viewer: 'Viewer: looks only',
};

export function UsersPart() {
  const { mayManage, user } = useWork();
  const members = useMembers();
  const { data: invitations = [] } = useAccountQuery<Invitation[]>('/invitations', { enabled: mayManage });
  const change = useAccountChange();
  return (
    <>
      <LeadIn title="Users" words="Who may come into this account, and what they may do in it." />
      <div className="card" style={{ padding: '4px 16px' }}>
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
                  {mayManage ? (
                    <select
                      className="select small"
                      aria-label={`Role of ${memberName(member)}`}
                      value={member.role}
                      onChange={(event) =>
                        change.mutate({ method: 'PATCH', path: `/members/${member.id}`, body: { role: event.target.value } })
                      }
                    >
                      {Object.keys(roles).map((role) => (
                        <option key={role}>{role}</option>
                      ))}
                    </select>
                  ) : (
                    member.role
                  )}
                </td>
                <td className="right">
                  {mayManage && member.id !== user.id && (
                    <button
                      type="button"
                      className="button quiet small danger"
                      onClick={() => change.mutate({ method: 'DELETE', path: `/members/${member.id}` })}
                    >
                      Remove
                    </button>
                  )}
                </td>
              </tr>
            ))}
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td className="soft">
                  {invitation.email} <span className="badge warn">Invited until {formatDay(invitation.expiresAt)}</span>
                </td>
                <td className="soft">{invitation.role}</td>
                <td className="right">
                  <button
                    type="button"
                    className="button quiet small"
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
      {mayManage && <InviteForm />}
    </>
  );
}

function InviteForm() {
  const change = useAccountChange<{ url: string }>({ quiet: true });
  const [made, setMade] = useState<{ email: string; url: string } | null>(null);
  const invite = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const email = textOf(data, 'email');
    change.mutate(
      { method: 'POST', path: '/invitations', body: { email, role: textOf(data, 'role') } },
      {
        onSuccess: ({ url }) => {
          setMade({ email, url });
          form.reset();
        },
      },
    );
  };
  return (
    <form
      className="card form"
      style={{ padding: 16 }}
      onSubmit={(event) => {
        event.preventDefault();
        invite(event.currentTarget);
      }}
    >
      <h2>Invite somebody</h2>
      <div className="form-row">
        <Field label="E-mail" name="email" type="email" required error={change.error} />
        <div className="field">
          <label htmlFor="invite-role">Role</label>
          <select id="invite-role" name="role" className="select" defaultValue="member">
            {Object.entries(roles).map(([role, words]) => (
              <option key={role} value={role}>
                {words}
              </option>
            ))}
          </select>
        </div>
      </div>
      <FormTrouble error={change.error} fields={['email']} />
      {made && (
        <div className="notice good">
          Send this link to {made.email}. It is good for seven days, for one person, and shown only now.
          <pre className="code" style={{ margin: '8px 0', color: 'var(--text)' }} data-testid="invitation-link">
            {made.url}
          </pre>
          <CopyButton text={made.url} name="Copy the link" />
        </div>
      )}
      <div className="actions end">
        <button type="submit" className="button main" disabled={change.isPending}>
          Make an invitation
        </button>
      </div>
    </form>
  );
}
