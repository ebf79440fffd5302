import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { formatIpAddress, type IpAddress } from '../../lib/ip-address.ts';

/**
 * A number that tells an address from others and does not tell the address: it is made with a secret of the account.
 * It fits into a bigint of the database.
 */
export function addressKey(secret: Buffer, address: IpAddress): string {
  return keyOf(secret, formatIpAddress(address));
}

/** By the secret and the address. */
const lately = new BoundedMap<string, string>(10_000);

/** The same for many addresses, as `formatIpAddress` writes them. Those of visitors who stay come again with every batch. */
export function addressKeys(secret: Buffer, addresses: readonly string[]): string[] {
  // Four times as quick as the bare secret where many are made.
  const object = createSecretKey(secret);
  const name = secret.toString('latin1');
  return addresses.map((address) => {
    const known = lately.get(name + address);
    if (known !== undefined) return known;
    const key = keyOf(object, address);
    lately.set(name + address, key);
    return key;
  });
}

function keyOf(secret: Buffer | KeyObject, address: string): string {
  const digest = createHmac('sha256', secret).update(address).digest();
  return String(digest.readBigUInt64BE() >> 1n);
}
