import { type Command, Option } from 'commander';
import { prepareProgram } from '../prepare-program.ts';
import { printOutput } from './print-output.ts';

/** bin/leadlight.mjs installs the packages and builds the server before it runs this command. */
export function addPrepareCommand(program: Command) {
  program
    .command('prepare')
    .description(
      'install packages, build the server and the web application, link PostgreSQL’s libraries, and make all of it readable for all users, so that starting needs no write access to the program folder',
    )
    .option('--omit <kind>', 'dev: omit packages that only tests and tools need')
    .addOption(new Option('--installed', 'packages were installed').hideHelp())
    .action(async ({ installed = false, json }: { installed?: boolean; json?: boolean }) => {
      const { built, linked, madeReadable } = await prepareProgram((message) => process.stderr.write(`${message}…\n`));
      const text = [
        installed ? 'Installed the missing packages.' : 'All packages were already installed.',
        built ? 'Built the web application.' : 'The web application was already built.',
        linked > 0 ? `Linked ${linked} libraries of PostgreSQL.` : "PostgreSQL's libraries were already linked.",
        madeReadable > 0
          ? `Made ${madeReadable} files and folders readable for all users.`
          : 'All files were already readable for all users.',
        'Leadlight is prepared: the program folder may now be read-only.',
      ].join('\n');
      printOutput({ json: { installed, built, linked, made_readable: madeReadable }, text }, json === true);
    });
}
