import { Worker } from 'node:worker_threads';
import type { IpDataSources } from './ip-data-sources.ts';
import type { NetworkTable } from './network-table.ts';

/** Compiles in a thread, so that a starting process can respond to health checks. */
export function compileInThread(sources: IpDataSources): Promise<NetworkTable> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./compile-thread.ts', import.meta.url), { workerData: sources });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that compiles the address data exited with code ${code}`)));
  });
}
