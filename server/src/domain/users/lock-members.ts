import type { Database } from '../../db/connect.ts';
import type { Role } from './roles.ts';

type LockedMember = { user_id: string; role: Role; is_from_group: boolean };

/** Locks the members of an account until the end of the transaction, so that two concurrent changes cannot remove its last two owners. */
export function lockMembers(trx: Database, accountId: string): Promise<LockedMember[]> {
  return trx
    .selectFrom('memberships')
    .select(['user_id', 'role', 'is_from_group'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

export function isLastOwner(members: readonly LockedMember[], userId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.user_id === userId;
}
