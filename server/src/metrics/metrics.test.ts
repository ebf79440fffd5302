import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { WorkCounts } from '../domain/work-counts.ts';
import { createServer } from '../http/server.ts';
import { required } from '../lib/required.ts';
import { version } from '../version.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { StateMetrics } from './state-metrics.ts';

const state = {
  eventQueue: { events: 12, oldestAgeSeconds: 3.5 },
  deadLetterEvents: 2,
  jobs: { waiting: 4, oldestAgeSeconds: 60, dead: 1 },
  databaseBytes: 1_000_000,
  lastBackupAt: new Date('2026-03-01T00:00:00Z'),
};
const sources = {
  serviceState: async () => state,
  disk: async () => ({ freeBytes: 5, sizeBytes: 10 }),
  ipDataAges: () => ({ networks: 86_400, locations: null }),
  hasRowLevelSecurity: async () => true,
  backupIntervalSeconds: 604_800,
};

const linesOf = async (metrics: Metrics) => (await metrics.text()).split('\n');

test('docs/metrics.md lists exactly the exposed metrics, and only counters end in _total', async () => {
  const served = [...(await new Metrics(sources).text()).matchAll(/^# TYPE (leadlight_\w+) (\w+)$/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/metrics.md'), 'utf8');
  const documented = [...docs.matchAll(/^\| `(leadlight_\w+)`[^|]*\| (\w+) \|/gm)].map(([, name, type]) => `${name} ${type}`);
  assert.deepEqual(documented.toSorted(), served.toSorted());
  for (const line of served) assert.match(line, /_total counter$|(?<!_total) (gauge|histogram)$/);
});

test('service state, version and row-level security are exposed', async () => {
  const metrics = new Metrics(sources);
  const lines = await linesOf(metrics);
  for (const line of [
    'leadlight_database_up 1',
    'leadlight_inbox_events 12',
    'leadlight_inbox_oldest_age_seconds 3.5',
    'leadlight_dead_letter_events 2',
    'leadlight_jobs_waiting 4',
    'leadlight_jobs_oldest_age_seconds 60',
    'leadlight_jobs_dead 1',
    'leadlight_database_size_bytes 1000000',
    'leadlight_backup_last_success_timestamp_seconds 1772323200',
    'leadlight_backup_interval_seconds 604800',
    'leadlight_disk_free_bytes 5',
    'leadlight_disk_size_bytes 10',
    'leadlight_ip_data_age_seconds{data="networks"} 86400',
    'leadlight_ip_data_age_seconds{data="locations"} Nan',
    'leadlight_row_level_security 1',
    `leadlight_build_info{version="${version}",node="${process.versions.node}"} 1`,
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test('scrapes within ten seconds share one database query, and its failure does not affect other metrics', async () => {
  let queries = 0;
  let nowMs = 0;
  let isDatabaseUp = true;
  const serviceState = async () => {
    queries++;
    if (!isDatabaseUp) throw new Error('connection refused');
    return state;
  };
  const registry = new Registry();
  const metrics = new StateMetrics(registry, { ...sources, serviceState }, () => nowMs);
  await Promise.all([metrics.refresh(), metrics.refresh()]);
  await metrics.refresh();
  assert.equal(queries, 1);
  nowMs = 10_000;
  isDatabaseUp = false;
  await metrics.refresh();
  assert.equal(queries, 2);
  const text = await registry.metrics();
  assert.match(text, /^leadlight_database_up 0$/m);
  assert.match(text, /^leadlight_inbox_events Nan$/m);
  assert.match(text, /^leadlight_disk_free_bytes 5$/m);
});

test('a value that takes too long to read affects only its own metrics', async () => {
  const textWith = async (slow: Partial<typeof sources>) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const registry = new Registry();
    const refreshed = new StateMetrics(registry, { ...sources, ...slow }).refresh();
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(3000);
    await refreshed;
    mock.timers.reset();
    return registry.metrics();
  };
  const never = () => new Promise<never>(() => {});
  const text = await textWith({ disk: never, hasRowLevelSecurity: never });
  assert.match(text, /^leadlight_database_up 1$/m);
  assert.match(text, /^leadlight_inbox_events 12$/m);
  assert.match(text, /^leadlight_row_level_security Nan$/m);
  assert.match(text, /^leadlight_disk_free_bytes Nan$/m);
  const withoutDatabase = await textWith({ serviceState: never });
  assert.match(withoutDatabase, /^leadlight_database_up 0$/m);
  assert.match(withoutDatabase, /^leadlight_row_level_security 1$/m);
});

test('row-level security is checked again after five minutes', async () => {
  let isActive = true;
  let nowMs = 0;
  const registry = new Registry();
  const metrics = new StateMetrics(registry, { ...sources, hasRowLevelSecurity: async () => isActive }, () => nowMs);
  const value = async () => {
    await metrics.refresh();
    return /^leadlight_row_level_security (\S+)$/m.exec(await registry.metrics())?.[1];
  };
  assert.equal(await value(), '1');
  isActive = false;
  nowMs = 299_000;
  assert.equal(await value(), '1');
  nowMs = 310_000;
  assert.equal(await value(), '0');
});

test('counts and pools of threads are added up, and a second scrape does not count them again', async () => {
  const metrics = new Metrics(sources);
  metrics.pools.add(() => ({ service: { inUse: 7, idle: 1, waiting: 0, limit: 16 } }));
  const receivers = [metrics.threadReportReceiver(), metrics.threadReportReceiver()];
  const counts = new WorkCounts();
  const pools = (inUse: number) => ({ worker: { inUse, idle: 1, waiting: 3, limit: 16 } });
  for (const [index, report] of receivers.entries()) {
    counts.add('events_dropped', ['bot'], 3);
    counts.add('verdicts', ['isp', 'false']);
    report({ counts: counts.take(), lanes: 5, pools: pools(9), isHealthy: true });
    report({ counts: counts.take(), lanes: 4, pools: pools(index + 1), isHealthy: true });
  }
  metrics.counts.add('deliveries', ['webhook', 'failed']);
  await metrics.text();
  const lines = await linesOf(metrics);
  for (const line of [
    'leadlight_events_dropped_total{reason="bot"} 6',
    'leadlight_verdicts_total{kind="isp",identified="false"} 2',
    'leadlight_deliveries_total{channel="webhook",outcome="failed"} 1',
    'leadlight_inbox_lanes_waiting 4',
    'leadlight_database_pool_in_use{pool="service"} 7',
    'leadlight_database_pool_in_use{pool="worker"} 3',
    'leadlight_database_pool_waiting{pool="worker"} 6',
    'leadlight_database_pool_limit{pool="worker"} 32',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test('requests are counted by route, method and status, their durations by route, 429 and 503 responses by cause', async () => {
  const metrics = new Metrics(sources);
  const { responded } = metrics.requestObserver;
  responded('/collect', 'POST', 204, 0.004);
  responded('/collect', 'POST', 204, 0.03);
  responded('/collect', 'POST', 429, 20, 'address_rate');
  responded('/v1/leads', 'GET', 503, 0.005);
  await metrics.text();
  const lines = await linesOf(metrics);
  for (const line of [
    'leadlight_http_requests_total{route="/collect",method="POST",status="204"} 2',
    'leadlight_http_requests_total{route="/collect",method="POST",status="429"} 1',
    'leadlight_http_request_duration_seconds_bucket{le="0.005",route="/collect"} 1',
    'leadlight_http_request_duration_seconds_bucket{le="0.05",route="/collect"} 2',
    'leadlight_http_request_duration_seconds_bucket{le="10",route="/collect"} 2',
    'leadlight_http_request_duration_seconds_bucket{le="+Inf",route="/collect"} 3',
    'leadlight_http_request_duration_seconds_count{route="/collect"} 3',
    'leadlight_http_request_duration_seconds_bucket{le="0.005",route="/v1/leads"} 1',
    'leadlight_http_refusals_total{status="429",cause="address_rate"} 1',
    'leadlight_http_refusals_total{status="503",cause="other"} 1',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test('metrics are served at the configured host and port, or at a free port if the default one is taken, and errors name the setting', async (t) => {
  const metrics = new Metrics(sources);
  const server = createServer({ trustProxy: false, publicUrl: 'http://localhost' }, pino({ level: 'silent' }));
  metrics.watch(server);
  server.get('/things/:id', async () => 'one');
  await server.inject('/things/7');
  const listening = await serveMetrics(metrics, { host: '127.0.0.1', port: null });
  const second = await serveMetrics(metrics, { host: '127.0.0.2', port: listening.port });
  const third = await serveMetrics(metrics, { host: '127.0.0.1', port: null });
  t.after(() => Promise.all([listening.close(), second.close(), third.close(), server.close()]));
  const response = await fetch(`http://127.0.0.2:${second.port}/metrics`);
  assert.match(required(response.headers.get('content-type')), /^text\/plain; version=0\.0\.4/);
  assert.match(await response.text(), /leadlight_http_requests_total\{route="\/things\/:id",method="GET",status="200"\} 1/);
  assert.notEqual(third.port, listening.port);
  const refused = (options: { host: string; port: number }) => serveMetrics(metrics, options);
  await assert.rejects(
    refused({ host: '127.0.0.1', port: listening.port }),
    /^Error: Port \d+ for metrics is taken by another program: set METRICS_PORT/,
  );
  await assert.rejects(refused({ host: '203.0.113.9', port: 0 }), /no address 203\.0\.113\.9 for metrics: set METRICS_HOST/);
});
