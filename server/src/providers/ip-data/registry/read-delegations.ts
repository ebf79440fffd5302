import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { gunzip } from '../../../lib/gunzip.ts';
import { parseIpAddress } from '../../../lib/ip-address.ts';
import { blockAround, type IpRange } from '../../../lib/ip-range.ts';
import { OperatorError } from '../../../lib/operator-error.ts';

type Delegation = { range: IpRange; asn: number };

/**
 * Reads delegated-extended statistics: `registry|country|type|start|value|date|status|holder`. Blocks assigned to an organization that
 * also holds an AS number belong to that network, whichever network announces them. Allocated blocks belong to providers and are skipped.
 */
export async function readDelegations(path: string, name: string, isPacked: boolean): Promise<Delegation[]> {
  const raw = createReadStream(path);
  const input = isPacked ? gunzip(raw) : raw;
  const networks = new Map<string, number>();
  const blocks: { holder: string; range: IpRange }[] = [];
  let expected: number | null = null;
  let records = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [first = '', , type = '', start = '', value = '', , status = '', holder = ''] = line.split('|');
    if (line.startsWith('#') || line.trim() === '' || line.endsWith('|summary')) continue;
    // The header, such as `2|ripencc|20260816|123456|19830705|20260815|+0200`, contains the number of records.
    if (/^2(\.\d)?$/.test(first)) expected = Number(start);
    else {
      records++;
      if (holder === '' || (status !== 'assigned' && type !== 'asn')) continue;
      if (type === 'asn' && !networks.has(holder)) networks.set(holder, Number(start));
      const range = type === 'asn' ? null : rangeOf(type, start, Number(value));
      if (range !== null) blocks.push({ holder, range });
    }
  }
  if (expected !== null && records < expected)
    throw new OperatorError(`${name} is truncated: it contains ${records} of ${expected} records. Nothing was imported.`);
  return blocks.flatMap(({ holder, range }) => {
    const asn = networks.get(holder);
    return asn === undefined || !Number.isInteger(asn) ? [] : [{ range, asn }];
  });
}

/** The value is the number of addresses for IPv4, and the length of the prefix for IPv6. */
function rangeOf(type: string, start: string, value: number): IpRange | null {
  const first = parseIpAddress(start);
  if (first === null || !Number.isInteger(value) || value < 1) return null;
  if (type === 'ipv6') return blockAround(first, value);
  if (first.version !== 4) return null;
  return { first, last: { version: 4, value: first.value + value - 1 } };
}
