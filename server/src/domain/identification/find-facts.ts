import type { IpAddress } from '../../lib/ip-address.ts';
import { explainIpClass, ipClass } from '../../lib/ip-class.ts';
import { cidrWithin, type IpRange, rangeContains } from '../../lib/ip-range.ts';
import { companyReference } from './company-reference.ts';
import { type Correction, correctionsForAddress } from './correction.ts';
import type { Evidence } from './evidence.ts';
import { type AdditionalFacts, type AddressFacts, type ImportedMatch, noFacts } from './facts.ts';
import type { Knowledge } from './identify.ts';
import type { ImportedDatabases, ImportedNetwork } from './imported-databases.ts';
import type { AutonomousSystem, Network } from './network-directory.ts';
import { isUsedByHolder } from './network-kind.ts';
import { isSameProvider } from './same-provider.ts';
import { asOrganizationEvidence } from './sources/as-organization.ts';
import { reverseDnsEvidence } from './sources/reverse-dns.ts';

/** Looks up an address in the data files. */
export function findDataFacts(knowledge: Knowledge, databases: ImportedDatabases, address: IpAddress): AddressFacts {
  const addressClass = ipClass(address);
  const found = addressClass === 'public' ? knowledge.networks.find(address) : null;
  const network =
    found === null ? { holder: notPublicEvidence(addressClass) } : networkFacts(knowledge, found, address, databases.network(address));
  return { ...noFacts, ...network, imported: withoutProvider(knowledge, databases.find(address), network) };
}

/** Adds facts that are not in the data files. */
export function withAdditionalFacts(
  { organizations }: Knowledge,
  facts: AddressFacts,
  address: IpAddress,
  { netblocks = [], learned = [], hostName }: AdditionalFacts,
  corrections: readonly Correction[],
): AddressFacts {
  const ruleIds = correctionsForAddress(corrections, address).map(({ id }) => id);
  return { ...facts, netblocks, learned, hostName: reverseDnsEvidence(hostName, address, organizations), ruleIds };
}

/**
 * Updates facts from the data files when only a block around the address is known. Data that is the same for the whole block replaces the
 * facts; where the data differs within the block, the facts remain unchanged.
 */
export function refreshDataFacts(knowledge: Knowledge, databases: ImportedDatabases, facts: AddressFacts, block: IpRange): AddressFacts {
  const found = knowledge.networks.find(block.first);
  const holdsBlock = found !== null && rangeContains(found.range, block.last);
  const network = databases.networkInBlock(block);
  const refreshed = holdsBlock && network !== 'differs' ? { ...facts, ...networkFacts(knowledge, found, block.first, network) } : facts;
  const matchByDatabase = new Map(facts.imported.map((match) => [match.database, match]));
  const imported = databases
    .findInBlock(block)
    .flatMap(({ database, match }) => (match === 'differs' ? matchByDatabase.get(database) : match) ?? []);
  return { ...refreshed, imported: withoutProvider(knowledge, imported, refreshed) };
}

/** An imported network takes precedence over the bundled one. */
function networkFacts(knowledge: Knowledge, { system: announcing, range }: Network, address: IpAddress, imported: ImportedNetwork | null) {
  const known = imported === null ? announcing : knowledge.networks.system(imported.asn);
  const added = known === null ? newSystem(knowledge, imported) : null;
  const system = known ?? added ?? announcing;
  const assessment = knowledge.assessor.assess(system, added === null ? undefined : imported?.kind);
  // Never disclose the name of a person.
  const organization = assessment.kind === 'person' ? null : (system.organization ?? reviewedHolderName(knowledge, system.asn));
  return {
    network: { cidr: cidrWithin(range, address), asn: system.asn, organization },
    kind: assessment.kind,
    isSharedPlace: assessment.isSharedPlace ?? false,
    holder: withDomain(asOrganizationEvidence(assessment), imported?.asn === system.asn ? imported.domain : null),
  };
}

/** A network that is too new for the bundled data, with the size of the smallest ones. Without a name, nothing is known about it. */
function newSystem({ organizations }: Knowledge, imported: ImportedNetwork | null): AutonomousSystem | null {
  if (imported === null || (imported.name === undefined && organizations.network(imported.asn) === null)) return null;
  return {
    asn: imported.asn,
    organization: imported.name ?? null,
    countryCode: null,
    ipv4AddressCount: 256,
    ipv4RangeCount: 1,
    ipv6RangeCount: 0,
    mainIpv4Address: null,
  };
}

/**
 * Removes matches that name the provider of the network, even as a business: the provider is never the visitor's company. A network that
 * the provider's own staff uses has another kind.
 */
function withoutProvider(knowledge: Knowledge, imported: ImportedMatch[], facts: Partial<AddressFacts>): ImportedMatch[] {
  const { kind = null, network = null } = facts;
  if (imported.length === 0 || kind === null || network === null || isUsedByHolder(kind)) return imported;
  const names = [network.organization, reviewedHolderName(knowledge, network.asn)].filter((name) => name !== null);
  return imported.filter(({ company }) => company === null || !names.some((name) => isSameProvider(name, company)));
}

/** Adds the holder's domain from an imported database, if the reviewed data has none. The directory's own companies are known by their id. */
function withDomain(evidence: Evidence, domain: string | null): Evidence {
  const { company } = evidence;
  if (domain === null || company === null || company.domain !== null || company.key.startsWith('id:')) return evidence;
  return { ...evidence, company: { ...company, ...companyReference({ ...company, domain }) } };
}

/** Used if the registered name is unreliable. */
function reviewedHolderName({ organizations }: Knowledge, asn: number): string | null {
  const network = organizations.network(asn);
  return network?.holder ?? network?.organization?.company.name ?? null;
}

function notPublicEvidence(addressClass: ReturnType<typeof ipClass>): Evidence | null {
  if (addressClass === 'public') return null;
  return { source: 'network_kind', company: null, weight: 0, detail: `this is ${explainIpClass(addressClass)}` };
}
