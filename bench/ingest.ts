import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../server/src/db/connect.ts';
import { engineUrl } from '../server/src/db/embedded/engine.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { atLeast, atMost, type BenchReport, type Goal, none, thousands } from './bench-report.ts';
import { cpuMs, databaseCpuMs } from './cpu-time.ts';
import { newAccount } from './ingest-account.ts';
import type { Load, LoadReport } from './ingest-load.ts';
import { IngestProbe } from './ingest-probe.ts';
import { type ServiceProcess, startServiceProcess } from './ingest-service.ts';

/** A service runs for weeks; what is slower in its first moments is not measured. */
const warmUpSeconds = 12;
/** So long the end-to-end part then runs before it is measured. */
const rampSeconds = 4;
const promised = { acceptance: 0.7, endToEnd: 0.35, lagSeconds: 2, memoryGrowth: 0.15 };

/**
 * `npm run bench -- ingest`: how many events a second are committed, and how many become visits, beside a bare node:http
 * server that only parses the same bodies, under the same load on the same machine in the same run.
 */
export default async function ingest(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '256' },
      /** Which share of the bare server's rate is sent in the end-to-end part. */
      share: { type: 'string', default: '0.37' },
    },
  });
  const seconds = Number(values.seconds);
  const connections = Number(values.connections);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-ingest-'));
  const environment = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'loopback',
    COLLECT_RATE: '1000000',
  };
  let service: ServiceProcess | null = null;
  const goals: Goal[] = [];
  const rows: string[][] = [];
  const say = (name: string, report: LoadReport) => {
    rows.push(rowOf(name, report));
    console.log(rows.at(-1)!.join('  '));
  };
  try {
    const bare = [await measureBare(seconds, connections)];
    say('bare node:http', bare[0]!);

    service = await startServiceProcess(environment, ['--role', 'web,collector']);
    const connection = connect(engineUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
    const { scriptHash } = await newAccount(connection);
    const probe = new IngestProbe(connection.pool);
    await runLoad({ port: service.port, scriptHash, connections, seconds: 2, ratePerSecond: null });
    await probe.emptyInbox();
    const acceptance = await runLoad({ port: service.port, scriptHash, connections, seconds, ratePerSecond: null });
    const committed = await probe.waitingEvents();
    say('accepted (committed)', acceptance);
    goals.push(none('acknowledged events that are not committed', acceptance.events - committed));
    await probe.emptyInbox();
    await connection.close();
    await service.stop();

    bare.push(await measureBare(seconds, connections));
    say('bare node:http again', bare[1]!);
    const bareEvents = mean(bare.map(eventsPerSecond));
    const bareRequests = mean(bare.map(({ requests, seconds: took }) => requests / took));
    const share = eventsPerSecond(acceptance) / bareEvents;
    goals.push(atLeast('ratio of accepted (committed) events a second to the bare server', share, promised.acceptance));

    service = await startServiceProcess({ ...environment, PORT: String(await freePort()) });
    const endToEnd = await measureEndToEnd(service, folder, {
      scriptHash,
      connections,
      seconds: seconds * 2,
      ratePerSecond: Math.round(bareRequests * Number(values.share)),
      port: service.port,
      bareEvents,
    });
    say('sent to the end-to-end part', endToEnd.report);
    return {
      title: 'Events accepted and turned into visits, beside a bare node:http server that only parses the same bodies',
      goals: [...goals, ...endToEnd.goals],
      tables: [
        { title: `${connections} connections`, columns: ['Part', 'Events/s', 'Requests/s', 'p50', 'p99'], rows },
        { title: 'End to end', columns: ['What', 'Figure'], rows: endToEnd.rows },
      ],
      charts: [],
      figures: endToEnd.figures,
    };
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type EndToEnd = { report: LoadReport; goals: Goal[]; rows: string[][]; figures: Record<string, number> };

async function measureEndToEnd(
  service: ServiceProcess,
  folder: string,
  { bareEvents, ...load }: Load & { bareEvents: number },
): Promise<EndToEnd> {
  const connection = connect(engineUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
  try {
    const probe = new IngestProbe(connection.pool);
    await runLoad({ ...load, seconds: warmUpSeconds });
    await probe.untilEmpty();
    const before = await probe.storedEvents();
    const memory = probe.watchMemory(service.pid);
    const cpuBefore = [cpuMs(service.pid), databaseCpuMs(folder)] as const;
    const running = runLoad({ ...load, seconds: rampSeconds + load.seconds });
    // What is under way at the end was under way at the beginning too: only then is the rate that of the pipeline.
    await new Promise((resolve) => setTimeout(resolve, rampSeconds * 1000));
    const began = performance.now();
    const storedAtFirst = await probe.storedEvents();
    const report = await running;
    const lagSeconds = await probe.lagSeconds();
    const stored = (await probe.storedEvents()) - storedAtFirst;
    const rate = stored / ((performance.now() - began) / 1000);
    const growth = memory.stop();
    await probe.untilEmpty();
    const all = (await probe.storedEvents()) - before;
    const micros = (afterMs: number, beforeMs: number) => Math.round(((afterMs - beforeMs) / all) * 1000);
    const figures = {
      nodeMicrosPerEvent: micros(cpuMs(service.pid), cpuBefore[0]),
      databaseMicrosPerEvent: micros(databaseCpuMs(folder), cpuBefore[1]),
    };
    return {
      report,
      goals: [
        none('acknowledged events that are not stored', report.events - all),
        atLeast('ratio of events a second that became visits to the bare server', rate / bareEvents, promised.endToEnd),
        atMost('lag at the end', lagSeconds, promised.lagSeconds, 's'),
        {
          name: 'memory over the run',
          measured: growth.text,
          promised: `growth of at most ${promised.memoryGrowth * 100} %`,
          isKept: growth.share <= promised.memoryGrowth,
        },
      ],
      rows: [
        ['events a second that became visits', thousands(Math.round(rate))],
        ['processor time of Node for each event, collector and pipeline', `${figures.nodeMicrosPerEvent} µs`],
        ['processor time of PostgreSQL for each event', `${figures.databaseMicrosPerEvent} µs`],
      ],
      figures,
    };
  } finally {
    await connection.close();
  }
}

async function measureBare(seconds: number, connections: number): Promise<LoadReport> {
  const child = fork(join(import.meta.dirname, 'ingest-bare.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [port] = (await once(child, 'message')) as [number];
  try {
    await runLoad({ port, scriptHash: '0123456789abcdef0123', connections, seconds: 2, ratePerSecond: null });
    const load = { port, scriptHash: '0123456789abcdef0123', connections, ratePerSecond: null };
    await runLoad({ ...load, seconds: 2 });
    return await runLoad({ ...load, seconds });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function runLoad(load: Load): Promise<LoadReport> {
  const file = join(import.meta.dirname, 'ingest-load.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  const report: LoadReport = JSON.parse(text);
  if (report.otherAnswers > 0) throw new Error(`${report.otherAnswers} answers were not 204; the first: ${report.firstOther}`);
  return report;
}

function eventsPerSecond({ events, seconds }: LoadReport): number {
  return events / seconds;
}

function rowOf(name: string, report: LoadReport): string[] {
  const speeds = [eventsPerSecond(report), report.requests / report.seconds].map((speed) => thousands(Math.round(speed)));
  return [name, ...speeds, ...[report.p50Ms, report.p99Ms].map((ms) => `${ms.toFixed(1)} ms`)];
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
