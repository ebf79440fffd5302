import { findDataFacts } from '../server/src/domain/identification/find-facts.ts';
import { identify, type Knowledge } from '../server/src/domain/identification/identify.ts';
import { noDatabases } from '../server/src/domain/identification/imported-databases.ts';
import type { LocationDirectory } from '../server/src/domain/identification/location-directory.ts';
import type { IpAddress } from '../server/src/lib/ip-address.ts';
import { lastIpv4StartingBy, tableByteLength } from '../server/src/providers/ip-data/network-table.ts';
import { NetworkTableDirectory } from '../server/src/providers/ip-data/network-table-directory.ts';
import { type Goal, thousands } from './bench-report.ts';
import type { Part } from './identify-accuracy.ts';

const targetLookups = 1_000_000;
const targetVerdicts = 100_000;

export function measureSpeed(knowledge: Knowledge, locations: LocationDirectory): Part {
  const { networks } = knowledge;
  if (!(networks instanceof NetworkTableDirectory)) throw new Error('speed is measured against the compiled table');
  const { table } = networks;
  const addresses = announcedAddresses(table.ipv4First, table.ipv4Last, 1_000_000);
  const values = Uint32Array.from(addresses, (address) => (address.version === 4 ? address.value : 0));
  const bare = perSecond(values.length, () => {
    let sum = 0;
    for (const value of values) sum += lastIpv4StartingBy(table.ipv4First, value);
    return sum;
  });
  const lookups = perSecond(addresses.length, () =>
    addresses.reduce((found, address) => found + (networks.find(address) === null ? 0 : 1), 0),
  );
  const sample = addresses.slice(0, 200_000);
  const verdicts = perSecond(sample.length, () =>
    sample.reduce(
      (named, address) =>
        named + (identify(knowledge.organizations, findDataFacts(knowledge, noDatabases, address)).company === null ? 0 : 1),
      0,
    ),
  );
  const places = perSecond(sample.length, () => sample.reduce((known, address) => known + (locations.find(address) === null ? 0 : 1), 0));
  const ranges = `${thousands(table.ipv4First.length)} IPv4 and ${thousands(table.ipv6System.length)} IPv6 ranges`;
  return {
    goals: [
      goal('network lookups per second', lookups, bare, targetLookups),
      goal('complete verdicts per second', verdicts, bare, targetVerdicts),
    ],
    rows: [
      ['network table', `${(tableByteLength(table) / 1e6).toFixed(1)} MB, ${ranges}`],
      ['bare binary search', `${thousands(bare)}/s`],
      ['locations', `${thousands(places)}/s`],
    ],
  };
}

function goal(name: string, measured: number, bare: number, target: number): Goal {
  return {
    name,
    measured: `${thousands(measured)} = ${(measured / bare).toFixed(2)} of a bare binary search`,
    target: `at least ${thousands(target)}`,
    isMet: measured >= target,
  };
}

/** Addresses from the whole announced space in random order, the same in every run. */
function announcedAddresses(firsts: Uint32Array, lasts: Uint32Array, count: number): IpAddress[] {
  let state = 1;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => {
    const range = next(firsts.length);
    const first = firsts[range] ?? 0;
    return { version: 4, value: first + next((lasts[range] ?? first) - first + 1) };
  });
}

/** Operations per second of CPU time, in the best of three runs: on a shared machine elapsed time also measures other processes. */
function perSecond(operations: number, run: () => number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return Math.round(operations / (best / 1_000_000));
}
