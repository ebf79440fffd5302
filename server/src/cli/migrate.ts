import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate, migrationList } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { printOutput } from './print-output.ts';

export function addMigrateCommand(program: Command) {
  program
    .command('migrate')
    .description('migrate the database to the schema of this version')
    .action(async (_: unknown, command: Command) => {
      const show = (message: string) => process.stderr.write(`${message}…\n`);
      const database = await openDatabase({ ...readConfig(process.env), purpose: 'command', onProgress: show, onWarning: show });
      try {
        const applied = await migrate(database.url, show);
        const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} migrations.`;
        printOutput({ json: { applied, version: migrationList().at(-1)?.name }, text }, command.optsWithGlobals().json === true);
      } finally {
        await database.close();
      }
    });
}
