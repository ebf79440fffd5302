import { type CustomerName, mentionsPool } from '../../../domain/identification/customer-name.ts';
import { nameWords } from '../../../domain/identification/name-words.ts';

/** The weights of names as evidence, from certain to uncertain. The lowest is too weak to show a company by itself. */
export const classWeights = [0.75, 0.65, 0.55, 0.4] as const;
export type NameClass = 0 | 1 | 2 | 3;

type BlockName = { name: string; nameClass: NameClass };

// Parts of network names that occur only in pools and infrastructure. A number may follow them.
const poolParts = new Set(
  'POOL POOLS DYN DYNAMIC DHCP DIAL DIALUP DIALIN PPP PPPOE ADSL VDSL XDSL DSL FTTH FTTX CABLE NAT CGN CGNAT LOOPBACK LOOPBACKS P2P PTP INFRA INFRASTRUCTURE BACKBONE CORE CUSTOMERS CLIENTS KUNDEN RESIDENTIAL HOSTING VPS COLO GUEST GUESTS GAST WLAN WIFI HOTSPOT GPRS LTE 3G 4G 5G UMTS MOBILE NOC MGMT RESERVED UNUSED FREE ERX IANA'.split(
    ' ',
  ),
);

function isPool(netname: string): boolean {
  const upper = netname.toUpperCase();
  for (let start = 0, index = 0; index <= upper.length; index++) {
    const code = upper.charCodeAt(index);
    if (index < upper.length && code !== 0x2d && code !== 0x5f && code !== 0x2e) continue;
    let end = index;
    while (end > start && isDigit(upper.charCodeAt(end - 1))) end--;
    if (end > start && poolParts.has(upper.slice(start, end))) return true;
    start = index + 1;
  }
  return /^(NON-RIPE|IANA|EU-ZZ|AFRINIC-ERX|STUB-)/.test(upper);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Finds the user of an assigned block: the first description that is a name, unless one says that the block has no single user. */
export function nameOfDescriptions(
  descriptions: readonly string[],
  netname: string,
  classify: (line: string) => CustomerName,
): BlockName | null {
  if (isPool(netname)) return null;
  let found: CustomerName | null = null;
  for (const line of descriptions) {
    if (found !== null) {
      if (mentionsPool(line)) return null;
      continue;
    }
    const classified = classify(line);
    if (classified.kind === 'placeholder' && classified.isLikely) return null;
    if (classified.kind === 'shared_place' || (classified.kind === 'pool' && classified.isLikely)) return null;
    if (classified.kind === 'provider' || classified.kind === 'person') return null;
    if (classified.kind === 'organization') found = classified;
  }
  if (found === null) return null;
  if (found.isLikely) return { name: found.name, nameClass: 1 };
  return { name: found.name, nameClass: isConfirmed(found.name, netname) ? 2 : 3 };
}

/** Returns the user of a block according to the organization that it refers to. */
export function nameOfOrganization(name: string, netname: string, classify: (line: string) => CustomerName): BlockName | null {
  if (isPool(netname)) return null;
  const classified = classify(name);
  if (classified.kind !== 'organization') return null;
  return { name: classified.name, nameClass: classified.isLikely ? 0 : isConfirmed(classified.name, netname) ? 1 : 3 };
}

/** Whether the name of the network repeats a word of the organization's name, or its initials. */
function isConfirmed(name: string, netname: string): boolean {
  const words = nameWords(name).filter((word) => word.length > 1);
  const parts = nameWords(netname.replaceAll('_', ' '));
  const joined = words.join('');
  const initials = words.map((word) => word[0]).join('');
  return parts.some(
    (part) =>
      part.length >= 3 &&
      (words.some((word) => word.length >= 3 && (word.startsWith(part) || part.startsWith(word))) ||
        joined.startsWith(part) ||
        (initials.length >= 3 && part === initials)),
  );
}
