import { formatIpAddress, type IpAddress } from './ip-address.ts';
import { addressBits, blockAround, compareIpAddresses, type IpRange } from './ip-range.ts';

/** Splits a range into the fewest CIDR blocks; null if there are more than allowed. */
export function blocksOfRange({ first, last }: IpRange, max: number): string[] | null {
  const blocks: string[] = [];
  for (let from: IpAddress | null = first; from !== null && compareIpAddresses(from, last) <= 0; ) {
    if (blocks.length === max) return null;
    let prefix = addressBits(from);
    while (prefix > 0) {
      const wider = blockAround(from, prefix - 1);
      if (compareIpAddresses(wider.first, from) !== 0 || compareIpAddresses(wider.last, last) > 0) break;
      prefix--;
    }
    blocks.push(`${formatIpAddress(from)}/${prefix}`);
    from = successor(blockAround(from, prefix).last);
  }
  return blocks;
}

function successor(address: IpAddress): IpAddress | null {
  if (address.version === 4) return address.value === 0xffffffff ? null : { version: 4, value: address.value + 1 };
  const words: [number, number, number, number] = [...address.words];
  for (let index = 3; index >= 0; index--) {
    if (words[index] !== 0xffffffff) {
      words[index]! += 1;
      return { version: 6, words };
    }
    words[index] = 0;
  }
  return null;
}
