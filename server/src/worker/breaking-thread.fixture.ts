import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { required } from '../lib/required.ts';
import type { ThreadMessage, ThreadOptions } from './background-thread.ts';

// Crashes on its first start when its report has arrived, works on the second, and stops when told to.
const { config }: ThreadOptions = workerData;
const markerFile = join(config.dataDir, 'has-started');
const isSecond = existsSync(markerFile);
writeFileSync(markerFile, '');
const send = (message: ThreadMessage) => required(parentPort).postMessage(message);
send({ started: true });
send({ report: { counts: [{ name: 'inbox_handled', labels: [], count: 7 }], lanes: 0, pools: {}, isHealthy: true } });
if (!isSecond) {
  // An error can overtake messages that were sent before it.
  setInterval(() => {
    if (existsSync(join(config.dataDir, 'has-reported'))) throw new Error('crashed on purpose');
  }, 10);
}
required(parentPort).once('message', () => send({ stopped: true }));
