import { availableParallelism, networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openContext } from './context.ts';
import { databaseReadiness } from './db/database-readiness.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { findAccountBinding } from './db/row-level-security/find-account-binding.ts';
import type { Context } from './domain/context.ts';
import { loadSeed } from './domain/seed/load-seed.ts';
import { ensurePartitions } from './domain/visits/ensure-partitions.ts';
import { addHealth } from './http/health.ts';
import { listenWhileStarting, type StartupListener } from './http/listen-while-starting.ts';
import { createServer } from './http/server.ts';
import { openInterfaces, type Role } from './interfaces.ts';
import { collectGarbage } from './lib/collect-garbage.ts';
import { errorCode } from './lib/error-code.ts';
import { OperatorError } from './lib/operator-error.ts';
import { portOf } from './lib/port-of.ts';
import type { Shutdown } from './lib/shutdown.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { openCompanyIdentifier } from './open-company-identifier.ts';
import { shippedSeed } from './providers/ip-data/shipped-seed.ts';
import { updateWeekly } from './providers/public-lists/update-weekly.ts';
import { startTracing } from './start-tracing.ts';
import { processConnections } from './worker/database-connections.ts';
import { defaultThreads } from './worker/default-threads.ts';
import { type BackgroundThread, startBackgroundThread } from './worker/start-background-thread.ts';

export type Service = { ctx: Context; port: number; metricsPort: number | null; databaseUrl: string };

const rowLevelSecurityMissing =
  'Row-level security is not active: the database user may not assume the roles leadlight_auth and leadlight_account, or a node of the cluster does not accept leadlight_account. See docs/security.md. Queries still filter by account.';

type StartOptions = { config: Config; log: Logger; roles: readonly Role[]; shutdown: Shutdown; onProgress(message: string): void };

/** Starts the parts that the roles require. Everything is stopped in reverse order, even if a later part fails to start. */
export async function startService({ config, log, roles, shutdown, onProgress }: StartOptions): Promise<Service> {
  limitGarbageCollectorThreads();
  try {
    const tracing = await startTracing(config, log);
    if (tracing) await shutdown.add(() => tracing.close());
    // Listen first, so that startup fails immediately if the port is taken, not after minutes of work.
    const host = isSupported(config.host) ? config.host : '0.0.0.0';
    const starting = await listenEarly({ port: config.port, host });
    await shutdown.add(() => starting.close());
    const report = (message: string) => {
      starting.setStep(message);
      onProgress(message);
    };
    const onWarning = (message: string) => log.error(message);
    const threadCount = roles.includes('worker') ? (config.workerThreads ?? defaultThreads()) : 0;
    const database = await openDatabase({
      ...config,
      purpose: 'server',
      connections: processConnections(config.databaseConnections, threadCount),
      onProgress: report,
      onWarning,
      signal: shutdown.stopping,
    });
    await shutdown.add(() => database.close());
    shutdown.overdue.addEventListener('abort', () => {
      database.abort().catch((error) => log.error({ err: error }, 'Could not cancel statements in flight'));
    });
    starting.setStep('Migrating the database');
    await migrate(database.url, report);
    const accountBinding = await findAccountBinding(database.url);
    if (!accountBinding) log.warn(rowLevelSecurityMissing);
    const opened = openContext(config, database.url, log, roles.join('+'), accountBinding);
    await shutdown.add(() => opened.close());
    // Starts sending the last spans while the database stops: doing both in sequence could exceed the time limit of the shutdown.
    await shutdown.add(() => void tracing?.close());
    const metrics = openMetrics(config, opened, accountBinding !== null);
    const ctx = { ...opened.ctx, counts: metrics.counts };
    await ensurePartitions(ctx);
    report('Loading the company directory');
    await loadSeed(ctx, shippedSeed(config.dataDir));
    report('Loading the IP data');
    const { identifier, stop: stopWatching } = await openCompanyIdentifier(ctx, config);
    await shutdown.add(async () => stopWatching());
    if (config.dataUpdate === 'weekly') {
      const updates = updateWeekly(config.dataDir, () => ctx.clock.now(), log);
      await shutdown.add(async () => updates.stop());
    }

    // On a terminal, a line per request would bury all other messages.
    const server = createServer(config, log, { hasQuietRequests: config.logFormat === 'auto' && process.stdout.isTTY === true });
    metrics.watch(server);
    const readinessChecks = [databaseReadiness(ctx.db)];
    const { drain } = await openInterfaces(server, { ...ctx, identifier }, config, roles, metrics.requestObserver);
    // Runs after server.close(), which does not wait for senders that have disconnected; their events must still be committed.
    await shutdown.add(drain);
    if (roles.includes('worker')) {
      const threads = await startThreads(threadCount, { config, databaseUrl: database.url, shutdown, log }, metrics);
      readinessChecks.push({ name: 'pipeline', isReady: () => threads.every((thread) => thread.isHealthy()) });
    }
    addHealth(server, readinessChecks);
    const metricsServer =
      config.metricsPort === 0 ? null : await serveMetrics(metrics, { host: config.metricsHost, port: config.metricsPort });
    if (metricsServer) await shutdown.add(() => metricsServer.close());
    await shutdown.add(() => server.close());
    await server.ready();
    await starting.close();
    await listenOrExplain({ port: config.port, host }, (address) => server.listen(address));
    const port = portOf(server.server);
    collectGarbage();
    return { ctx, port, metricsPort: metricsServer?.port ?? null, databaseUrl: database.url };
  } catch (error) {
    await shutdown.run().catch((shutdownError) => log.error({ err: shutdownError }, 'Shutdown after a failed start also failed'));
    throw error;
  }
}

