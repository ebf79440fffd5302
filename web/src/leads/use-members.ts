import type { Member } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

export const useMembersQuery = () => useAccountQuery('/members', { staleTime: 60_000 });

export function useMembers(): Member[] {
  return useMembersQuery().data ?? [];
}

export function memberName({ firstName, lastName, email }: Pick<Member, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}
