import { Problem } from '../../../domain/problem.ts';
import { getUser } from '../../../domain/users/get-user.ts';
import { roles } from '../../../domain/users/roles.ts';
import { operation } from '../../operation.ts';
import { UserV1 } from '../../schemas/user.ts';

export default operation({
  id: 'getCurrentUser',
  group: 'Users',
  summary: 'Get Current User',
  description: 'The user that the credential belongs to. Responds with 404 to an app that acts for an account instead of a user.',
  status: 'available',
  method: 'GET',
  path: '/v1/users/me',
  scope: null,
  account: 'none',
  data: UserV1,
  errors: [404],
  async handle({ ctx, principal }) {
    if (principal.userId === null) throw new Problem('not_found', 'This credential acts for an account, not for a user.');
    const user = await getUser(ctx, principal.userId);
    return {
      data: {
        type: 'user',
        id: user.id,
        attributes: {
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          phone_number: user.phoneNumber,
          country_code: user.countryCode,
          team_role: highestRole(user.memberships.map(({ role }) => role)),
        },
      },
    };
  },
});

/** A user can have different roles in different accounts. This operation has no account, so it returns the highest role. */
function highestRole(userRoles: string[]): string | null {
  return roles.find((role) => userRoles.includes(role)) ?? null;
}
