import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderV1Api } from '../server/dev/render-v1-api.ts';
import { startPostgres } from '../server/src/db/embedded/postgres.ts';
import { introspect } from '../server/src/db/generate/introspect.ts';
import { renderStructure } from '../server/src/db/generate/render-structure.ts';
import { renderTypes } from '../server/src/db/generate/render-types.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { renderOpenapi } from '../server/src/v1/openapi/render-openapi.ts';
import { renderConfiguration } from './render-configuration.ts';

/** Writes all generated files that are committed. */
const folder = mkdtempSync(join(tmpdir(), 'leadlight-generate-'));
const postgres = await startPostgres({ folder, onProgress: () => {}, onWarning: () => {}, durable: false });
try {
  await migrate(postgres.url);
  const structure = await introspect(postgres.url);
  const target = join(import.meta.dirname, '../server/src/db');
  writeFileSync(join(target, 'structure.sql'), renderStructure(structure));
  writeFileSync(join(target, 'schema.ts'), renderTypes(structure));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), renderConfiguration());
writeFileSync(join(import.meta.dirname, '../docs/openapi.json'), renderOpenapi());
writeFileSync(join(import.meta.dirname, '../tests/kit/v1-api.ts'), await renderV1Api());
process.stdout.write(
  'Generated server/src/db/structure.sql, server/src/db/schema.ts, docs/configuration.md, docs/openapi.json and tests/kit/v1-api.ts\n',
);
