import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Background } from './background.ts';
import type { ThreadOptions, ThreadReport, ThreadWord } from './background-thread.ts';

/** A thread with work in flight can also be ended at once: what it had not committed is done by the next start. */
export type BackgroundThread = Background & { terminate(): void };

const againAfterMs = 1000;
/** A batch lives for a moment only; with room for it the collector of garbage need not carry it over to what lives long. */
const youngMegabytes = 192;
/** Stopping the service does not wait forever for work that hangs: what it had not committed is done by the next start. */
const patienceMs = 6000;

/** Keeps a thread with the pipeline and the jobs running. One that breaks is replaced: it holds nothing that is not in the database. */
export async function startBackgroundThread(
  options: ThreadOptions,
  onReport: (report: ThreadReport) => void,
  log: Logger,
  program = new URL('./background-thread.ts', import.meta.url),
): Promise<BackgroundThread> {
  let isWell = false;
  let isStopping = false;
  let thread = await startThread();

  async function startThread(): Promise<Worker> {
    const started = new Worker(program, {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    const failed = new Promise<never>((_resolve, reject) => started.once('error', reject));
    failed.catch(() => {});
    started.on('message', (word: ThreadWord) => {
      if (!('report' in word)) return;
      ({ isWell } = word.report);
      onReport(word.report);
    });
    await Promise.race([once(started, 'message'), failed]);
    isWell = true;
    started.once('error', (error) => log.error({ err: error }, 'The background work broke; it is started again'));
    started.once('exit', () => void replace());
    return started;
  }

  async function replace() {
    isWell = false;
    while (!isStopping) {
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
      if (isStopping) return;
      try {
        thread = await startThread();
        return;
      } catch (error) {
        log.error({ err: error }, 'The background work could not be started again; trying once more');
      }
    }
  }

  return {
    isWell: () => isWell,
    async stop() {
      isStopping = true;
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      const timer = setTimeout(() => void thread.terminate(), patienceMs);
      thread.on('message', (word: ThreadWord) => {
        if ('stopped' in word) void thread.terminate();
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
