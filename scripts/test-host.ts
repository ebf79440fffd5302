import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { suite } from './track-tests.ts';

/**
 * The process in which test files run. It reads their paths from file descriptor 4 and runs them one after the other, each as a
 * suite, so that its hooks run when its own tests are done. Loading the server takes longer than running most files, so it is loaded once.
 */
for await (const file of createInterface(new Socket({ fd: 4 }))) await suite(file, () => import(file));
// The runner notices only that a process does not exit; this line reports why.
setInterval(() => console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`), 5000).unref();
