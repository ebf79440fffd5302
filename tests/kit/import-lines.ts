import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { ImportReport } from '../../server/src/domain/imports/import-record.ts';
import type { Importer } from '../../server/src/domain/imports/importer.ts';
import { type ImportOptions, runImport } from '../../server/src/domain/imports/run-import.ts';
import { readImportFile } from '../../server/src/providers/read-import-file.ts';
import type { TestService } from './service.ts';

/** Returns a function that imports lines as a file, as the command does. */
export function lineImporter({ ctx }: Pick<TestService, 'ctx'>) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-import-'));
  after(() => rmSync(folder, { recursive: true }));
  let fileCount = 0;
  return async <Row>(importer: Importer<Row>, lines: string[], options: Partial<ImportOptions> = {}): Promise<ImportReport> => {
    const path = join(folder, `${++fileCount}`);
    writeFileSync(path, lines.join('\n'));
    return runImport(ctx, importer, readImportFile(path), { dryRun: false, ...options });
  };
}
