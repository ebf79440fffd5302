import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadReport } from './ingest-load.ts';

/** Sends events from a separate process. Fails if a response is not 204. */
export async function runLoad(load: Load): Promise<LoadReport> {
  const file = join(import.meta.dirname, 'ingest-load.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  const report: LoadReport = JSON.parse(text);
  if (report.otherResponses > 0)
    throw new Error(`${report.otherResponses} responses were not 204; the first: ${report.firstOtherResponse}`);
  return report;
}
