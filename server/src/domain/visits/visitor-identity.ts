import type { Hit } from '../events/event.ts';

export type VisitorIdentity = {
  visitorEmail: string | null;
  visitorFirstName: string | null;
  visitorLastName: string | null;
};

const anonymous: VisitorIdentity = { visitorEmail: null, visitorFirstName: null, visitorLastName: null };

/**
 * Determines the identity that the visitor gave: the latest e-mail address, and the latest names given with that e-mail address or without
 * one. Names given with another e-mail address belong to another person using the same browser. Usually an `identify` event contains the
 * identity, but forms may contain it, too.
 *
 * Expects hits in the order of `orderHits`.
 */
export function visitorIdentity(ordered: readonly Hit[]): VisitorIdentity {
  const identifying = ordered.filter(({ event }) => event.email !== null || event.firstName !== null || event.lastName !== null);
  if (identifying.length === 0) return anonymous;
  const visitorEmail = identifying.findLast(({ event }) => event.email !== null)?.event.email ?? null;
  const ofSamePerson = identifying.filter(({ event }) => event.email === null || event.email.toLowerCase() === visitorEmail?.toLowerCase());
  return {
    visitorEmail,
    visitorFirstName: ofSamePerson.findLast(({ event }) => event.firstName !== null)?.event.firstName ?? null,
    visitorLastName: ofSamePerson.findLast(({ event }) => event.lastName !== null)?.event.lastName ?? null,
  };
}
