import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { required } from '../lib/required.ts';
import type { ThreadMessage, ThreadOptions } from './background-thread.ts';

// On its first start, this thread crashes after its report has arrived. On later starts, it runs until it is told to stop, except for one
// start on which it exits without an error if the file `exits` exists.
const { config }: ThreadOptions = workerData;
const markerFile = join(config.dataDir, 'has-started');
const isFirst = !existsSync(markerFile);
writeFileSync(markerFile, '');
const exitsFile = join(config.dataDir, 'exits');
if (!isFirst && existsSync(exitsFile)) {
  rmSync(exitsFile);
  process.exit();
}
const send = (message: ThreadMessage) => required(parentPort).postMessage(message);
send({ started: true });
send({ report: { counts: [{ name: 'inbox_handled', labels: [], count: 7 }], lanes: 0, pools: {}, isHealthy: true } });
if (isFirst) {
  // Waits until the report has arrived, because an error can overtake messages that were sent before it.
  setInterval(() => {
    if (existsSync(join(config.dataDir, 'has-reported'))) throw new Error('crashed on purpose');
  }, 10);
}
required(parentPort).once('message', () => send({ stopped: true }));
