import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../server/src/db/connect.ts';
import { engineUrl } from '../server/src/db/embedded/engine.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { newAccount } from './ingest-account.ts';
import type { Load, LoadReport } from './ingest-load.ts';
import { IngestProbe } from './ingest-probe.ts';
import { type ServiceProcess, startServiceProcess } from './ingest-service.ts';

const promised = { acceptance: 0.7, endToEnd: 0.35, lagSeconds: 2, memoryGrowth: 0.15 };

/**
 * `npm run bench -- ingest`: how many events a second are committed, and how many become visits, beside a bare node:http
 * server that only parses the same bodies, under the same load on the same machine in the same run.
 */
export default async function ingest(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '128' },
      /** Which share of the bare server's rate is sent in the end-to-end part. */
      share: { type: 'string', default: '0.4' },
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
    if (committed !== acceptance.events) fail(`${acceptance.events} events were acknowledged but ${committed} are committed`);
    await probe.emptyInbox();
    await connection.close();
    await service.stop();

    bare.push(await measureBare(seconds, connections));
    say('bare node:http again', bare[1]!);
    const bareEvents = mean(bare.map(eventsPerSecond));
    const bareRequests = mean(bare.map(({ requests, seconds: took }) => requests / took));
    judge('acceptance', eventsPerSecond(acceptance) / bareEvents, promised.acceptance);

    service = await startServiceProcess({ ...environment, PORT: String(await freePort()) });
    await measureEndToEnd(service, folder, {
      scriptHash,
      connections,
      seconds: seconds * 2,
      ratePerSecond: Math.round(bareRequests * Number(values.share)),
      port: service.port,
      bareEvents,
    });
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureEndToEnd(service: ServiceProcess, folder: string, { bareEvents, ...load }: Load & { bareEvents: number }) {
  const connection = connect(engineUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
  try {
    const probe = new IngestProbe(connection.pool);
    await runLoad({ ...load, seconds: 4 });
    await probe.untilEmpty();
    const before = await probe.storedEvents();
    const memory = probe.watchMemory(service.pid);
    const began = performance.now();
    const report = await runLoad(load);
    const lagSeconds = await probe.lagSeconds();
    const stored = (await probe.storedEvents()) - before;
    const rate = stored / ((performance.now() - began) / 1000);
    const growth = memory.stop();
    say('sent to the end-to-end part', report);
    console.log(`  became visits        ${thousands(rate)} events/s, lag at the end ${lagSeconds.toFixed(2)} s`);
    await probe.untilEmpty();
    const all = (await probe.storedEvents()) - before;
    if (all !== report.events) fail(`${report.events} events were acknowledged but ${all} are stored`);
    judge('end to end', rate / bareEvents, promised.endToEnd);
    if (lagSeconds > promised.lagSeconds) fail(`the lag at the end is ${lagSeconds.toFixed(2)} s, promised are ${promised.lagSeconds}`);
    console.log(`  memory               ${growth.text}`);
    if (growth.share > promised.memoryGrowth) fail(`memory grew by ${Math.round(growth.share * 100)} % over the run`);
  } finally {
    await connection.close();
  }
}

async function measureBare(seconds: number, connections: number): Promise<LoadReport> {
  const child = fork(join(import.meta.dirname, 'ingest-bare.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [port] = (await once(child, 'message')) as [number];
  try {
    await runLoad({ port, scriptHash: '0123456789abcdef0123', connections, seconds: 2, ratePerSecond: null });
    return await runLoad({ port, scriptHash: '0123456789abcdef0123', connections, seconds, ratePerSecond: null });
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
  if (report.otherAnswers > 0) fail(`${report.otherAnswers} answers were not 204; the first: ${report.firstOther}`);
  return report;
}

function eventsPerSecond({ events, seconds }: LoadReport): number {
  return events / seconds;
}

function say(name: string, report: LoadReport) {
  const requests = thousands(report.requests / report.seconds);
  const latency = `p50 ${report.p50Ms.toFixed(1)} ms, p99 ${report.p99Ms.toFixed(1)} ms`;
  console.log(`${name.padEnd(28)} ${thousands(eventsPerSecond(report))} events/s in ${requests} requests/s, ${latency}`);
}

function judge(name: string, ratio: number, least: number) {
  const kept = ratio >= least;
  console.log(`${kept ? '✓' : '✗'} ${name} ${ratio.toFixed(2)} of bare, promised ${least}`);
  if (!kept) process.exitCode = 1;
}

function fail(sentence: string) {
  console.log(`✗ ${sentence}`);
  process.exitCode = 1;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
