export type Registry = 'AFRINIC' | 'APNIC' | 'ARIN' | 'LACNIC' | 'RIPE NCC';

/** To whom blocks of this part of the address space were given, as far as the registries' policies tell. */
export type BlockUse = 'organisations' | 'customers' | 'newcomers' | 'providers' | 'anyone';

type RegistryBlock = { registry: Registry; use: BlockUse };

/** The first octets that each registry looks after, by the IANA table of the IPv4 address space. ARIN has all others. */
const octetsOf: Record<Exclude<Registry, 'ARIN'>, string> = {
  AFRINIC: '41 102 105 154 196 197',
  APNIC: '1 14 27 36 39 42 43 49 58-61 101 103 106 110-126 133 150 153 163 171 175 180 182 183 202 203 210 211 218-223',
  LACNIC: '177 179 181 186 187 189-191 200 201',
  'RIPE NCC': '2 5 25 31 37 46 51 53 57 62 77-95 109 141 145 151 176 178 185 188 193-195 212 213 217',
};

/**
 * What the parts were used for. `organisations`: small blocks that were given to their users before there were registries, or
 * independent of a provider since. `customers`: blocks of the great carriers, pieces of which others announce when the carrier
 * has assigned them. `newcomers`: the last blocks of each registry, a /22 or less for each new member. `providers`: space that
 * was given to providers in order to be passed on.
 */
const octetsFor: Record<Exclude<BlockUse, 'anyone'>, string> = {
  organisations: '192-196 198 199 204 205',
  customers: '4 8 12',
  newcomers: '23 45 102 103 185',
  providers: '2 5 31 37 41 46 62 77-95 105 109 176-179 181 186-191 197 200 201 212 213 217',
};

const registries = byOctet(octetsOf);
const uses = byOctet(octetsFor);

/** Whose block an IPv4 address lies in, and what such blocks were given out for. */
export function registryBlock(address: number): RegistryBlock {
  const octet = address >>> 24;
  const registry = registries.get(octet) ?? 'ARIN';
  return { registry, use: isIndependentOfRipe(octet, (address >>> 16) & 255) ? 'organisations' : (uses.get(octet) ?? 'anyone') };
}

/** RIPE NCC gave the upper quarter of 91/8 to organisations independent of a provider. */
function isIndependentOfRipe(octet: number, second: number): boolean {
  return octet === 91 && second >= 192;
}

function byOctet<Key extends string>(lists: Record<Key, string>): Map<number, Key> {
  const found = new Map<number, Key>();
  for (const [key, list] of Object.entries(lists) as [Key, string][]) {
    for (const part of list.split(' ')) {
      const [first, last = first] = part.split('-').map(Number);
      for (let octet = first!; octet <= last!; octet++) found.set(octet, key);
    }
  }
  return found;
}
