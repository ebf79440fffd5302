import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { isSetUpNeeded } from '../domain/auth/set-up.ts';
import { createSetUpToken } from '../domain/auth/set-up-tokens.ts';
import { Problem } from '../domain/problem.ts';
import { setUpLink } from '../set-up-link.ts';
import { onDatabase } from './kit.ts';

export function addSetUpLinkCommand(program: Command) {
  program
    .command('set-up-link')
    .description('print a new link for setting up the first account; earlier links stop working')
    .action(
      onDatabase(async (ctx) => {
        if (!(await isSetUpNeeded(ctx))) {
          throw new Problem('conflict', 'This Leadlight is already set up. Use "leadlight user create" for further users.');
        }
        const url = setUpLink(readConfig(process.env).publicUrl, await createSetUpToken(ctx, { replacesOthers: true }));
        return { json: { url }, text: url };
      }),
    );
}
