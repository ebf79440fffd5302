import type { ImportedMatch } from '../../domain/identification/facts.ts';
import { type ImportedDatabases, noDatabases } from '../../domain/identification/imported-databases.ts';
import type { NetworkKind } from '../../domain/identification/network-kind.ts';
import type { IpAddress } from '../../lib/ip-address.ts';
import { compareIpAddresses, type IpRange, parseIpRange, rangeContains } from '../../lib/ip-range.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { readStoredList, storedListNames } from './stored-list.ts';

type Block = { range: IpRange; match: ImportedMatch };

type PublicListData = {
  databases: ImportedDatabases;
  /** Kinds by AS number, for networks that were not reviewed. */
  kindsByAsn: ReadonlyMap<number, NetworkKind>;
};

/** Opens the installed lists. They classify addresses but never name a company. */
export function openPublicLists(dataDir: string): PublicListData {
  const kindsByAsn = new Map<number, NetworkKind>();
  const lists = storedListNames(dataDir).map((name) => {
    const blocks: Record<4 | 6, Block[]> = { 4: [], 6: [] };
    for (const entry of readStoredList(dataDir, name)?.entries ?? []) {
      if ('asn' in entry) kindsByAsn.set(entry.asn, entry.kind);
      else {
        const range = required(parseIpRange(entry.block), entry.block);
        blocks[range.first.version].push({ range, match: { database: name, company: null, kind: entry.kind } });
      }
    }
    return { name, blocks: { 4: disjoint(blocks[4]), 6: disjoint(blocks[6]) } };
  });
  if (lists.length === 0) return { kindsByAsn, databases: noDatabases };
  return {
    kindsByAsn,
    databases: {
      find: (address) => lists.flatMap(({ blocks }) => blockAt(blocks[address.version], address).found?.match ?? []),
      findInBlock: (block) =>
        lists.map(({ name, blocks }) => ({ database: name, match: matchInBlock(blocks[block.first.version], block) })),
      network: () => null,
      networkInBlock: () => null,
      location: () => null,
    },
  };
}

/** Removes blocks that are inside others. All blocks of a list have the same kind, so the largest of nested blocks is enough. */
function disjoint(blocks: Block[]): Block[] {
  const sorted = blocks.sort(
    (left, right) => compareIpAddresses(left.range.first, right.range.first) || compareIpAddresses(right.range.last, left.range.last),
  );
  const kept: Block[] = [];
  for (const block of sorted) {
    const previous = kept.at(-1);
    if (previous === undefined || !rangeContains(previous.range, block.range.first)) kept.push(block);
  }
  return kept;
}

/** Returns the block that contains the address, and the first block after the address. */
function blockAt(blocks: readonly Block[], address: IpAddress): { found: Block | null; next: Block | undefined } {
  let from = 0;
  let to = blocks.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    if (compareIpAddresses(itemAt(blocks, middle).range.first, address) <= 0) from = middle + 1;
    else to = middle - 1;
  }
  const last = blocks[to];
  return { found: last !== undefined && rangeContains(last.range, address) ? last : null, next: blocks[from] };
}

/**
 * Returns `differs` if only a part of the block is in the list, such as one Tor exit in the block of a truncated address, or if the block
 * is in the list as several smaller ones.
 */
function matchInBlock(blocks: readonly Block[], { first, last }: IpRange): ImportedMatch | null | 'differs' {
  const { found, next } = blockAt(blocks, first);
  if (found !== null) return rangeContains(found.range, last) ? found.match : 'differs';
  return next !== undefined && compareIpAddresses(next.range.first, last) <= 0 ? 'differs' : null;
}
