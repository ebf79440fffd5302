import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { percentile } from './bench-report.ts';

/**
 * Options of the load generator, which runs in a separate process. Its visitors each view two pages of an ordinary site, with one request
 * when a page opens and another when it is left. It writes HTTP to raw sockets, to leave the CPU of the shared machine to the server.
 */
export type Load = {
  port: number;
  scriptHash: string;
  connections: number;
  seconds: number;
  /** Maximum requests per second; unlimited if null. */
  ratePerSecond: number | null;
};
export type LoadReport = {
  requests: number;
  events: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses other than 204, and connection errors. */
  otherResponses: number;
  firstOtherResponse: string | null;
};

type Visitor = { ip: string; userAgent: string; product: number; step: number };
type Connection = { socket: Socket; isBusy: boolean; sentAtMs: number; events: number };

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
];
const concurrentVisitors = 4000;
/**
 * One in this many visitors comes from a network of the sample, which has organizations, ISPs and hosting providers; the others come from
 * random addresses. Addresses differ, because two visitors with the same address and browser would count as one, whose visit never ends.
 */
const sampleEvery = 5;

const sampleBlocks = readFileSync(join(import.meta.dirname, 'data/ip-kinds-sample.csv'), 'utf8')
  .split('\n')
  .flatMap((line) => /^(\d+\.\d+\.\d+)\.\d+/.exec(line)?.[1] ?? []);

/** Seeded with the time, so that every run has new visitors: those of a previous run would continue their visits. */
let random = Date.now() >>> 0;
function below(limit: number): number {
  random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((random / 2 ** 32) * limit);
}

let eventNumber = 0;
const runId = Date.now().toString(16).padStart(12, '0').slice(-12);
function eventId(): string {
  const number = (++eventNumber).toString(16).padStart(15, '0');
  return `${runId.slice(0, 8)}-${runId.slice(8)}-7${number.slice(0, 3)}-8${number.slice(3, 6)}-${below(4096).toString(16).padStart(3, '0')}${number.slice(6)}`;
}

function newVisitor(): Visitor {
  const isFromSample = below(sampleEvery) === 0;
  const block = isFromSample ? itemAt(sampleBlocks, below(sampleBlocks.length)) : `${below(200) + 20}.${below(256)}.${below(256)}`;
  const ip = `${block}.${below(256)}`;
  return { ip, userAgent: itemAt(userAgents, below(userAgents.length)), product: below(200), step: 0 };
}

function requestOf({ port, scriptHash }: Load, { ip, userAgent, product, step }: Visitor): { text: string; events: number } {
  const now = Date.now();
  const first = 'https://www.shop.example/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn';
  const second = `https://www.shop.example/products/${product}`;
  const view = (url: string, title: string) => ({
    id: eventId(),
    kind: 'page_view',
    occurred_at: now,
    url,
    title,
    referrer: 'https://www.google.com/',
  });
  const leave = (url: string) => ({ id: eventId(), kind: 'leave', occurred_at: now, url, duration: 12 });
  const event = itemAt(
    [() => view(first, 'Shop'), () => leave(first), () => view(second, 'A product of the shop'), () => leave(second)],
    step,
  )();
  const body = JSON.stringify({ sent_at: now, script_hash: scriptHash, events: [event] });
  const text = `POST /collect HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\nAccept-Language: en-GB,en;q=0.9\r\nOrigin: https://www.shop.example\r\nReferer: https://www.shop.example/\r\nX-Forwarded-For: ${ip}\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return { text, events: 1 };
}

async function runLoad(load: Load): Promise<LoadReport> {
  const visitors = Array.from({ length: concurrentVisitors }, newVisitor);
  let turn = 0;
  const latenciesMs: number[] = [];
  let requests = 0;
  let events = 0;
  let otherResponses = 0;
  let firstOtherResponse: string | null = null;
  const startMs = performance.now();
  const endMs = startMs + load.seconds * 1000;
  let sentRequests = 0;
  let idle: Connection[] = [];

  const send = (connection: Connection) => {
    const at = turn++ % concurrentVisitors;
    const visitor = itemAt(visitors, at);
    const request = requestOf(load, visitor);
    if (++visitor.step === 4) visitors[at] = newVisitor();
    connection.isBusy = true;
    connection.sentAtMs = performance.now();
    connection.events = request.events;
    connection.socket.write(request.text);
  };
  const next = (connection: Connection) => {
    connection.isBusy = false;
    if (performance.now() >= endMs) return;
    if (load.ratePerSecond === null) send(connection);
    else idle.push(connection);
  };

  const connections = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect(load.port, '127.0.0.1').setNoDelay(true);
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      const connection: Connection = { socket, isBusy: false, sentAtMs: 0, events: 0 };
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1', 0, 12);
        if (text === 'HTTP/1.1 204') {
          requests++;
          events += connection.events;
          latenciesMs.push(performance.now() - connection.sentAtMs);
        } else {
          otherResponses++;
          firstOtherResponse ??= chunk.toString('latin1', 0, 400);
        }
        next(connection);
      });
      socket.on('error', () => {
        otherResponses++;
      });
      return connection;
    }),
  );

  if (load.ratePerSecond === null) for (const connection of connections) send(connection);
  else {
    idle = [...connections];
    while (performance.now() < endMs) {
      const due = ((performance.now() - startMs) / 1000) * load.ratePerSecond;
      for (; sentRequests < due && idle.length > 0; sentRequests++) send(required(idle.pop()));
      await pause(2);
    }
  }
  const deadlineMs = endMs + 15_000;
  while (performance.now() < endMs || (connections.some(({ isBusy }) => isBusy) && performance.now() < deadlineMs)) {
    await pause(5);
  }
  const seconds = (performance.now() - startMs) / 1000;
  for (const { socket } of connections) socket.destroy();
  latenciesMs.sort((a, b) => a - b);
  return {
    requests,
    events,
    seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    otherResponses,
    firstOtherResponse,
  };
}

process.stdout.write(JSON.stringify(await runLoad(JSON.parse(itemAt(process.argv, 2)))));
process.exit(0);
