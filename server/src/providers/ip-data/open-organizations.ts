import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CompiledOrganizations, CompiledOrganizationTable, organizationsOfSections } from './compiled-organizations.ts';
import { seedVersion } from './read-seed.ts';
import { assertWritable, readSectionFile, writeSectionFile } from './section-file.ts';

/** Increment when the compiled form or the rules for name keys change. */
const tableFormat = 1;

/** Opens the shipped networks and organizations. The first start of a version compiles them. */
export async function openOrganizations(dataDir: string): Promise<CompiledOrganizationTable> {
  const path = join(dataDir, 'ip-data', 'organizations.bin');
  const fingerprint = `${tableFormat} ${seedVersion()}`;
  const sections = await readSectionFile(path, fingerprint);
  const stored = sections === null ? null : organizationsOfSections(sections);
  if (stored !== null) return new CompiledOrganizationTable(stored);
  assertWritable(path);
  const compiled = await compileInThread();
  writeSectionFile(path, fingerprint, compiled);
  return new CompiledOrganizationTable(compiled);
}

/** Compiles in a thread, so that a starting process can respond to health checks. */
function compileInThread(): Promise<CompiledOrganizations> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./compile-organizations-thread.ts', import.meta.url));
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that compiles the organizations exited with code ${code}`)));
  });
}
