import type { Hit } from '../events/event.ts';

export type VisitorIdentity = {
  visitorEmail: string | null;
  visitorFirstName: string | null;
  visitorLastName: string | null;
};

const nobody: VisitorIdentity = { visitorEmail: null, visitorFirstName: null, visitorLastName: null };

/**
 * Who the visitor said to be: the latest address given, and the latest names given with that address or with none. Names
 * given with another address belong to another person at the same browser. Usually an `identify` tells it; a form may too.
 *
 * Expects hits as `orderHits` returns them.
 */
export function visitorIdentity(ordered: readonly Hit[]): VisitorIdentity {
  const told = ordered.filter(({ event }) => event.email !== null || event.firstName !== null || event.lastName !== null);
  if (told.length === 0) return nobody;
  const visitorEmail = told.findLast(({ event }) => event.email !== null)?.event.email ?? null;
  const ofThisPerson = told.filter(({ event }) => event.email === null || event.email.toLowerCase() === visitorEmail?.toLowerCase());
  return {
    visitorEmail,
    visitorFirstName: ofThisPerson.findLast(({ event }) => event.firstName !== null)?.event.firstName ?? null,
    visitorLastName: ofThisPerson.findLast(({ event }) => event.lastName !== null)?.event.lastName ?? null,
  };
}
