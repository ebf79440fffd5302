import Type from 'typebox';
import { Problem } from '../../domain/problem.ts';
import { invite, listInvitations, withdrawInvitation } from '../../domain/sessions/invitations.ts';
import { changeMemberRole, listMembers, removeMember } from '../../domain/workspace/members.ts';
import { route } from '../route.ts';

const NewInvitation = Type.Object({ email: Type.String({ maxLength: 254 }), role: Type.String({ maxLength: 20 }) });
const NewRole = Type.Object({ role: Type.String({ maxLength: 20 }) });

export const peopleRoutes = [
  route({ method: 'GET', path: '/members', need: 'view', handle: ({ ctx, accountId }) => listMembers(ctx, accountId) }),
  route({
    method: 'PATCH',
    path: '/members/:userId',
    need: 'manage',
    body: NewRole,
    handle: ({ ctx, accountId, membership, params, body }) =>
      changeMemberRole(ctx, { accountId, actorRole: membership.role, userId: params.userId!, role: body.role }),
  }),
  route({
    method: 'DELETE',
    path: '/members/:userId',
    need: 'manage',
    handle: ({ ctx, accountId, membership, params }) =>
      removeMember(ctx, { accountId, actorRole: membership.role, userId: params.userId! }),
  }),
  route({ method: 'GET', path: '/invitations', need: 'manage', handle: ({ ctx, accountId }) => listInvitations(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/invitations',
    need: 'manage',
    body: NewInvitation,
    handle: async ({ ctx, accountId, membership, user, body, res }) => {
      if (body.role === 'owner' && membership.role !== 'owner') throw new Problem('forbidden', 'Only an owner can invite another owner.');
      const { id, secret } = await invite(ctx, accountId, { ...body, invitedBy: user.id });
      res.code(201);
      // The secret stands behind the hash sign, which browsers never send to a server.
      return { id, url: `${ctx.publicUrl}/invitation#${secret}` };
    },
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:invitationId',
    need: 'manage',
    handle: ({ ctx, accountId, params }) => withdrawInvitation(ctx, accountId, params.invitationId!),
  }),
];
