import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { required } from '../lib/required.ts';
import { readSharedFile, useSharedFiles } from '../lib/shared-files.ts';
import type { ThreadData, ThreadMessage } from './background-thread.ts';

// Increments the first byte of a file in memory once for each version of the file, which the process sees only if the memory is shared.
const { config, files }: ThreadData = workerData;
useSharedFiles(files);
const port = required(parentPort);
const send = (message: ThreadMessage) => port.postMessage(message);
const path = join(config.dataDir, 'shared');
let version = 0;
async function change() {
  const content = await readSharedFile(path);
  if (content[1] === version) return;
  version = content[1]!;
  content[0]!++;
}
await change();
setInterval(change, 10);
send({ started: true });
port.once('message', () => send({ stopped: true }));
