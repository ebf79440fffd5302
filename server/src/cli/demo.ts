import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { maxDemoDays } from '../demo/demo-visitors.ts';
import { openDemo } from '../demo/index.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { parseDemoDays } from './demo-days.ts';
import { localUrl } from './local-url.ts';
import { onDatabase } from './on-database.ts';
import { progressBar } from './progress-bar.ts';

/** Creates the demo account on a running server, for example one that was started with --no-demo. */
export function addDemoCommand(program: Command) {
  program
    .command('demo')
    .description('create the demo account on the running server, or show its login again')
    .option('--days <number>', 'days of past visits in a new demo account', parseDemoDays, maxDemoDays)
    .action(
      onDatabase<{ days: number }>(async (ctx, { days: pastDays }) => {
        const config = readConfig(process.env);
        const url = localUrl(config.host, config.port);
        const response = await fetch(`${url}/readyz`).catch(() => null);
        if (!response) throw new OperatorError(`No server responds at ${url}, but the demo needs one: run "npm start" first.`);
        if (!response.ok) throw new OperatorError(`The server at ${url} is not ready yet: try again in a moment.`);
        const onProgress = progressBar(`Sending ${pastDays} days of demo visits`);
        const demo = await openDemo(ctx, { dataDir: config.dataDir, url, pastDays, onProgress });
        if (!demo) throw new OperatorError('The demo can only be created on an installation without accounts.');
        const { accountId, email, password, key, token } = demo.file;
        return {
          json: { account_id: accountId, email, password, api_key: key, api_token: token },
          text: `Sign in at ${config.publicUrl} with ${email}, password ${password}\nAccount ${accountId}\nAPI key ${key}\nAPI token ${token}`,
        };
      }),
    );
}
