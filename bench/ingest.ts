import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../server/src/db/connect.ts';
import { postgresUrl } from '../server/src/db/embedded/postgres-address.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { lastOf } from '../server/src/lib/last-of.ts';
import { atLeast, atMost, type BenchReport, type Goal, none, thousands } from './bench-report.ts';
import { cpuMs, databaseCpuMs } from './cpu-time.ts';
import { newAccount } from './ingest-account.ts';
import type { Load, LoadReport } from './ingest-load.ts';
import { IngestProbe } from './ingest-probe.ts';
import { startServiceProcess } from './ingest-service.ts';
import { runLoad } from './run-load.ts';

/** Warm-up time; a service runs for weeks, so its slow start is not measured. */
const warmUpSeconds = { accepting: 3, endToEnd: 12 };
/** Warm-up time of each end-to-end round. */
const rampSeconds = 4;
const targets = { acceptance: 0.7, endToEnd: 0.45, lagSeconds: 2, memoryGrowth: 0.15 };
/** The collector delays a commit to batch requests only while many arrive, so with few connections there must be no such delay. */
const fewConnections = [
  { connections: 10, maxP50Ms: 4, minShare: null },
  { connections: 50, maxP50Ms: null, minShare: targets.acceptance },
];

/**
 * `npm run bench -- ingest`: committed events per second and events per second that become visits, compared with a bare node:http
 * server that only parses the same bodies, under the same load on the same machine in the same run. The speed of machines varies
 * over time, so both sides are measured alternately and the ratio is that of all rounds together.
 */
