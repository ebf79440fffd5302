import type { Config } from './config.ts';
import type { Context } from './domain/context.ts';
import { listedNetworksVersion } from './domain/identification/listed-networks-version.ts';
import { loadListedNetworks } from './domain/identification/load-listed-networks.ts';
import { ipDataVersion } from './providers/ip-data/ip-data-version.ts';
import { makeIdentifier } from './providers/make-identifier.ts';
import { type WatchedIdentifier, watchIdentifier } from './providers/watch-identifier.ts';

/** How soon a running server notices that address data were updated or networks imported. */
const newDataEveryMs = 5000;

/** The identification with the address data of the data folder and the networks of the directory, as they are now and become. */
export function openIdentifier(ctx: Context, { dataDir, leadConfidence, reverseDns }: Config): Promise<WatchedIdentifier> {
  const open = async () => makeIdentifier(dataDir, leadConfidence, reverseDns, await loadListedNetworks(ctx));
  const version = async () => {
    const files = ipDataVersion(dataDir);
    return files === null ? null : `${files} ${await listedNetworksVersion(ctx)}`;
  };
  return watchIdentifier({ open, version }, ctx.log, newDataEveryMs);
}
