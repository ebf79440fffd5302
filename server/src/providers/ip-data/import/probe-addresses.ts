import type { IpAddress } from '../../../lib/ip-address.ts';
import { itemAt } from '../../../lib/item-at.ts';
import { Random } from '../../../lib/random.ts';
import type { NetworkTable } from '../network-table.ts';

const probeCount = 1000;

/** Returns a random sample of all announced IPv4 addresses, which is the same every time. */
export function probeAddresses({ ipv4First, ipv4Last }: NetworkTable, count = probeCount): IpAddress[] {
  const random = new Random(1);
  const ends = new Float64Array(ipv4First.length);
  let total = 0;
  for (let index = 0; index < ends.length; index++) {
    total += itemAt(ipv4Last, index) - itemAt(ipv4First, index) + 1;
    ends[index] = total;
  }
  return Array.from({ length: total === 0 ? 0 : count }, () => {
    const position = Math.floor(random.next() * total);
    let from = 0;
    let to = ends.length - 1;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (itemAt(ends, middle) <= position) from = middle + 1;
      else to = middle;
    }
    return { version: 4, value: itemAt(ipv4Last, from) - (itemAt(ends, from) - 1 - position) };
  });
}