export default async function ingest(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '4' },
      /** Duration of each round; end-to-end rounds last three times as long. */
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '256' },
      /** The share of the bare server's rate that is sent end to end: slightly more than the goal, because only sent events can be stored. */
      share: { type: 'string', default: '0.47' },
    },
  });
  const plan: Plan = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    share: Number(values.share),
  };
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-ingest-'));
  const bare = await startBare();
  try {
    await runLoad({ ...bare.load, connections: plan.connections, seconds: warmUpSeconds.accepting });
    const acceptance = await measureAcceptance(folder, bare, plan);
    const endToEnd = await measureEndToEnd(folder, bare, plan);
    return {
      title: 'Events accepted and turned into visits, compared with a bare node:http server that only parses the same bodies',
      goals: [...acceptance.goals, ...endToEnd.goals],
      tables: [
        {
          title: `${plan.connections} connections if not stated otherwise, means of ${plan.rounds} rounds each`,
          columns: ['Part', 'Events/s', 'p50', 'p99'],
          rows: [...acceptance.rows, ...endToEnd.rows],
        },
        { title: 'End to end', columns: ['What', 'Figure'], rows: endToEnd.facts },
      ],
      charts: [],
      figures: endToEnd.figures,
    };
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Plan = { rounds: number; seconds: number; connections: number; share: number };
type Part = { goals: Goal[]; rows: string[][] };

async function measureAcceptance(folder: string, bare: Bare, { rounds, seconds, connections }: Plan): Promise<Part> {
  const service = await startServiceProcess(await environmentOf(folder), ['--role', 'web,collector']);
  const connection = connect(postgresUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
  try {
    const probe = new IngestProbe(connection.pool);
    const serviceLoad = { port: service.port, scriptHash: (await newAccount(connection)).scriptHash, ratePerSecond: null };
    await runLoad({ ...serviceLoad, connections, seconds: warmUpSeconds.accepting });
    let lost = 0;
    const measure = async (connections: number): Promise<{ bare: LoadReport[]; accepted: LoadReport[]; ratio: number }> => {
      const reports: { bare: LoadReport[]; accepted: LoadReport[] } = { bare: [], accepted: [] };
      for (let round = 1; round <= rounds; round++) {
        await probe.emptyEventQueue();
        const bareReport = await runLoad({ ...bare.load, connections, seconds });
        const accepted = await runLoad({ ...serviceLoad, connections, seconds });
        lost += accepted.events - (await probe.waitingEvents());
        reports.bare.push(bareReport);
        reports.accepted.push(accepted);
        const texts = `${rateText(bareReport)} by the bare server, ${rateText(accepted)} accepted and committed`;
        console.log(`${connections} connections, round ${round}: ${texts}`);
      }
      await probe.emptyEventQueue();
      return { ...reports, ratio: rateOf(reports.accepted) / rateOf(reports.bare) };
    };
    const goals: Goal[] = [];
    const rows: string[][] = [];
    for (const { connections: few, maxP50Ms, minShare } of fewConnections) {
      const { bare: bareReports, accepted, ratio } = await measure(few);
      const name = `accepted with ${few} connections`;
      const p50Ms = mean(accepted.map((report) => report.p50Ms));
      if (maxP50Ms !== null) goals.push(atMost(`${name}: p50`, p50Ms, maxP50Ms, 'ms'));
      if (minShare !== null) goals.push(atLeast(`${name}: events per second relative to the bare server`, ratio, minShare));
      rows.push(rowOf(`bare node:http, ${few} connections`, bareReports), rowOf(`accepted (committed), ${few} connections`, accepted));
    }
    const { bare: bareReports, accepted, ratio } = await measure(connections);
    goals.push(
      none('acknowledged events that were not committed', lost),
      atLeast('accepted (committed) events per second relative to the bare server', ratio, targets.acceptance),
    );
    rows.push(rowOf('bare node:http', bareReports), rowOf('accepted (committed)', accepted));
    return { goals, rows };
  } finally {
    await connection.close();
    await service.stop();
  }
}

type EndToEndTurn = { bare: LoadReport; sent: LoadReport; storedPerSecond: number; lagSeconds: number };
type EndToEnd = Part & { facts: string[][]; figures: Record<string, number> };

async function measureEndToEnd(folder: string, bare: Bare, { rounds, seconds, connections, share }: Plan): Promise<EndToEnd> {
  const service = await startServiceProcess(await environmentOf(folder));
  const connection = connect(postgresUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
  try {
    const probe = new IngestProbe(connection.pool);
    const serviceLoad = { port: service.port, scriptHash: (await newAccount(connection)).scriptHash, connections };
    const warm = await runLoad({ ...bare.load, connections, seconds });
    await probe.waitUntilNamesAreIndexed();
    await runLoad({ ...serviceLoad, seconds: warmUpSeconds.endToEnd, ratePerSecond: Math.round(rateOf([warm]) * share) });
    await probe.waitUntilEmpty();
    const memory = probe.watchMemory(service.pid);
    const before = await probe.storedEvents();
    const turns: EndToEndTurn[] = [];
    const spentMs = { node: 0, database: 0 };
    for (let round = 1; round <= rounds; round++) {
      const bareReport = await runLoad({ ...bare.load, connections, seconds });
      const usedMs = [cpuMs(service.pid), databaseCpuMs(folder)] as const;
      const load = { ...serviceLoad, seconds: rampSeconds + 3 * seconds, ratePerSecond: Math.round(rateOf([bareReport]) * share) };
      const turn = { bare: bareReport, ...(await measureTurn(probe, load)) };
      await probe.waitUntilEmpty();
      spentMs.node += cpuMs(service.pid) - usedMs[0];
      spentMs.database += databaseCpuMs(folder) - usedMs[1];
      turns.push(turn);
      const storedText = `${thousands(Math.round(turn.storedPerSecond))} events/s became visits, lag ${turn.lagSeconds.toFixed(2)} s at the end`;
      console.log(`round ${round}: ${rateText(bareReport)} by the bare server, ${rateText(turn.sent)} sent; ${storedText}`);
    }
    const growth = memory.stop();
    const stored = (await probe.storedEvents()) - before;
    const acknowledged = turns.reduce((sum, { sent }) => sum + sent.events, 0);
    const storedPerSecond = mean(turns.map((turn) => turn.storedPerSecond));
    const figures = {
      nodeMicrosPerEvent: Math.round((spentMs.node / stored) * 1000),
      databaseMicrosPerEvent: Math.round((spentMs.database / stored) * 1000),
    };
    return {
      goals: [
        none('acknowledged events that were not stored', acknowledged - stored),
        atLeast(
          'events per second that became visits relative to the bare server',
          storedPerSecond / rateOf(turns.map((turn) => turn.bare)),
          targets.endToEnd,
        ),
        atMost('lag at the end of the run', lastOf(turns).lagSeconds, targets.lagSeconds, 's'),
        {
          name: 'memory growth during the run',
          measured: growth.text,
          target: `growth of at most ${targets.memoryGrowth * 100}%`,
          isMet: growth.share <= targets.memoryGrowth,
        },
      ],
      rows: [
        rowOf(
          'bare node:http, between the end-to-end rounds',
          turns.map((turn) => turn.bare),
        ),
        rowOf(
          'sent to the end-to-end part',
          turns.map(({ sent }) => sent),
        ),
      ],
      facts: [
        ['events per second that became visits', thousands(Math.round(storedPerSecond))],
        ['lag at the end of each round', `${turns.map(({ lagSeconds }) => lagSeconds.toFixed(2)).join(', ')} s`],
        ['Node CPU time per event, collector and pipeline', `${figures.nodeMicrosPerEvent} µs`],
        ['PostgreSQL CPU time per event', `${figures.databaseMicrosPerEvent} µs`],
      ],
      figures,
    };
  } finally {
    await connection.close();
    await service.stop();
  }
}

/** Measures how many events per second become visits: the rate of the pipeline, as long as its backlog does not change. */
async function measureTurn(probe: IngestProbe, load: Load): Promise<Omit<EndToEndTurn, 'bare'>> {
  const running = runLoad(load);
  await pause(rampSeconds * 1000);
  const startMs = performance.now();
  const storedBefore = await probe.storedEvents();
  const sent = await running;
  const lagSeconds = await probe.lagSeconds();
  const storedPerSecond = ((await probe.storedEvents()) - storedBefore) / ((performance.now() - startMs) / 1000);
  return { sent, lagSeconds, storedPerSecond };
}

async function environmentOf(folder: string): Promise<Record<string, string>> {
  const port = String(await freePort());
  return { DATA_DIR: folder, PORT: port, HOST: '127.0.0.1', TRUST_PROXY: 'loopback', COLLECT_RATE: '1000000' };
}

type Bare = { load: Pick<Load, 'port' | 'scriptHash' | 'ratePerSecond'>; stop(): Promise<void> };

async function startBare(): Promise<Bare> {
  const child = fork(join(import.meta.dirname, 'ingest-bare.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const port: number = (await once(child, 'message'))[0];
  return {
    load: { port, scriptHash: '0123456789abcdef0123', ratePerSecond: null },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Events per second over several rounds. */
function rateOf(reports: readonly LoadReport[]): number {
  return mean(reports.map(({ events, seconds }) => events / seconds));
}

function rateText(report: LoadReport): string {
  return `${thousands(Math.round(rateOf([report])))} events/s`;
}

function rowOf(name: string, reports: readonly LoadReport[]): string[] {
  const times = [mean(reports.map(({ p50Ms }) => p50Ms)), mean(reports.map(({ p99Ms }) => p99Ms))];
  return [name, thousands(Math.round(rateOf(reports))), ...times.map((ms) => `${ms.toFixed(1)} ms`)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
