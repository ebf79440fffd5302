import { type Command, Option } from 'commander';
import { defaultLimits } from '../domain/auth/default-limits.ts';
import { createOauthApp, deleteOauthApp, disableOauthApp, listOauthApps, oauthGrantTypes } from '../domain/auth/oauth-apps.ts';
import { numberOf } from './account.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type NewAppOptions = {
  account: string;
  name: string;
  redirectUri: string[];
  scopes?: string;
  grants?: string;
  rate?: string;
  burst?: string;
  quota?: string;
};

export function addOauthAppCommands(program: Command) {
  const app = program.command('oauth-app').description('manage OAuth apps for the versioned API');
  app
    .command('create')
    .description('register an app; its secret is shown once')
    .requiredOption('--account <id>', 'account that owns the app')
    .requiredOption('--name <name>', 'name shown on the consent page')
    .addOption(
      new Option('--redirect-uri <uri>', 'where users are sent after giving consent; may be repeated')
        .argParser((uri, all: string[]) => [...all, uri])
        .default([], 'none'),
    )
    .option('--scopes <list>', 'scopes separated by commas (default: all)')
    .option('--grants <list>', `comma-separated, from: ${oauthGrantTypes.join(', ')} (default: authorization_code,refresh_token)`)
    .option('--rate <number>', `requests per second (default: ${defaultLimits.ratePerSecond})`)
    .option('--burst <number>', 'burst size (default: one and a half times the rate)')
    .option('--quota <number>', `requests per month (default: ${defaultLimits.monthlyQuota})`)
    .action(
      onDatabase<NewAppOptions>(async (ctx, { account, name, redirectUri, scopes, grants, rate, burst, quota }) => {
        const { clientId, clientSecret } = await createOauthApp(ctx, {
          accountId: account,
          name,
          redirectUris: redirectUri,
          scopes: listOf(scopes),
          grants: listOf(grants),
          ratePerSecond: numberOf(rate),
          burst: numberOf(burst),
          monthlyQuota: numberOf(quota),
        });
        const created = { client_id: clientId, client_secret: clientSecret };
        return { json: created, text: JSON.stringify(created) };
      }),
    );
  app
    .command('list')
    .description('list apps')
    .option('--account <id>', 'only this account')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        const apps = await listOauthApps(ctx, account);
        const rows = apps.map((app) => [app.clientId, app.accountId, app.name, app.disabled ? 'disabled' : 'active', app.grants.join(' ')]);
        return { json: apps, text: formatTable(['CLIENT', 'ACCOUNT', 'NAME', 'STATE', 'GRANTS'], rows) };
      }),
    );
  app
    .command('disable')
    .description('disable an app; its tokens stop working immediately')
    .argument('<client-id>')
    .action(
      onDatabase(async (ctx, _, [clientId]) => {
        await disableOauthApp(ctx, clientId);
        return { json: { client_id: clientId, disabled: true }, text: `Disabled app ${clientId}.` };
      }),
    );
  app
    .command('delete')
    .description('delete an app')
    .argument('<client-id>')
    .action(
      onDatabase(async (ctx, _, [clientId]) => {
        await deleteOauthApp(ctx, clientId);
        return { json: { client_id: clientId, deleted: true }, text: `Deleted app ${clientId}.` };
      }),
    );
}

function listOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((item) => item.trim());
}
