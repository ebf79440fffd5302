import { nameWords } from '../../../domain/identification/name-words.ts';
import { releaseMemory } from '../../../lib/release-memory.ts';

/** A name with at least this many blocks and addresses belongs to a pool or a provider. */
const poolBlocks = 5;
const poolAddresses = 1024;
/** A maintainer of at least this many differently named assignments is a provider. */
const providerNames = 20;

export type NamedBlocks = {
  /** Position of the name, with its class in the lowest two bits; 0 if there is no name. */
  value: Uint32Array;
  maintainer: Uint32Array;
  /** The names of providers that hold allocations, in lower case. */
  providers: Set<string>;
};

export type StoredNames = {
  nameAt(position: number): string;
  /** Character code of the name's first letter in lower case, if it is an ASCII letter. */
  firstLetterAt(position: number): number;
};

/** Removes names that do not identify one user: those of pools, and those that providers give to their own blocks. */
export function removePoolNames(
  blocks: NamedBlocks,
  maintainers: readonly string[],
  { nameAt, firstLetterAt }: StoredNames,
  sizeOf: (index: number) => number,
): void {
  const { value, maintainer, providers } = blocks;
  const order = namedOrder(value);
  const distinctNames = new Uint32Array(maintainers.length);
  for (const [from, to] of runsOf(order, value)) {
    let addresses = 0;
    for (let index = from; index < to; index++) addresses += sizeOf(order[index]!);
    const isPool = to - from >= poolBlocks && addresses >= poolAddresses;
    // Each maintainer counts a name once.
    const countedFor = to - from === 1 ? null : new Set<number>();
    for (let index = from; index < to; index++) {
      const maintainerId = maintainer[order[index]!]!;
      if (countedFor === null || !countedFor.has(maintainerId)) distinctNames[maintainerId]!++;
      countedFor?.add(maintainerId);
    }
    const isProvider = !isPool && providers.size > 0 && providers.has(nameAt(namePosition(value[order[from]!]!)).toLowerCase());
    if (isPool || isProvider) for (let index = from; index < to; index++) value[order[index]!] = 0;
  }
  const ownWords = new Map<number, string[]>();
  for (const index of order) {
    const maintainerId = maintainer[index]!;
    if (value[index] === 0 || maintainerId === 0 || distinctNames[maintainerId]! < providerNames) continue;
    const words = ownWords.get(maintainerId) ?? wordsOfHandle(maintainers[maintainerId]!);
    ownWords.set(maintainerId, words);
    // Most names begin with another letter; comparing the letters first is cheap.
    if (words.length === 0 || !words.some((word) => word.charCodeAt(0) === firstLetterAt(namePosition(value[index]!)))) continue;
    if (words.includes(firstWord(nameAt(namePosition(value[index]!))))) value[index] = 0;
  }
}

/** Position of a name, without its class. */
function namePosition(value: number): number {
  return (value >>> 2) * 4 + 1;
}

function firstWord(name: string): string {
  return /^[\p{L}\p{N}]+/u.exec(name)?.[0].toLowerCase() ?? '';
}

/** Yields the start and end of each run of blocks with the same name in `order`. */
function* runsOf(order: Uint32Array, value: Uint32Array): Generator<[number, number]> {
  let from = 0;
  while (from < order.length) {
    const name = value[order[from]!]! >>> 2;
    let to = from + 1;
    while (to < order.length && value[order[to]!]! >>> 2 === name) to++;
    yield [from, to];
    from = to;
  }
}

/**
 * Exceeds the number of blocks in all registries. Indexes of blocks must be smaller, because `namedOrder` packs one with the position of a
 * name into one number.
 */
const blockLimit = 16_777_216;

/** Returns the indexes of the blocks that have a name, grouped by name. */
function namedOrder(value: Uint32Array): Uint32Array {
  if (value.length >= blockLimit) throw new RangeError('The files hold 16,777,216 or more blocks.');
  let count = 0;
  for (const found of value) if (found !== 0) count++;
  // Packs the position of a name and the index of its block into one number, so that sorting needs no comparator.
  const keys = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < value.length; index++) if (value[index] !== 0) keys[at++] = (value[index]! >>> 2) * blockLimit + index;
  keys.sort();
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place++) order[place] = keys[place]! % blockLimit;
  releaseMemory(keys);
  return order;
}

/** Returns the distinctive words of a handle: `dtag` for `DTAG-NIC`, `acme` for `MNT-ACME`. */
function wordsOfHandle(handle: string): string[] {
  const common = new Set(
    'mnt nic ripe maint lir ncc noc net hm end by as ap afrinic apnic arin de at ch fr it uk gb nl be pl cz es ru ua'.split(' '),
  );
  return nameWords(handle).filter((word) => word.length >= 3 && !common.has(word));
}
