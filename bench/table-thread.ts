import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { required } from '../server/src/lib/required.ts';
import { useSharedFiles } from '../server/src/lib/shared-files.ts';
import { findAll, openDatabase, type TableKind } from './table-lookups.ts';

type Task = { kind: TableKind; path: string; addresses: Uint32Array };

/** Opens a table that the main thread also has, and looks up addresses. */
const port = required(parentPort);
useSharedFiles(workerData as MessagePort);
port.on('message', async ({ kind, path, addresses }: Task) => {
  port.postMessage(findAll(await openDatabase(kind, path, 'sample'), addresses));
});
port.postMessage('started');
