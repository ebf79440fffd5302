import { entriesOf } from '../../lib/entries-of.ts';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';

type Registry = 'AFRINIC' | 'APNIC' | 'ARIN' | 'LACNIC' | 'RIPE NCC';

/** Recipients of blocks in this part of the address space, according to registry policies. */
export type BlockRecipient = 'organizations' | 'customers' | 'newcomers' | 'providers' | 'anyone';

type RegistryBlock = { registry: Registry; use: BlockRecipient };

/** First octets of each registry, from the IANA IPv4 address space registry. ARIN has all others. */
const octetsByRegistry: Record<Exclude<Registry, 'ARIN'>, string> = {
  AFRINIC: '41 102 105 154 196 197',
  APNIC: '1 14 27 36 39 42 43 49 58-61 101 103 106 110-126 133 150 153 163 171 175 180 182 183 202 203 210 211 218-223',
  LACNIC: '177 179 181 186 187 189-191 200 201',
  'RIPE NCC': '2 5 25 31 37 46 51 53 57 62 77-95 109 141 145 151 176 178 185 188 193-195 212 213 217',
};

/**
 * First octets by use. `organizations`: small blocks assigned directly to their users, before registries existed or as
 * provider-independent space.
 * `customers`: blocks of large carriers, parts of which are announced by customers. `newcomers`: space mostly assigned in small
 * blocks to recent members. `providers`: space allocated to providers for assignment to customers.
 */
const octetsByUse: Record<Exclude<BlockRecipient, 'anyone'>, string> = {
  organizations: '192-196 198 199 204 205',
  customers: '4 8 12',
  newcomers: '23 45 102 103 185',
  providers: '2 5 31 37 41 46 62 77-95 105 109 176-179 181 186-191 197 200 201 212 213 217',
};

const registries = byOctet(octetsByRegistry);
const uses = byOctet(octetsByUse);

export function registryBlock(address: number): RegistryBlock {
  const octet = address >>> 24;
  const registry = registries.get(octet) ?? 'ARIN';
  return { registry, use: isProviderIndependent(octet, (address >>> 16) & 255) ? 'organizations' : (uses.get(octet) ?? 'anyone') };
}

/** RIPE NCC assigned the upper quarter of 91/8 as provider-independent space. */
function isProviderIndependent(octet: number, second: number): boolean {
  return octet === 91 && second >= 192;
}

function byOctet<Key extends string>(lists: Record<Key, string>): Map<number, Key> {
  const keyByOctet = new Map<number, Key>();
  for (const [key, list] of entriesOf(lists)) {
    for (const part of list.split(' ')) {
      const bounds = part.split('-').map(Number);
      for (let octet = firstOf(bounds); octet <= lastOf(bounds); octet++) keyByOctet.set(octet, key);
    }
  }
  return keyByOctet;
}
