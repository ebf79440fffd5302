import { createHmac, type KeyObject } from 'node:crypto';
import { formatIpAddress, type IpAddress } from '../../lib/ip-address.ts';

/**
 * A number that tells an address from others and does not tell the address: it is made with a secret of the account.
 * It fits into a bigint of the database. Where many are made, a key object is four times as quick as the bare secret.
 */
export function addressKey(secret: Buffer | KeyObject, address: IpAddress): string {
  const digest = createHmac('sha256', secret).update(formatIpAddress(address)).digest();
  return String(digest.readBigUInt64BE() >> 1n);
}