/** With few cores, parallel garbage collection threads mostly compete with each other and with the workers. */
function limitGarbageCollectorThreads() {
  if (availableParallelism() <= 4) setFlagsFromString('--no-parallel-scavenge');
}

type ThreadOptions = Pick<StartOptions, 'config' | 'shutdown' | 'log'> & { databaseUrl: string };

async function startThreads(
  count: number,
  { config, databaseUrl, shutdown, log }: ThreadOptions,
  metrics: Metrics,
): Promise<BackgroundThread[]> {
  const options = { config, databaseUrl, isTerminal: process.stdout.isTTY === true };
  const threads: BackgroundThread[] = [];
  while (threads.length < count) {
    const thread = await startBackgroundThread(options, metrics.threadReportReceiver(), log);
    await shutdown.add(() => thread.stop());
    shutdown.overdue.addEventListener('abort', () => thread.terminate());
    threads.push(thread);
  }
  return threads;
}

/** Whether this machine can listen on the address: `::` (all addresses) requires IPv6. */
function isSupported(host: string): boolean {
  return host !== '::' || Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
}

/** How long to wait for the port, which a previous server may use until it has stopped. */
const portTimeoutMs = 4000;

async function listenEarly(address: { port: number; host: string }): Promise<StartupListener> {
  for (const deadline = Date.now() + portTimeoutMs; ; await pause(100)) {
    try {
      return await listenOrExplain(address, listenWhileStarting);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function listenOrExplain<Listening>(
  address: { port: number; host: string },
  listen: (address: { port: number; host: string }) => Promise<Listening>,
): Promise<Listening> {
  try {
    return await listen(address);
  } catch (error) {
    const { port, host } = address;
    const code = errorCode(error);
    if (code === 'EADDRINUSE') throw new OperatorError(`Port ${port} is taken by another program: stop it, or set PORT to a free one.`);
    if (code === 'EACCES') throw new OperatorError(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'ENOTFOUND') {
      throw new OperatorError(`This machine has no address ${host}: set HOST to one it has, such as 0.0.0.0.`);
    }
    throw error;
  }
}
