import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { blockAround } from '../../lib/ip-range.ts';
import type { DataProcessing } from '../settings/data-processing.ts';

/** IP anonymization: returns null, the network (/24 or /48) or the whole address, as the account's settings allow. */
export function truncateAddress(ip: string | null, storage: DataProcessing['ip_storage']): string | null {
  const address = ip === null || storage === 'none' ? null : parseIpAddress(ip);
  if (address === null) return null;
  if (storage === 'full') return formatIpAddress(address);
  return formatIpAddress(blockAround(address, address.version === 4 ? 24 : 48).first);
}
