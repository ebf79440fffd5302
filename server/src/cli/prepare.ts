import { type Command, Option } from 'commander';
import { prepareProgram } from '../prepare-program.ts';
import { print } from './kit.ts';

/** The packages are installed by bin/install.mjs before this runs, because without them it could not. */
export function addPrepareCommand(program: Command) {
  program
    .command('prepare')
    .description('install missing packages, build the web application and link the libraries of PostgreSQL, so that a start writes none')
    .option('--omit <kind>', 'dev: without the packages that only tests and tools need')
    .addOption(new Option('--installed', 'packages were installed').hideHelp())
    .action(async ({ installed = false, json }: { installed?: boolean; json?: boolean }) => {
      const { built, linked } = await prepareProgram((words) => process.stderr.write(`${words} …\n`));
      const text = [
        installed ? 'Installed the missing packages.' : 'All packages were installed.',
        built ? 'Built the web application.' : 'The web application was built.',
        linked > 0 ? `Linked ${linked} libraries of PostgreSQL.` : 'The libraries of PostgreSQL were linked.',
        'Leadlight is prepared: the program folder may now be read-only.',
      ].join('\n');
      print({ json: { installed, built, linked }, text }, json === true);
    });
}
