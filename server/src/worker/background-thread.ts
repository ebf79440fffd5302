import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { openContext } from '../context.ts';
import { collectGarbage } from '../lib/collect-garbage.ts';
import { makeLog } from '../log.ts';
import { openIdentifier } from '../open-identifier.ts';
import { leastConnections, startBackground } from './background.ts';

export type ThreadOptions = { config: Config; databaseUrl: string; isTerminal: boolean };

/** What the thread tells: that it works, how the pipeline does, and that all is written and closed. */
export type ThreadWord = { started: true } | { handled: number; lanes: number; isWell: boolean } | { stopped: true };

const tellEveryMs = 500;
const anyAddress = '192.0.2.1';

/**
 * Runs in a thread of its own beside the doors: working through a burst of events or making a large export then takes another
 * core, and no request waits for it.
 */
async function runThread(port: MessagePort, { config, databaseUrl, isTerminal }: ThreadOptions) {
  const log = makeLog(config, isTerminal);
  const connections = Math.max(config.databaseConnections, leastConnections);
  const { ctx, close } = openContext({ ...config, databaseConnections: connections }, databaseUrl, log, 'worker');
  const { identifier, stop: stopWatching } = await openIdentifier(ctx, config);
  // What is made at the first question is made now, and not while the first visitors wait.
  identifier.judge(identifier.findFacts(anyAddress));
  identifier.locate(anyAddress);
  let handled = 0;
  let lanes = 0;
  const background = await startBackground({ ...ctx, identifier }, databaseUrl, {
    handled(entries) {
      handled += entries;
    },
    waiting(number) {
      lanes = number;
    },
  });
  const say = (word: ThreadWord) => port.postMessage(word);
  const tell = () => {
    say({ handled, lanes, isWell: background.isWell() });
    handled = 0;
  };
  const timer = setInterval(tell, tellEveryMs);
  // The only word that is sent to the thread: finish what is under way.
  port.once('message', async () => {
    clearInterval(timer);
    stopWatching();
    await background.stop();
    tell();
    await close();
    say({ stopped: true });
  });
  collectGarbage();
  say({ started: true });
}

if (parentPort) await runThread(parentPort, workerData as ThreadOptions);
