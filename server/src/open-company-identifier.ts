import type { Config } from './config.ts';
import type { Context } from './domain/context.ts';
import { listedNetworksVersion } from './domain/identification/listed-networks-version.ts';
import { loadListedNetworks } from './domain/identification/load-listed-networks.ts';
import { createCompanyIdentifier } from './providers/create-company-identifier.ts';
import { ipDataVersion } from './providers/ip-data/ip-data-version.ts';
import { type WatchedIdentifier, watchIdentifier } from './providers/watch-identifier.ts';

/** How often a running server looks for updated IP data and imported networks. */
const newDataEveryMs = 5000;

/** Opens the company identifier with the current IP data and imported networks, and keeps it up to date. */
export function openCompanyIdentifier(ctx: Context, { dataDir, leadConfidence, reverseDns }: Config): Promise<WatchedIdentifier> {
  const open = async () => createCompanyIdentifier(dataDir, leadConfidence, reverseDns, await loadListedNetworks(ctx));
  const networks = listedNetworksVersion(ctx);
  const version = async () => {
    const files = ipDataVersion(dataDir);
    return files === null ? null : `${files} ${await networks()}`;
  };
  return watchIdentifier({ open, version }, ctx.log, newDataEveryMs);
}
