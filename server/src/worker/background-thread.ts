import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { openContext } from '../context.ts';
import { type WorkCount, WorkCounts } from '../domain/work-counts.ts';
import { WorkerMemory } from '../domain/worker-memory.ts';
import { collectGarbage } from '../lib/collect-garbage.ts';
import type { PoolState } from '../lib/pool-state.ts';
import { makeLog } from '../log.ts';
import { openIdentifier } from '../open-identifier.ts';
import { startTracing } from '../start-tracing.ts';
import { leastConnections, startBackground } from './background.ts';

export type ThreadOptions = { config: Config; databaseUrl: string; isTerminal: boolean };

/** What the thread tells: that it works, how the pipeline does, and that all is written and closed. */
export type ThreadWord = { started: true } | { report: ThreadReport } | { stopped: true };

/** What was done since the last report, and how things are. */
export type ThreadReport = { counts: WorkCount[]; lanes: number; pools: Record<string, PoolState>; isWell: boolean };

const tellEveryMs = 500;
const anyAddress = '192.0.2.1';

/**
 * Runs in a separate thread next to the interfaces: working through a burst of events or making a large export then takes another
 * core, and no request waits for it.
 */
async function runThread(port: MessagePort, { config, databaseUrl, isTerminal }: ThreadOptions) {
  const log = makeLog(config, isTerminal);
  const tracing = await startTracing(config, log);
  const connections = Math.max(config.databaseConnections, leastConnections);
  const { ctx, connection, close } = openContext({ ...config, databaseConnections: connections }, databaseUrl, log, 'worker');
  const counts = new WorkCounts();
  const { identifier, stop: stopWatching } = await openIdentifier(ctx, config);
  // What is made at the first question is made now, and not while the first visitors wait.
  identifier.judge(identifier.findFacts(anyAddress));
  identifier.locate(anyAddress);
  let lanes = 0;
  const background = await startBackground({ ...ctx, identifier, counts, memory: new WorkerMemory() }, databaseUrl, {
    handled(entries) {
      counts.add('inbox_handled', [], entries);
    },
    waiting(number) {
      lanes = number;
    },
  });
  const say = (word: ThreadWord) => port.postMessage(word);
  const tell = () => {
    const { service } = connection.poolStates();
    say({ report: { counts: counts.take(), lanes, pools: { worker: service!, ...background.poolStates() }, isWell: background.isWell() } });
  };
  const timer = setInterval(tell, tellEveryMs);
  // The only word that is sent to the thread: finish what is under way.
  port.once('message', async () => {
    clearInterval(timer);
    stopWatching();
    await background.stop();
    tell();
    await close();
    await tracing?.close();
    say({ stopped: true });
  });
  collectGarbage();
  say({ started: true });
}

if (parentPort) await runThread(parentPort, workerData as ThreadOptions);
