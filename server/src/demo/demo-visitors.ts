import type { SeedOrganization } from '../domain/identification/organization-table.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { formatIpAddress } from '../lib/ip-address.ts';
import { itemAt } from '../lib/item-at.ts';
import type { Random } from '../lib/random.ts';
import type { NetworkTable } from '../providers/ip-data/network-table.ts';

/** A simulated visitor. `domain` is the domain of their company; null for a visitor from a home network. */
export type Visitor = { ip: string; domain: string | null };

/** The IP addresses that demo visits come from. */
export type DemoVisitors = {
  companies: { domain: string; weight: number; addresses: string[]; firstDay: number }[];
  homes: string[];
  dataCenters: string[];
};

type DemoSources = {
  table: NetworkTable;
  organizations: SeedOrganization[];
  reviewed: { asn: number; kind: string }[];
};

/** Maximum number of days of simulated history. */
export const maxDemoDays = 60;
const companyCount = 320;
const homeCount = 1500;
const smallRanges = new Set(['1-10', '11-100', '101-500', '501-1.000']);
const favoriteCountries = ['DE', 'AT', 'CH', 'NL', 'SE', 'FI', 'DK', 'FR', 'GB', 'US', 'IT'];

/** Picks the companies, households and data centers of the demo from the real IP data. */
export function selectDemoVisitors({ table, organizations, reviewed }: DemoSources, random: Random): DemoVisitors {
  const rangesByAsn = rangesOf(table);
  const ranked = organizations
    .flatMap((organization) => {
      const { domain, city, industry, asns } = organization;
      // Only companies with enough data to show.
      if (domain === null || city === null || industry === null || !asns.some((asn) => rangesByAsn.has(asn))) return [];
      // Weighted sampling without replacement.
      return { organization, domain, rank: -Math.log(1 - random.next()) / selectionWeight(organization) };
    })
    .sort((a, b) => a.rank - b.rank);
  const companies = ranked.slice(0, companyCount).map(({ organization, domain }, index) => {
    const ranges = organization.asns.flatMap((asn) => rangesByAsn.get(asn) ?? []);
    return {
      domain,
      // A few companies visit often, most of them rarely.
      weight: 1 / (1 + index * 0.06),
      // Half of the companies visit from the first day on; the others start later.
      firstDay: random.chance(0.5) ? 0 : random.between(1, maxDemoDays - 1),
      addresses: Array.from({ length: random.between(1, 6) }, () => addressIn(random.pick(ranges), random)),
    };
  });
  const asnsOf = (...kinds: string[]) =>
    reviewed.filter(({ asn, kind }) => kinds.includes(kind) && rangesByAsn.has(asn)).map(({ asn }) => asn);
  const from = (asns: number[], count: number) =>
    Array.from({ length: count }, () => addressIn(random.pick(getOrThrow(rangesByAsn, random.pick(asns))), random));
  return { companies, homes: from(asnsOf('isp', 'mobile'), homeCount), dataCenters: from(asnsOf('hosting'), 60) };
}

/** Prefers businesses near the fictional vendor of the demo site. Small companies get extra weight, because the seed has few of them. */
function selectionWeight({ countryCode, kind, employeeRange }: SeedOrganization): number {
  const isNear = countryCode !== null && favoriteCountries.includes(countryCode);
  const isSmall = employeeRange !== null && smallRanges.has(employeeRange);
  return (isNear ? 4 : 1) * (kind === 'business' ? 4 : 1) * (isSmall ? 8 : 1);
}

type Range = { first: number; last: number };

function rangesOf({ ipv4First, ipv4Last, ipv4System, systemAsn }: NetworkTable): Map<number, Range[]> {
  const ranges = new Map<number, Range[]>();
  for (let index = 0; index < ipv4First.length; index++) {
    const asn = itemAt(systemAsn, itemAt(ipv4System, index));
    const rangesOfAsn = ranges.get(asn);
    const range = { first: itemAt(ipv4First, index), last: itemAt(ipv4Last, index) };
    if (rangesOfAsn) rangesOfAsn.push(range);
    else ranges.set(asn, [range]);
  }
  return ranges;
}

function addressIn({ first, last }: Range, random: Random): string {
  // The first and last address of a network are not hosts.
  return formatIpAddress({ version: 4, value: last - first < 3 ? first : random.between(first + 1, last - 1) });
}
