import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { isSetupNeeded } from '../domain/auth/create-first-account.ts';
import { Problem } from '../domain/problem.ts';
import { replaceSetupLink } from '../setup-link.ts';
import { onDatabase } from './on-database.ts';

export function addSetupLinkCommand(program: Command) {
  program
    .command('setup-link')
    .alias('set-up-link')
    .description('print a new link for setting up the first account; earlier links stop working')
    .action(
      onDatabase(async (ctx) => {
        if (!(await isSetupNeeded(ctx))) {
          throw new Problem('conflict', 'This installation is already set up. Use "leadlight user create" to add users.');
        }
        const url = await replaceSetupLink(ctx, readConfig(process.env));
        return { json: { url }, text: url };
      }),
    );
}
