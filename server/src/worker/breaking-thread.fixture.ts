import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOptions, ThreadWord } from './background-thread.ts';

// Breaks when it is started for the first time, works the second time, and ends when it is told to.
const { config } = workerData as ThreadOptions;
const mark = join(config.dataDir, 'was-here');
const isSecond = existsSync(mark);
writeFileSync(mark, '');
const say = (word: ThreadWord) => parentPort!.postMessage(word);
say({ started: true });
if (!isSecond)
  setImmediate(() => {
    throw new Error('broken on purpose');
  });
else say({ report: { counts: [{ name: 'inbox_handled', labels: [], count: 7 }], lanes: 0, pools: {}, isWell: true } });
parentPort!.once('message', () => say({ stopped: true }));
