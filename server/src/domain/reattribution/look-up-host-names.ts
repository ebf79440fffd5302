import { formatIpAddress, type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressKey } from '../identification/address-key.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import type { HostName } from '../identification/facts.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import { lockLanes } from '../lanes/lanes.ts';
import type { WorkerState } from '../worker-state.ts';
import { reevaluateVisits, type VisitKey } from './reevaluate-visits.ts';

const batchSize = 500;

type WorkerContext = IdentifierContext & { workerState: WorkerState };

/**
 * Looks up the hostnames of recently seen addresses, and re-evaluates the visits of those that have one. Runs after the visits have been
 * stored. The addresses themselves are not stored.
 */
export async function lookUpHostNames(ctx: WorkerContext, accountId: string, ips: Iterable<string>): Promise<void> {
  const { hostNames } = ctx.identifier;
  const addresses = [...new Set(ips)].flatMap((ip) => parseIpAddress(ip) ?? []).filter((address) => hostNames.known(address) === undefined);
  if (addresses.length === 0) return;
  const results = await Promise.all(addresses.map(async (address) => ({ address, hostName: await hostNames.find(address) })));
  const named = results.flatMap(({ address, hostName }) => (hostName ? [{ address, hostName }] : []));
  if (named.length > 0) await ctx.workerState.hostNameUpdates.run(() => reevaluateNamed(ctx, accountId, named));
}

type NamedAddress = { address: IpAddress; hostName: HostName };

async function reevaluateNamed(ctx: WorkerContext, accountId: string, named: readonly NamedAddress[]): Promise<void> {
  const secret = await getOrCreateAddressSecret(ctx, accountId);
  const hostNamesByKey = new Map(
    named.flatMap(({ address, hostName }) => {
      const evidence = ctx.identifier.findFacts(formatIpAddress(address), { hostName }).hostName;
      return evidence === null ? [] : [[addressKey(secret, address), evidence] as const];
    }),
  );
  if (hostNamesByKey.size === 0) return;
  const request = { accountId, scope: { addressKeys: [...hostNamesByKey.keys()] }, limit: batchSize, hostNames: hostNamesByKey };
  let after: VisitKey | null = null;
  do {
    after = await ctx.db.transaction().execute(async (trx) => {
      await lockLanes(trx, accountId);
      return (await reevaluateVisits(ctx, trx, { ...request, after })).cursor;
    });
  } while (after !== null);
}
