import { Problem } from '../problem.ts';

/** From the highest to the lowest. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

export function checkRole(role: string): Role {
  const found = roles.find((known) => known === role);
  if (!found)
    throw new Problem('invalid_input', { title: `There is no role "${role}": choose one of ${roles.join(', ')}.`, parameter: 'role' });
  return found;
}

export type Membership = { accountId: string; role: Role; permissions: string[] };

/** Owners and admins may manage the API; others need the explicit permission. */
export function canManageApi({ role, permissions }: Membership): boolean {
  return role === 'owner' || role === 'admin' || permissions.includes('manage_api');
}
