import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { days } from '../demo/cast.ts';
import { openDemo } from '../demo/index.ts';
import { StartupError } from '../lib/startup-error.ts';
import { demoDays } from './demo-days.ts';
import { onDatabase } from './kit.ts';
import { progressBar } from './progress-bar.ts';

/** Makes the demo account on a server that runs already, for instance one that was started with --no-demo. */
export function addDemoCommand(program: Command) {
  program
    .command('demo')
    .description('make the demo account and its visits on the running server, or show its login again')
    .option('--days <number>', 'how many days of visits a new demo account begins with', demoDays, days)
    .action(
      onDatabase<{ days: number }>(async (ctx, { days: pastDays }) => {
        const config = readConfig(process.env);
        const url = `http://127.0.0.1:${config.port}`;
        const isUp = await fetch(`${url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        );
        if (!isUp)
          throw new StartupError(`The demo sends its visits to a running server, and none answers at ${url}: run "npm start" first.`);
        const onProgress = progressBar(`Sending ${pastDays} days of demo visits`);
        const demo = await openDemo(ctx, { dataDir: config.dataDir, url, pastDays, onProgress });
        if (!demo) throw new StartupError('This installation has accounts of its own: the demo is made only where there is none.');
        const { accountId, email, password, key, token } = demo.file;
        return {
          json: { account_id: accountId, email, password, api_key: key, api_token: token },
          text: `Sign in at ${config.publicUrl} with ${email}, password ${password}\nAccount ${accountId}\nAPI key ${key}\nAPI token ${token}`,
        };
      }),
    );
}
