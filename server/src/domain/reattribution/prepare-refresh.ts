import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { formatIpAddress } from '../../lib/ip-address.ts';
import type { CompanyIdentifier } from '../identification/company-identifier.ts';
import type { AddressFacts, Netblock } from '../identification/facts.ts';
import { loadNetblocks, loadNetblocksById } from '../identification/load-address-facts.ts';
import type { KnownBlock } from './known-block.ts';

/** The facts at the time of a visit, and the smallest known block with the address. */
export type KnownClient = { facts: AddressFacts | null; block: KnownBlock | null };

type Refresh = (known: KnownClient) => AddressFacts | null;

/**
 * Returns a function that updates facts from the current data files and the blocks of the directory. If only a block around the address is
 * known, changes to a part of that block are not applied. Blocks that are no longer listed are dropped.
 */
export async function prepareRefresh(
  identifier: CompanyIdentifier,
  trx: Transaction<DB>,
  clients: readonly KnownClient[],
): Promise<Refresh> {
  const around = await loadNetblocks(trx, [...new Set(clients.flatMap(({ block }) => block?.cidr ?? []))]);
  const ids = new Set(clients.flatMap(({ facts }) => facts?.netblocks.map(({ id }) => id) ?? []));
  const stillListed = await loadNetblocksById(trx, [...ids]);
  return ({ facts, block }) => {
    const netblocks = smallestFirst([
      ...(around.get(block?.cidr ?? '') ?? []),
      ...(facts?.netblocks.flatMap(({ id }) => stillListed.get(id) ?? []) ?? []),
    ]);
    if (block?.isWholeAddress) {
      const found = identifier.findFacts(formatIpAddress(block.range.first));
      return { ...found, netblocks, hostName: facts?.hostName ?? null, settled: facts?.settled ?? [] };
    }
    if (facts === null) return null;
    return { ...(block === null ? facts : identifier.refreshFacts(facts, block.range)), netblocks };
  };
}

/** Sorts blocks by size and removes duplicates. */
function smallestFirst(netblocks: Netblock[]): Netblock[] {
  const distinct = new Map(netblocks.map((netblock) => [`${netblock.id} ${netblock.company.key}`, netblock]));
  return [...distinct.values()].sort((left, right) => right.prefix - left.prefix);
}
