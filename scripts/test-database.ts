import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect } from '../server/src/db/connect.ts';
import { startEngine } from '../server/src/db/embedded/engine.ts';
import { makeIds } from '../server/src/db/ids.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { findAccountBinding } from '../server/src/db/row-level-security/find-account-binding.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import type { Stops } from '../server/src/lib/stops.ts';
import { fileStore } from '../server/src/providers/file-store.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { jobQueue } from '../server/src/providers/job-queue.ts';
import { closeTemplate, findNodes, joinNodes, onEveryNode, urlOf } from '../tests/kit/database-nodes.ts';

const template = `leadlight_template_${process.pid}`;

/** A PostgreSQL for the run, the given one or an embedded one, with a migrated template that test files copy. */
export async function startTestDatabase(databaseUrl: string | undefined, stops: Stops): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-'));
  await stops.add(() => rmSync(folder, { recursive: true, force: true }));
  const engine = databaseUrl
    ? null
    : await startEngine({ folder, onProgress: () => {}, onTrouble: (words) => console.error(words), durable: false });
  if (engine) await stops.add(() => engine.stop());
  const serverUrl = databaseUrl ?? engine!.url;
  const url = urlOf(serverUrl, { database: template });
  const nodes = await findNodes(serverUrl);
  await onEveryNode(nodes, `create database ${template}`);
  await stops.add(() => onEveryNode(nodes, `drop database ${template} with (force)`));
  // Files that need the demo account create a template of it.
  await stops.add(() => onEveryNode(nodes, `drop database if exists ${template}_demo with (force)`));
  await joinNodes(nodes, template);
  await migrate(url);
  const { db, close } = connect(url, { connections: 4, name: 'template', onError: () => {} });
  const ctx = {
    db,
    clock: { now: () => new Date() },
    ids: makeIds(Date.now),
    jobs: jobQueue,
    files: fileStore(folder),
    log: pino({ level: 'silent' }),
  };
  await ensurePartitions(ctx);
  await loadSeed(ctx, shippedSeed(folder));
  await close();
  const binding = await findAccountBinding(url);
  await closeTemplate(nodes, template);
  return {
    LEADLIGHT_TEST_SERVER: serverUrl,
    LEADLIGHT_TEST_NODES: nodes.join(' '),
    LEADLIGHT_TEST_TEMPLATE: template,
    LEADLIGHT_TEST_RUN: folder,
    LEADLIGHT_TEST_ACCOUNT_BINDING: binding ?? '',
  };
}
