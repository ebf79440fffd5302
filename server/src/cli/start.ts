import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.ts';
import { demoFilePath } from '../demo/demo-file.ts';
import { maxDemoDays } from '../demo/demo-visitors.ts';
import { openDemo, startLiveTraffic } from '../demo/index.ts';
import { type Role, roles } from '../interfaces.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Shutdown } from '../lib/shutdown.ts';
import { createLog } from '../log.ts';
import { prepareWeb } from '../prepare-program.ts';
import { openSetupLink, setupLinkFile } from '../setup-link.ts';
import { type Service, startService } from '../start.ts';
import { parseDemoDays } from './demo-days.ts';
import { localUrl } from './local-url.ts';
import { type Started, startOutput } from './start-output.ts';

type StartOptions = { role: Role[]; demo: boolean; demoDays: number; json?: boolean };

export function addStartCommand(program: Command) {
  program
    .command('start')
    .description('start the service')
    .addOption(new Option('--role <list>', `roles of this process: ${roles.join(', ')}`).argParser(rolesOf).default([...roles], 'all'))
    .option('--no-demo', 'do not create the demo account')
    .option('--demo-days <number>', 'days of past visits in a new demo account', parseDemoDays, maxDemoDays)
    .action(async ({ role, demo: wantsDemo, demoDays: pastDays, json }: StartOptions) => {
      const config = readConfig(process.env);
      const log = createLog(config, undefined, () => output.endLine());
      const { stdout, stderr } = process;
      const output = startOutput({ format: config.logFormat, log, stdout, stderr, now: () => performance.now() });
      const shutdown = new Shutdown();
      if (role.includes('web')) await prepareWeb(output.step);
      const starting = startService({ config, log, roles: role, shutdown, onProgress: output.step });
      const report =
        config.logFormat === 'json' ? (message: string) => log.info(message) : (message: string) => stderr.write(`${message}\n`);
      const unlessStopped = stopOnSignal(shutdown, starting, report);
      const service = await unlessStopped(starting);
      // The demo sends its visits through this process, so it needs all roles.
      const hasAllRoles = roles.every((name) => role.includes(name));
      const ownUrl = localUrl(config.host, service.port);
      const onProgress = (share: number) => output.progress(`Sending ${pastDays} days of demo visits`, share);
      const startDemo = () => openDemo(service.ctx, { dataDir: config.dataDir, url: ownUrl, pastDays, onProgress });
      const demo = wantsDemo && hasAllRoles ? await unlessStopped(startDemo()).catch((error) => stopAndThrow(shutdown, error)) : null;
      if (demo) await unlessStopped(shutdown.add(startLiveTraffic(service.ctx, ownUrl, demo)));
      const openLink = () => openSetupLink(service.ctx, config);
      const setupUrl = role.includes('web') ? await unlessStopped(openLink()).catch((error) => stopAndThrow(shutdown, error)) : null;
      const started = {
        url: config.publicUrl,
        metricsUrl: service.metricsPort === null ? null : `${localUrl(config.metricsHost, service.metricsPort)}/metrics`,
        setup: setupUrl === null ? null : { url: setupUrl, file: setupLinkFile(config.dataDir) },
        demo: demo && { ...demo.file, file: demoFilePath(config.dataDir) },
      };
      // Logs must not contain secrets, even with --json.
      if (json && config.logFormat !== 'json') stdout.write(`${JSON.stringify(summary(started, service))}\n`);
      else output.ready(started);
    });
}

function summary({ url, setup, demo }: Started, { metricsPort }: Service) {
  return {
    url,
    metrics_port: metricsPort,
    set_up_url: setup?.url ?? null,
    demo: demo && { account_id: demo.accountId, email: demo.email, password: demo.password, api_key: demo.key, api_token: demo.token },
  };
}

/** Stops the service before throwing the error, so that the database does not stay running. */
async function stopAndThrow(shutdown: Shutdown, error: unknown): Promise<never> {
  await shutdown.run();
  throw error;
}

/**
 * Stops on the first signal, or when the parent process exits; further signals are ignored. Returns a wrapper for the steps of
 * the start that suppresses errors caused by stopping.
 */
function stopOnSignal(
  shutdown: Shutdown,
  starting: Promise<unknown>,
  report: (message: string) => void,
): <Value>(part: Promise<Value>) => Promise<Value> {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    report('Stopping…');
    // Exits if the shutdown hangs. Normally, work in flight is cancelled and the database stopped well before that.
    setTimeout(() => process.exit(1), 9700).unref();
    try {
      await shutdown.run();
      // A database that is still starting is not registered in `shutdown` yet.
      await Promise.race([starting.catch(() => {}), pause(6000)]);
      process.exit(0);
    } catch (error) {
      report(`Stopping failed: ${errorMessage(error)}`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  return (part) =>
    part.catch((error) => {
      if (isStopping) return new Promise<never>(() => {});
      throw error;
    });
}

function rolesOf(text: string): Role[] {
  return text.split(',').map((part) => {
    const found = roles.find((role) => role === part.trim());
    if (!found) throw new InvalidArgumentError(`There is no role "${part}": choose from ${roles.join(', ')}.`);
    return found;
  });
}
