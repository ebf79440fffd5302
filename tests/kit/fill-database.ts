import { connect } from '../../server/src/db/connect.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { indexCompanyNames } from '../../server/src/domain/companies/index-company-names.ts';
import { loadSeed } from '../../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../../server/src/domain/visits/ensure-partitions.ts';
import { shippedSeed } from '../../server/src/providers/ip-data/shipped-seed.ts';
import { plainContext } from './plain-context.ts';

/** Migrates an empty database, and loads and indexes the company directory, as the first start of a server and its jobs do. */
export async function fillDatabase(url: string, dataDir: string): Promise<void> {
  await migrate(url);
  const { db, close } = connect(url, { connections: 4, name: 'template', onError: () => {} });
  const ctx = plainContext(db, dataDir);
  await ensurePartitions(ctx);
  await loadSeed(ctx, shippedSeed(dataDir));
  await indexCompanyNames(ctx);
  await close();
}
