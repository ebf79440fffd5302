import Type from 'typebox';
import { Problem } from '../../domain/problem.ts';
import {
  getInvitation,
  inviteUser,
  listInvitations,
  type NewInvitation,
  renewInvitation,
  revokeInvitation,
} from '../../domain/users/invitations.ts';
import { mailInvitation } from '../../domain/users/mail-invitation.ts';
import { listMembers, removeMember, updateMemberRole } from '../../domain/users/members.ts';
import { checkEmail } from '../../domain/users/user.ts';
import { type AccountCall, route } from '../route.ts';

const InvitationRequest = Type.Object({ email: Type.String({ maxLength: 254 }), role: Type.String({ maxLength: 20 }) });
const NewRole = Type.Object({ role: Type.String({ maxLength: 20 }) });

/** Only an owner may create, renew, replace or revoke the invitation of an owner. */
function requireOwnerForOwnerInvitation(role: string | undefined, actorRole: string): void {
  if (role === 'owner' && actorRole !== 'owner')
    throw new Problem('forbidden', 'Only an owner can invite another owner, or change the invitation of one.');
}

type InvitingCall = Pick<AccountCall, 'ctx' | 'accountId' | 'user'>;

/**
 * Mails the invitation. Opening a mailed link proves that the user owns the e-mail address, so the inviter gets the link only if there is
 * no mail server.
 */
async function deliverInvitation({ ctx, accountId, user }: InvitingCall, invitation: NewInvitation) {
  // The secret is in the fragment, which browsers do not send to servers.
  const url = `${ctx.publicUrl}/invitation#${invitation.secret}`;
  const invitedBy = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const delivery = await mailInvitation(ctx, accountId, { invitation, invitedBy, url, language: user.language ?? 'en' });
  const { id, email } = invitation;
  return { id, email, delivery, url: delivery === 'no_mail_server' ? url : null };
}

export const accountUserRoutes = [
  route({ method: 'GET', path: '/members', permission: 'view', handle: ({ ctx, accountId }) => listMembers(ctx, accountId) }),
  route({
    method: 'PATCH',
    path: '/members/:userId',
    permission: 'manage',
    body: NewRole,
    handle: ({ ctx, accountId, membership, params, body }) =>
      updateMemberRole(ctx, { accountId, actorRole: membership.role, userId: params.userId, role: body.role }),
  }),
  route({
    method: 'DELETE',
    path: '/members/:userId',
    permission: 'manage',
    handle: ({ ctx, accountId, membership, params }) => removeMember(ctx, { accountId, actorRole: membership.role, userId: params.userId }),
  }),
  route({ method: 'GET', path: '/invitations', permission: 'manage', handle: ({ ctx, accountId }) => listInvitations(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/invitations',
    permission: 'manage',
    body: InvitationRequest,
    handle: async ({ ctx, accountId, membership, user, body, res }) => {
      const replaced = (await listInvitations(ctx, accountId)).find(({ email }) => email === checkEmail(body.email));
      requireOwnerForOwnerInvitation(body.role, membership.role);
      requireOwnerForOwnerInvitation(replaced?.role, membership.role);
      const invitation = await inviteUser(ctx, accountId, { ...body, invitedBy: user.id });
      res.code(201);
      return deliverInvitation({ ctx, accountId, user }, invitation);
    },
  }),
  route({
    method: 'POST',
    path: '/invitations/:invitationId/renew',
    permission: 'manage',
    handle: async ({ ctx, accountId, membership, user, params, res }) => {
      const { role } = await getInvitation(ctx, accountId, params.invitationId);
      requireOwnerForOwnerInvitation(role, membership.role);
      const invitation = await renewInvitation(ctx, accountId, params.invitationId, user.id);
      res.code(201);
      return deliverInvitation({ ctx, accountId, user }, invitation);
    },
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:invitationId',
    permission: 'manage',
    handle: async ({ ctx, accountId, membership, params }) => {
      const { role } = await getInvitation(ctx, accountId, params.invitationId);
      requireOwnerForOwnerInvitation(role, membership.role);
      return revokeInvitation(ctx, accountId, params.invitationId);
    },
  }),
];
