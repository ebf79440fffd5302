import type { Member } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

export function useMembers(): Member[] {
  return useAccountQuery('/members', { staleTime: 60_000 }).data ?? [];
}

export function memberName({ firstName, lastName, email }: Pick<Member, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}
