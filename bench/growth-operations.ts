import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { requestExport } from '../server/src/domain/exports/request-export.ts';
import { runExport } from '../server/src/domain/exports/run-export.ts';
import { findWaitingLanes } from '../server/src/domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLane } from '../server/src/domain/ingestion/lanes/process-lane.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { watchHeap } from './heap-watch.ts';
import { interval } from './lists-load.ts';
import type { BenchService, Reader } from './lists-service.ts';

export const operationNames = [
  'accept an event',
  'process an event',
  'leads, first page',
  'feed with a page condition',
  'get company',
  'search companies',
  'export of all leads',
] as const;
type OperationName = (typeof operationNames)[number];

/** Milliseconds, and the peak heap of the process in bytes. */
type Cost = { ms: number; bytes: number };
export type Measured = Record<OperationName, Cost>;

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const days = `start_date=${interval.startDate}&end_date=${interval.endDate}`;
const eventsToHandle = 300;

export async function measureOperations(service: BenchService, reader: Reader, rounds: number): Promise<Measured> {
  await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
    values (${reader.accountId}, ${randomUUID()}, 1, 'Bench', ${JSON.stringify({ all: [{ field: 'page_url', operator: 'contains', values: ['/section-7/'] }] })}::jsonb, now(), now())`.execute(
    service.ctx.db,
  );
  const { url } = service;
  const { accountId } = reader;
  const key = { 'x-api-key': reader.key };
  const search = {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ search_terms: ['company 001'] }),
  };
  const get = (path: string) => () => service.time(`/accounts/${accountId}/${path}`, reader.token);
  const accept = await measureCost(rounds, () => postEvents(service, reader, 1));
  await handleAll(service);
  return {
    'accept an event': accept,
    'process an event': await measureHandling(service, reader),
    'leads, first page': await measureCost(rounds, get(`leads?${days}`)),
    'feed with a page condition': await measureCost(rounds, get(`leads?${days}&custom_feed_id=1`)),
    'get company': await measureCost(rounds, () => send(`${url}/v1/companies/50000001?account_id=${accountId}`, { headers: key })),
    'search companies': await measureCost(rounds, () => send(`${url}/v1/companies/search?account_id=${accountId}`, search)),
    'export of all leads': await measureExport(service, reader),
  };
}

async function postEvents({ url, ctx }: BenchService, { scriptHash }: Reader, count: number): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  const events = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: nowMs - 60_000 + index * 1000,
    url: `https://shop.example/section-7/page-${index}`,
    title: 'A page',
  }));
  const body = JSON.stringify({ script_hash: scriptHash, visitor_id: `growth-${randomUUID()}`, events });
  await send(`${url}/collect`, { method: 'POST', headers: { 'user-agent': userAgent, 'accept-language': 'en' }, body });
}

async function send(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} for ${url}: ${text}`);
}

async function measureHandling(service: BenchService, reader: Reader): Promise<Cost> {
  const times: number[] = [];
  const heap = watchHeap(50);
  for (let round = 0; round < 3; round++) {
    for (let sent = 0; sent < eventsToHandle; sent += 3) await postEvents(service, reader, 3);
    const startMs = performance.now();
    await handleAll(service);
    times.push((performance.now() - startMs) / eventsToHandle);
  }
  return {
    ms: itemAt(
      times.sort((a, b) => a - b),
      1,
    ),
    bytes: heap.stop().peak,
  };
}

async function handleAll({ ctx }: BenchService): Promise<void> {
  for (let lanes = await findWaitingLanes(ctx); lanes.length > 0; lanes = await findWaitingLanes(ctx)) {
    for (const lane of lanes) await processLane(ctx, lane);
  }
}

async function measureExport(service: BenchService, { accountId }: Reader): Promise<Cost> {
  const ctx = { ...service.ctx, jobs: { add: async () => {} } };
  const request = await requestExport(ctx, { accountId, userId: '0', feedId: 'all_leads', ...interval, aliases: [] });
  const heap = watchHeap(100);
  const startMs = performance.now();
  await runExport(ctx, request.id);
  return { ms: performance.now() - startMs, bytes: heap.stop().peak };
}

/** The median time, then the peak heap in further rounds, because measuring the heap would distort the times. */
async function measureCost(rounds: number, run: () => Promise<unknown>): Promise<Cost> {
  for (let round = 0; round < 5; round++) await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    await run();
    times.push(performance.now() - startMs);
  }
  const heap = watchHeap(10);
  for (let round = 0; round < rounds; round++) await run();
  return {
    ms: itemAt(
      times.sort((a, b) => a - b),
      Math.floor(times.length / 2),
    ),
    bytes: heap.stop().peak,
  };
}
