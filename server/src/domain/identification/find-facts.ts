import type { IpAddress } from '../../lib/ip-address.ts';
import { explainIpClass, ipClass } from '../../lib/ip-class.ts';
import { cidrWithin, type IpRange, rangeContains } from '../../lib/ip-range.ts';
import { type Correction, correctionsForAddress } from './correction.ts';
import type { Evidence } from './evidence.ts';
import { type AddressFacts, type FurtherFacts, noFacts } from './facts.ts';
import type { Knowledge } from './identify.ts';
import type { ImportedDatabases } from './imported-databases.ts';
import type { Network } from './network-directory.ts';
import { asOrganizationEvidence } from './sources/as-organization.ts';
import { reverseDnsEvidence } from './sources/reverse-dns.ts';

/** What the data files say about an address. */
export function findDataFacts(knowledge: Knowledge, databases: ImportedDatabases, address: IpAddress): AddressFacts {
  const addressClass = ipClass(address);
  const found = addressClass === 'public' ? knowledge.networks.find(address) : null;
  const network = found === null ? { holder: notPublic(addressClass) } : networkFacts(knowledge, found, address);
  return { ...noFacts, ...network, imported: databases.find(address) };
}

/** The same with what is known beyond the files. */
export function withFurtherFacts(
  { organizations }: Knowledge,
  facts: AddressFacts,
  address: IpAddress,
  { netblocks = [], learned = [], hostName }: FurtherFacts,
  corrections: readonly Correction[],
): AddressFacts {
  const ruleIds = correctionsForAddress(corrections, address).map(({ id }) => id);
  return { ...facts, netblocks, learned, hostName: reverseDnsEvidence(hostName, address, organizations), ruleIds };
}

/**
 * Brings facts up to date with the data files where only a block is known that holds the address. What the files say about the whole
 * block holds for the address; what they say about parts of it may not, and there the facts stay as they were.
 */
export function renewDataFacts(knowledge: Knowledge, databases: ImportedDatabases, facts: AddressFacts, block: IpRange): AddressFacts {
  const found = knowledge.networks.find(block.first);
  const holdsBlock = found !== null && rangeContains(found.range, block.last);
  const renewed = holdsBlock ? { ...facts, ...networkFacts(knowledge, found, block.first) } : facts;
  const known = new Map(facts.imported.map((match) => [match.database, match]));
  const imported = databases.findInBlock(block).flatMap(({ database, match }) => (match === 'differs' ? known.get(database) : match) ?? []);
  return { ...renewed, imported };
}

function networkFacts(knowledge: Knowledge, { system, range }: Network, address: IpAddress) {
  const assessment = knowledge.assessor.assess(system);
  // The name of a person is not told to anybody.
  const organization = assessment.kind === 'person' ? null : (system.organization ?? holderOf(knowledge, system.asn));
  return {
    network: { cidr: cidrWithin(range, address), asn: system.asn, organization },
    kind: assessment.kind,
    holder: asOrganizationEvidence(assessment),
  };
}

/** The holder as written down by people, where the data name none that can be trusted. */
function holderOf({ organizations }: Knowledge, asn: number): string | null {
  const known = organizations.network(asn);
  return known?.holder ?? known?.organization?.company.name ?? null;
}

function notPublic(addressClass: ReturnType<typeof ipClass>): Evidence | null {
  if (addressClass === 'public') return null;
  return { source: 'network_kind', company: null, weight: 0, detail: `this is ${explainIpClass(addressClass)}` };
}
