import { type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { parseIpRange, rangeContains } from '../../lib/ip-range.ts';
import { required } from '../../lib/required.ts';
import type { Knowledge } from './identify.ts';
import { memoryOrganizationTable, type NetworkRow } from './memory-organization-table.ts';
import { NetworkAssessor } from './network-assessment.ts';
import type { AutonomousSystem, NetworkDirectory } from './network-directory.ts';
import { OrganizationDirectory } from './organization-directory.ts';
import type { SeedOrganization } from './organization-table.ts';

/** Networks for tests, among them a company with its own network, an ISP, a hosting provider, a mobile network and a gateway. */
const testNetworks: Record<string, AutonomousSystem> = {
  '17.0.0.0/8': systemOf(714, 'Apple Inc.', 'US'),
  '80.1.0.0/16': systemOf(3320, 'Deutsche Telekom AG', 'DE', { ipv4AddressCount: 33_000_000, ipv4RangeCount: 300, ipv6RangeCount: 4 }),
  '5.9.0.0/16': systemOf(24940, 'Hetzner Online GmbH', 'DE', { ipv4AddressCount: 2_000_000, ipv4RangeCount: 60, ipv6RangeCount: 9 }),
  '81.2.0.0/16': systemOf(21928, 'T-Mobile USA, Inc.', 'US'),
  '82.3.0.0/16': systemOf(22616, 'ZSCALER, INC.', 'US'),
  '90.4.0.0/16': systemOf(64501, 'MUSTERMANN MASCHINENBAU GMBH & CO. KG', 'DE'),
  '90.5.0.0/16': systemOf(64502, 'Fulano Telecomunicacoes Ltda', 'BR', { ipv6RangeCount: 1 }),
  '90.6.0.0/16': systemOf(64503, null, 'FI', { ipv4AddressCount: 3_000_000, ipv4RangeCount: 126, ipv6RangeCount: 7 }),
  '90.7.0.0/16': systemOf(64504, 'Universität Musterstadt', 'DE'),
  '2001:db9::/32': systemOf(714, 'Apple Inc.', 'US'),
};

export function systemOf(
  asn: number,
  organization: string | null,
  countryCode: string | null,
  shape: Partial<AutonomousSystem> = {},
): AutonomousSystem {
  return { asn, organization, countryCode, ipv4AddressCount: 512, ipv4RangeCount: 1, ipv6RangeCount: 0, mainIpv4Address: null, ...shape };
}

export function seed(row: Partial<SeedOrganization> & { name: string }): SeedOrganization {
  return {
    domain: null,
    countryCode: null,
    city: null,
    industry: null,
    employeeRange: null,
    kind: 'business',
    group: null,
    asns: [],
    aliases: [],
    ...row,
  };
}

export function directoryOf(
  organizations: readonly SeedOrganization[],
  networks: readonly NetworkRow[] = [],
  imported: readonly SeedOrganization[] = [],
): OrganizationDirectory {
  return new OrganizationDirectory(memoryOrganizationTable(organizations, networks), imported);
}

const seeds = [
  seed({ name: 'Apple', domain: 'apple.com', countryCode: 'US', asns: [714], aliases: ['Apple Inc.'] }),
  seed({ name: 'Siemens', domain: 'siemens.com', countryCode: 'DE', aliases: ['Siemens AG', 'siemens.de'] }),
];
const reviewed: NetworkRow[] = [
  { asn: 3320, kind: 'isp' },
  { asn: 24940, kind: 'hosting' },
  { asn: 21928, kind: 'mobile' },
  { asn: 22616, kind: 'gateway' },
];

export function testKnowledge(organizations = directoryOf(seeds, reviewed)): Knowledge {
  const ranges = Object.entries(testNetworks).map(([cidr, system]) => ({ range: required(parseIpRange(cidr)), system }));
  const networks: NetworkDirectory = {
    version: 'test',
    find: (address) => ranges.find(({ range }) => rangeContains(range, address)) ?? null,
    rangesOf: (asn, limit) =>
      ranges
        .filter(({ system }) => system.asn === asn)
        .map(({ range }) => range)
        .slice(0, limit),
    system: (asn) => ranges.find(({ system }) => system.asn === asn)?.system ?? null,
  };
  return { networks, organizations, assessor: new NetworkAssessor(networks, organizations) };
}

export function addressOf(text: string): IpAddress {
  const address = parseIpAddress(text);
  if (address === null) throw new Error(`${text} is not an address`);
  return address;
}
