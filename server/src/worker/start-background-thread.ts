import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { shareFiles } from '../lib/shared-files.ts';
import type { Background } from './background.ts';
import type { ThreadData, ThreadMessage, ThreadOptions, ThreadReport } from './background-thread.ts';

/** `terminate` is safe: the next start repeats uncommitted work. */
export type BackgroundThread = Background & { terminate(): void };

const restartAfterMs = 1000;
/** Large enough that the short-lived objects of a batch are not promoted to the old generation. */
const youngMegabytes = 192;
/** Shutdown does not wait forever for work that hangs; the next start repeats what was not committed. */
const stopTimeoutMs = 6000;

/** Keeps a thread running that executes the pipeline and the jobs. A crashed thread is replaced; all its state is in the database. */
export async function startBackgroundThread(
  options: ThreadOptions,
  onReport: (report: ThreadReport) => void,
  log: Logger,
  program = new URL('./background-thread.ts', import.meta.url),
): Promise<BackgroundThread> {
  let isHealthy = false;
  let isStopping = false;
  /** Also the thread that is still starting, so that stopping reaches it. */
  let thread: Worker;
  await startThread();

  async function startThread(): Promise<void> {
    const files = shareFiles();
    const started = new Worker(program, {
      workerData: { ...options, files } satisfies ThreadData,
      transferList: [files],
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    thread = started;
    let crash: Error | null = null;
    started.once('error', (error: Error) => {
      crash = error;
    });
    // A thread can also exit without an error. The exit may follow the first message immediately.
    const exited = new Promise<false>((resolve) => started.once('exit', () => resolve(false)));
    const hasStarted = new Promise<true>((resolve) => started.once('message', () => resolve(true)));
    started.on('message', (message: ThreadMessage) => {
      if (!('report' in message)) return;
      ({ isHealthy } = message.report);
      onReport(message.report);
    });
    if (!(await Promise.race([hasStarted, exited]))) throw crash ?? new Error('The worker thread exited while it was starting.');
    isHealthy = true;
    void exited.then(() => {
      if (crash !== null) log.error({ err: crash }, 'The worker thread crashed; restarting it');
      return replace();
    });
  }

  async function replace() {
    isHealthy = false;
    while (!isStopping) {
      await pause(restartAfterMs);
      if (isStopping) return;
      try {
        await startThread();
        return;
      } catch (error) {
        if (isStopping) return;
        log.error({ err: error }, 'The worker thread could not be restarted; retrying');
      }
    }
  }

  return {
    isHealthy: () => isHealthy,
    async stop() {
      isStopping = true;
      // A crash during the shutdown also ends the thread.
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      thread.postMessage('stop');
      const timer = setTimeout(() => void thread.terminate(), stopTimeoutMs);
      thread.on('message', (message: ThreadMessage) => {
        if ('stopped' in message) void thread.terminate();
      });
      if (thread.threadId !== -1) await ended;
      clearTimeout(timer);
    },
    terminate() {
      isStopping = true;
      void thread.terminate();
    },
  };
}
