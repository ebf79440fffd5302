import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { OpenContext } from '../context.ts';
import { findIsolationFaults } from '../db/row-level-security/find-isolation-faults.ts';
import { getServiceState } from '../domain/monitoring/get-service-state.ts';
import { ipDataAges } from '../providers/ip-data/ip-data-ages.ts';
import { Metrics } from './metrics.ts';

/** Creates the metrics of a server process. `usesRowLevelSecurity` tells whether its requests use the restricted roles. */
export function openMetrics(
  config: Config,
  { ctx, connection }: Pick<OpenContext, 'ctx' | 'connection'>,
  usesRowLevelSecurity: boolean,
): Metrics {
  const metrics = new Metrics({
    serviceState: () => getServiceState(ctx, config),
    ipDataAges: () => ipDataAges(config.dataDir, ctx.clock.now()),
    async disk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
    },
    hasRowLevelSecurity: async () => usesRowLevelSecurity && (await findIsolationFaults(connection.url)).length === 0,
    backupIntervalSeconds: (config.backupEveryMs ?? 0) / 1000,
  });
  metrics.pools.add(connection.poolStates);
  return metrics;
}
