import { type Command, InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { days } from '../demo/cast.ts';
import { type Demo, openDemo, startTrickle } from '../demo/index.ts';
import { type Role, roles } from '../doors.ts';
import { Stops } from '../lib/stops.ts';
import { makeLog } from '../log.ts';
import { prepareWeb } from '../prepare-program.ts';
import { openSetUpLink } from '../set-up-link.ts';
import { type Service, startService } from '../start.ts';
import { demoDays } from './demo-days.ts';
import { progressBar } from './progress-bar.ts';

type StartOptions = { role: Role[]; demo: boolean; demoDays: number; json?: boolean };

export function addStartCommand(program: Command) {
  program
    .command('start')
    .description('run the service')
    .option('--role <list>', `what this process does: ${roles.join(', ')} (all of them)`, rolesOf, [...roles])
    .option('--no-demo', 'do not make the demo account')
    .option('--demo-days <number>', 'how many days of visits a new demo account begins with', demoDays, days)
    .action(async ({ role, demo: wantsDemo, demoDays: pastDays, json }: StartOptions) => {
      const config = readConfig(process.env);
      const log = makeLog(config);
      const tell = (words: string) => process.stderr.write(`${words} …\n`);
      const stops = new Stops();
      if (role.includes('web')) await prepareWeb(tell);
      const starting = startService({ config, log, roles: role, stops, onProgress: tell });
      stopOnSignal(stops, starting);
      const service = await starting;
      // The demo sends its visits through the doors of this very process, so it needs all of them.
      const isWhole = roles.every((one) => role.includes(one));
      const ownUrl = `http://127.0.0.1:${service.port}`;
      const onProgress = progressBar(`Sending ${pastDays} days of demo visits`);
      const demo =
        wantsDemo && isWhole ? await openDemo(service.ctx, { dataDir: config.dataDir, url: ownUrl, pastDays, onProgress }) : null;
      if (demo) await stops.add(startTrickle(service.ctx, ownUrl, demo));
      const setUpUrl = role.includes('web') ? await openSetUpLink(service.ctx, config) : null;
      const started = { config, service, demo, setUpUrl };
      process.stdout.write(json ? `${JSON.stringify(summary(started))}\n` : banner(started));
    });
}

type Started = { config: Config; service: Service; demo: Demo | null; setUpUrl: string | null };

function summary({ config: { publicUrl }, service: { metricsPort }, demo, setUpUrl }: Started) {
  const file = demo?.file;
  return {
    url: publicUrl,
    metrics_port: metricsPort,
    set_up_url: setUpUrl,
    demo: file && { account_id: file.accountId, email: file.email, password: file.password, api_key: file.key, api_token: file.token },
  };
}

function banner({ config: { publicUrl, metricsHost }, service: { metricsPort }, demo, setUpUrl }: Started): string {
  const lines = [
    ['Leadlight runs at', publicUrl],
    ...(setUpUrl === null ? [] : [['Set it up at', `${setUpUrl}  (works once; only you should have this link)`]]),
    ...(demo
      ? [
          ['Sign in with', `${demo.file.email}  password ${demo.file.password}`],
          ['Demo account', demo.file.accountId],
          ['API key', `${demo.file.key}  (header X-Api-Key, paths under /v1)`],
          ['API token', `${demo.file.token}  (header Authorization: Token token=…, earlier interface)`],
        ]
      : []),
    ...(metricsPort === null
      ? []
      : [['Metrics', `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}/metrics`]]),
  ];
  return `\n${lines.map(([name, value]) => `  ${name!.padEnd(18)} ${value}`).join('\n')}\n\n`;
}

/** Ends well on the first signal, or when the process that started this one is gone; further signals are the same wish. */
function stopOnSignal(stops: Stops, starting: Promise<unknown>) {
  let isStopping = false;
  const begin = async () => {
    if (isStopping) return;
    isStopping = true;
    process.stderr.write('Stopping …\n');
    // Whatever hangs must not keep the operator waiting.
    setTimeout(() => process.exit(1), 9000).unref();
    try {
      await stops.run();
      // A database that was just being started registers only when it runs.
      await Promise.race([starting.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 4000))]);
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Stopping failed: ${(error as Error).message}\n`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin);
  process.on('disconnect', begin);
}

function rolesOf(text: string): Role[] {
  return text.split(',').map((part) => {
    const found = roles.find((role) => role === part.trim());
    if (!found) throw new InvalidArgumentError(`There is no role "${part}": choose from ${roles.join(', ')}.`);
    return found;
  });
}
