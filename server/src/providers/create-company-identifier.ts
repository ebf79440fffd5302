import { Resolver } from 'node:dns/promises';
import type { AddressVerdict, CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import { type AdditionalFacts, type AddressFacts, noFacts, type VisitorFacts } from '../domain/identification/facts.ts';
import { findDataFacts, refreshDataFacts, withAdditionalFacts } from '../domain/identification/find-facts.ts';
import { noHostNames } from '../domain/identification/host-name-directory.ts';
import { identify } from '../domain/identification/identify.ts';
import { type ImportedDatabases, noDatabases } from '../domain/identification/imported-databases.ts';
import type { SeedOrganization } from '../domain/identification/organization-table.ts';
import { boundedCache } from '../lib/bounded-cache.ts';
import { parseIpAddress } from '../lib/ip-address.ts';
import { largestBlocks } from '../lib/largest-blocks.ts';
import { ReverseDns } from './dns/reverse-dns.ts';
import { bestPlace, type NamedDatabase, openImportedDatabases } from './ip-data/open-imported-databases.ts';
import { openKnowledge } from './ip-data/open-knowledge.ts';
import { openPublicLists } from './public-lists/open-public-lists.ts';

/** Cache size for addresses: every page view of a visitor looks up the same address. */
const maxCachedAddresses = 5_000;

/** Opens the IP data of the data folder, compiling it first if necessary. */
export async function createCompanyIdentifier(
  dataDir: string,
  leadConfidence: number,
  reverseDns = false,
  listed: readonly SeedOrganization[] = [],
  draft?: NamedDatabase,
): Promise<CompanyIdentifier> {
  const lists = openPublicLists(dataDir);
  const { knowledge, locations } = await openKnowledge(dataDir, listed, lists.kindsByAsn);
  const databases = joinDatabases(await openImportedDatabases(dataDir, draft), lists.databases);
  const findCachedFacts = boundedCache((ip: string) => {
    const address = parseIpAddress(ip);
    return address === null ? noFacts : findDataFacts(knowledge, databases, address);
  }, maxCachedAddresses);
  const cachedVerdicts = new WeakMap<AddressFacts, AddressVerdict>();
  const identifyByFacts = (facts: AddressFacts) => {
    const verdict = cachedVerdicts.get(facts) ?? identify(knowledge.organizations, facts, {}, [], leadConfidence);
    cachedVerdicts.set(facts, verdict);
    return verdict;
  };
  const locate = boundedCache((ip: string) => {
    const address = parseIpAddress(ip);
    return address === null ? null : bestPlace([databases.location(address), locations.find(address)]);
  }, maxCachedAddresses);
  return {
    hostNames: reverseDns ? new ReverseDns(new Resolver({ tries: 1 }), Date.now) : noHostNames,
    findFacts: (ip, additional = {}, corrections = []) => {
      const facts = findCachedFacts(ip);
      const address = isEmpty(additional) && corrections.length === 0 ? null : parseIpAddress(ip);
      return address === null ? facts : withAdditionalFacts(knowledge, facts, address, additional, corrections);
    },
    refreshFacts: (facts, block) => refreshDataFacts(knowledge, databases, facts, block),
    identify: (facts, visitor = {}, corrections = []) =>
      isEmpty(visitor) && corrections.length === 0
        ? identifyByFacts(facts)
        : identify(knowledge.organizations, facts, visitor, corrections, leadConfidence),
    blocksOf: (asn, max) => largestBlocks(knowledge.networks.rangesOf(asn, max), max),
    locate,
  };
}

/** The operator's databases take precedence over public lists. */
function joinDatabases(own: ImportedDatabases, lists: ImportedDatabases): ImportedDatabases {
  if (lists === noDatabases) return own;
  return {
    find: (address) => [...own.find(address), ...lists.find(address)],
    findInBlock: (block) => [...own.findInBlock(block), ...lists.findInBlock(block)],
    network: (address) => own.network(address),
    networkInBlock: (block) => own.networkInBlock(block),
    location: (address) => own.location(address),
  };
}

function isEmpty(facts: AdditionalFacts | VisitorFacts): boolean {
  return Object.values(facts).every((fact) => fact == null);
}
