import type { AddressVerdict, CompanyIdentifier } from './company-identifier.ts';
import type { Correction } from './correction.ts';
import type { AddressFacts } from './facts.ts';
import { type KnownVisitor, visitorFactsAt } from './load-visitor-facts.ts';
import { isWorkplace } from './workplace.ts';

export type IdentifiedClient = { verdict: AddressVerdict; networkVerdict: AddressVerdict };

/**
 * Identifies the company behind an address, given the known facts about the visitor. Inside a company's own network, earlier workplaces of
 * the visitor are ignored, so that having been seen at another workplace does not change the verdict.
 */
export function identifyClient(
  identifier: CompanyIdentifier,
  facts: AddressFacts,
  corrections: readonly Correction[],
  visitor: KnownVisitor | null,
  timeMs: number,
): IdentifiedClient {
  const networkVerdict = identifier.identify(facts, {}, corrections);
  if (visitor === null) return { verdict: networkVerdict, networkVerdict };
  const { email, workplace } = visitorFactsAt(visitor, timeMs);
  const earlierWorkplace = isWorkplace(networkVerdict) ? null : workplace;
  if (email == null && earlierWorkplace == null) return { verdict: networkVerdict, networkVerdict };
  return { verdict: identifier.identify(facts, { email, workplace: earlierWorkplace }, corrections), networkVerdict };
}
