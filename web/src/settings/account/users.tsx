import { useState } from 'react';
import type { SentInvitation } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { formatDay } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import personStyles from '../../ui/person.module.css';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { InvitationSent, InviteForm, rolesFor } from './invite-form.tsx';

export function UsersPage() {
  const { canManage, user, account } = useWorkspace();
  const members = useMembers();
  const { data: invitations = [] } = useAccountQuery('/invitations', { enabled: canManage });
  const updateMember = useAccountChange('PATCH /members/:userId');
  const removeMember = useAccountChange('DELETE /members/:userId');
  const revokeInvitation = useAccountChange('DELETE /invitations/:invitationId');
  const renew = useAccountChange('POST /invitations/:invitationId/renew');
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const canEditRole = (role: string) => canManage && (role !== 'owner' || account.role === 'owner');
  return (
    <>
      <SettingsIntro title={t('accountSettings.users')} text={t('accountSettings.usersIntro')} />
      <DataTable headings={[t('accountSettings.person'), t('accountSettings.role')]} actions={t('common.remove')}>
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
              {canEditRole(member.role) ? (
                <select
                  className={`${formStyles.select} ${formStyles.small}`}
                  aria-label={t('accountSettings.roleOf', { name: memberName(member) })}
                  value={member.role}
                  onChange={(event) => updateMember.mutate({ params: { userId: member.id }, body: { role: event.target.value } })}
                >
                  {rolesFor(account.role).map((role) => (
                    <option key={role} value={role}>
                      {tCode('role', role, role)}
                    </option>
                  ))}
                </select>
              ) : (
                tCode('role', member.role, member.role)
              )}
            </td>
            <td className={tableStyles.right}>
              {canEditRole(member.role) && member.id !== user.id && (
                <DeleteButton
                  name={memberName(member)}
                  action={t('common.remove')}
                  showLabel
                  onConfirm={() => removeMember.mutate({ params: { userId: member.id } })}
                >
                  {t('accountSettings.removeUserHint')}
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
            <td className="soft">{tCode('role', invitation.role, invitation.role)}</td>
            <td className={tableStyles.right}>
              {canEditRole(invitation.role) && (
                <Button
                  quiet
                  small
                  aria-label={t('accountSettings.sendAgainTo', { email: invitation.email })}
                  disabled={renew.isPending}
                  onClick={() => renew.mutate({ params: { invitationId: invitation.id } }, { onSuccess: setSent })}
                >
                  {t('accountSettings.sendAgain')}
                </Button>
              )}
              <DeleteButton
                name={invitation.email}
                action={t('accountSettings.revoke')}
                showLabel
                onConfirm={() => revokeInvitation.mutate({ params: { invitationId: invitation.id } })}
              >
                {t('accountSettings.revokeInvitationHint')}
              </DeleteButton>
            </td>
          </tr>
        ))}
      </DataTable>
      {sent && <InvitationSent sent={sent} />}
      {canManage && <InviteForm onSent={setSent} />}
    </>
  );
}

function InvitationState({ expiresAt }: { expiresAt: string }) {
  const isExpired = Date.parse(expiresAt) <= Date.now();
  return (
    <Badge tone={isExpired ? 'bad' : 'warn'}>
      {t(isExpired ? 'accountSettings.expiredOn' : 'accountSettings.invitedUntil', { day: formatDay(expiresAt) })}
    </Badge>
  );
}
