import { useState } from 'react';
import type { SentInvitation } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { formatDay } from '../../lib/format.ts';
import { t, tCode } from '../../texts/t.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import personStyles from '../../ui/person.module.css';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

import { InvitationSent, InviteForm, rolesFor } from './invite-form.tsx';
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
      <SettingsIntro title={t('accountSettings.users')} words={t('accountSettings.whoHasAccessToThis')} />
      <div className={`${cardStyles.card} ${cardStyles.rows} ${tableStyles.scrollSideways}`}>
        <table className={tableStyles.plainTable}>
          <thead>
            <tr>
              <th>{t('accountSettings.person')}</th>
              <th>{t('accountSettings.role')}</th>
              <th>
                <span className="unseen">{t('common.remove')}</span>
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
                  {mayTouch(member.role) && member.id !== user.id && (
                    <DeleteButton
                      name={memberName(member)}
                      action={t('common.remove')}
                      isWord
                      onConfirm={() => removeMember.mutate({ params: { userId: member.id } })}
                    >
                      {t('accountSettings.theyLoseAccessToThis')}
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
                  {mayTouch(invitation.role) && (
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
                  <Button
                    quiet
                    small
                    aria-label={t('accountSettings.withdrawInvitation', { email: invitation.email })}
                    onClick={() => withdraw.mutate({ params: { invitationId: invitation.id } })}
                  >
                    {t('accountSettings.withdraw')}
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
      {t(isOver ? 'accountSettings.expiredOn' : 'accountSettings.invitedUntil', { day: formatDay(expiresAt) })}
    </Badge>
  );
}
