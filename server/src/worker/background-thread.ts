import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { openContext } from '../context.ts';
import { type WorkCount, WorkCounts } from '../domain/work-counts.ts';
import { WorkerState } from '../domain/worker-state.ts';
import { collectGarbage } from '../lib/collect-garbage.ts';
import type { PoolState } from '../lib/pool-state.ts';
import { useSharedFiles } from '../lib/shared-files.ts';
import { createLog } from '../log.ts';
import { openCompanyIdentifier } from '../open-company-identifier.ts';
import { startTracing } from '../start-tracing.ts';
import { startBackground } from './background.ts';
import { threadConnections } from './database-connections.ts';

export type ThreadOptions = { config: Config; databaseUrl: string; isTerminal: boolean };

/** With the port through which the thread reads files that it shares with the process. */
export type ThreadData = ThreadOptions & { files: MessagePort };

/** Messages from the thread. */
export type ThreadMessage = { started: true } | { report: ThreadReport } | { stopped: true };

/** The work done since the last report, and the current state of the thread. */
export type ThreadReport = { counts: WorkCount[]; lanes: number; pools: Record<string, PoolState>; isHealthy: boolean };

const reportEveryMs = 500;
/** A public address, because reserved ones, such as 192.0.2.1, are not looked up in the IP data. */
export const warmUpAddress = '8.8.8.8';

/**
 * Runs the pipeline and the jobs. They have a separate thread, so that bursts of events and large exports use another core and do not
 * delay requests.
 */
async function runThread(port: MessagePort, { config, databaseUrl, isTerminal, files }: ThreadData) {
  useSharedFiles(files);
  const log = createLog(config, isTerminal);
  const tracing = await startTracing(config, log);
  const connections = threadConnections(config.databaseConnections);
  const { ctx, connection, close } = openContext({ ...config, databaseConnections: connections }, databaseUrl, log, 'worker');
  const counts = new WorkCounts();
  const { identifier, stop: stopWatching } = await openCompanyIdentifier(ctx, config);
  // Warm up what is built on first use, so that the first visitors do not wait for it.
  identifier.identify(identifier.findFacts(warmUpAddress));
  identifier.locate(warmUpAddress);
  let lanes = 0;
  const background = await startBackground({ ...ctx, identifier, counts, workerState: new WorkerState() }, databaseUrl, {
    onProcessed(requests) {
      counts.add('inbox_handled', [], requests);
    },
    onWaiting(number) {
      lanes = number;
    },
  });
  const send = (message: ThreadMessage) => port.postMessage(message);
  const report = () => {
    const { service } = connection.poolStates();
    send({
      report: { counts: counts.take(), lanes, pools: { worker: service!, ...background.poolStates() }, isHealthy: background.isHealthy() },
    });
  };
  const timer = setInterval(report, reportEveryMs);
  // The thread receives only one message, which tells it to stop after the work in progress.
  port.once('message', async () => {
    clearInterval(timer);
    stopWatching();
    await background.stop();
    report();
    await Promise.all([close(), tracing?.close()]);
    send({ stopped: true });
  });
  collectGarbage();
  send({ started: true });
}

if (parentPort) await runThread(parentPort, workerData as ThreadData);
