import type { Correction } from './correction.ts';
import type { AddressFacts } from './facts.ts';
import type { AddressVerdict, Identifier } from './identifier.ts';
import { type KnownVisitor, visitorFactsAt } from './load-visitor-facts.ts';
import { isOffice } from './office.ts';

export type IdentifiedOrigin = { verdict: AddressVerdict; ofNetwork: AddressVerdict };

/**
 * Identifies an address for one visitor. Inside a company's own network, earlier offices of the visitor are ignored, so a visit from an office
 * gives the same verdict for new and known visitors.
 */
export function identifyOrigin(
  identifier: Identifier,
  facts: AddressFacts,
  corrections: readonly Correction[],
  visitor: KnownVisitor | null,
  timeMs: number,
): IdentifiedOrigin {
  const ofNetwork = identifier.identify(facts, {}, corrections);
  if (visitor === null) return { verdict: ofNetwork, ofNetwork };
  const { email, office } = visitorFactsAt(visitor, timeMs);
  const seenElsewhere = isOffice(ofNetwork) ? null : office;
  if (email == null && seenElsewhere == null) return { verdict: ofNetwork, ofNetwork };
  return { verdict: identifier.identify(facts, { email, office: seenElsewhere }, corrections), ofNetwork };
}
