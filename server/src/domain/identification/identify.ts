import { explainIpClass, ipClass } from '../../lib/ip-class.ts';
import { cidrWithin } from '../../lib/ip-range.ts';
import { combine } from './combine.ts';
import type { CompanyReference } from './company-reference.ts';
import { type Evidence, withoutOtherKeys } from './evidence.ts';
import type { AddressFacts, VisitorFacts } from './facts.ts';
import type { NetworkAssessor } from './network-assessment.ts';
import type { NetworkDirectory } from './network-directory.ts';
import { type NetworkKind, type PublicKind, publicKind } from './network-kind.ts';
import { type OperatorRule, ruleForAddress, ruleForDomain } from './operator-rule.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { asOrganizationEvidence } from './sources/as-organization.ts';
import { importedDatabaseEvidence } from './sources/imported-database.ts';
import { learnedAddressEvidence } from './sources/learned-address.ts';
import { netblockEvidence } from './sources/netblock.ts';
import { operatorRuleEvidence } from './sources/operator-rule.ts';
import { reverseDnsEvidence } from './sources/reverse-dns.ts';
import { seenAtOfficeEvidence } from './sources/seen-at-office.ts';
import { workEmailEvidence } from './sources/work-email.ts';

/** Everything that does not depend on the visit. Held in memory by each process. */
export type Knowledge = {
  readonly networks: NetworkDirectory;
  readonly organizations: OrganizationDirectory;
  readonly assessor: NetworkAssessor;
};

export type Verdict = {
  kind: PublicKind;
  /** How likely the likeliest company is right; 0 when there is none. */
  confidence: number;
  /** The likeliest company, named only from the threshold on. */
  company: CompanyReference | null;
  network: { cidr: string; asn: number; organization: string | null } | null;
  evidence: Evidence[];
  /** A rule says that the account wants to see nothing of this address or company. */
  ignored: boolean;
};

export const defaultLeadThreshold = 0.5;

/** Who is behind an address, and why. A pure function of what is known: the same facts always give the same verdict. */
export function identify(
  knowledge: Knowledge,
  facts: AddressFacts,
  visitor: VisitorFacts = {},
  rules: readonly OperatorRule[] = [],
  leadThreshold = defaultLeadThreshold,
): Verdict {
  const addressClass = ipClass(facts.address);
  const found = addressClass === 'public' ? knowledge.networks.find(facts.address) : null;
  const assessment = found === null ? null : knowledge.assessor.assess(found.system);
  const network =
    found === null
      ? null
      : {
          cidr: cidrWithin(found.range, facts.address),
          asn: found.system.asn,
          organization: found.system.organization ?? holderOf(knowledge, found.system.asn),
        };
  const kind = importedKind(facts) ?? assessment?.kind ?? null;
  const base = { kind: publicKind(kind), network, ignored: false };

  const addressRule = ruleForAddress(rules, facts.address);
  if (addressRule !== null) return ruled(base, addressRule, []);

  const evidence = [
    workEmailEvidence(visitor.email, knowledge.organizations),
    seenAtOfficeEvidence(visitor.office),
    ...learnedAddressEvidence(facts.learned ?? [], knowledge.organizations),
    reverseDnsEvidence(facts.hostName, facts.address, knowledge.organizations),
    ...importedDatabaseEvidence(facts.imported ?? []),
    ...netblockEvidence(facts.netblocks ?? [], facts.address),
    ...(facts.carried ?? []),
    assessment === null ? null : asOrganizationEvidence(assessment),
    addressClass === 'public' ? null : notPublic(explainIpClass(addressClass)),
  ].filter((item) => item !== null);

  const combined = combine(evidence, kind);
  const domainRule = ruleForDomain(rules, combined.company?.domain ?? null);
  if (domainRule !== null) return ruled(base, domainRule, combined.evidence);

  const isLead = combined.company !== null && combined.confidence >= leadThreshold;
  return { ...base, company: isLead ? combined.company : null, confidence: combined.confidence, evidence: combined.evidence };
}

/** The holder as written down by people, where the data name none that can be trusted. */
function holderOf({ organizations }: Knowledge, asn: number): string | null {
  return organizations.reviewed(asn)?.name ?? organizations.byAsn(asn)?.company.name ?? null;
}

/** A database that knows a single address as a provider's is more precise than what is known of the whole network. */
function importedKind(facts: AddressFacts): NetworkKind | null {
  return facts.imported?.find((match) => match.kind !== null)?.kind ?? null;
}

function notPublic(explanation: string): Evidence {
  return { source: 'network_kind', company: null, weight: 0, detail: `this is ${explanation}` };
}

function ruled(base: Pick<Verdict, 'kind' | 'network' | 'ignored'>, rule: OperatorRule, others: Evidence[]): Verdict {
  const evidence = withoutOtherKeys(operatorRuleEvidence(rule));
  return {
    ...base,
    company: evidence.company,
    confidence: evidence.company === null ? 0 : 1,
    evidence: [evidence, ...others],
    ignored: rule.effect.kind === 'ignore',
  };
}
