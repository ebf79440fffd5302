import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CompiledOrganizations, CompiledOrganizationTable, organizationsOfSections } from './compiled-organizations.ts';
import { seedVersion } from './read-seed.ts';
import { readSectionFile, writeSectionFile } from './section-file.ts';

/** Raised by one whenever the compiled form changes, or the rules for keys of names. */
const tableFormat = 1;

/** Opens the networks and organisations that come with Leadlight. The first start of a version compiles them. */
export async function openOrganizations(dataDir: string): Promise<CompiledOrganizationTable> {
  const path = join(dataDir, 'ip-data', 'organizations.bin');
  const fingerprint = `${tableFormat} ${seedVersion()}`;
  const sections = readSectionFile(path, fingerprint);
  const stored = sections === null ? null : organizationsOfSections(sections);
  if (stored !== null) return new CompiledOrganizationTable(stored);
  const compiled = await compileInThread();
  writeSectionFile(path, fingerprint, compiled);
  return new CompiledOrganizationTable(compiled);
}

/** In a thread of its own: a process that starts must answer its health check meanwhile. */
function compileInThread(): Promise<CompiledOrganizations> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./compile-organizations-thread.ts', import.meta.url));
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that compiles the organisations ended with ${code}`)));
  });
}
