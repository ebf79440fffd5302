import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './cli/account.ts';
import { addCompanyCommands } from './cli/company.ts';
import { addDataCommands } from './cli/data.ts';
import { addDemoCommand } from './cli/demo.ts';
import { addDoctorCommand } from './cli/doctor.ts';
import { addIdentifyCommand } from './cli/identify.ts';
import { addImportCommands } from './cli/import.ts';
import { addKeyCommands } from './cli/key.ts';
import { addMigrateCommand } from './cli/migrate.ts';
import { addRuleCommands } from './cli/rule.ts';
import { addStartCommand } from './cli/start.ts';
import { addStatusCommand } from './cli/status.ts';
import { addTokenCommands } from './cli/token.ts';
import { addUserCommands } from './cli/user.ts';
import { ConfigError } from './config.ts';
import { Problem } from './domain/problem.ts';
import { StartupError } from './lib/startup-error.ts';
import { withoutSecrets } from './log.ts';

const program = new Command('leadlight')
  .description('Leadlight tells a company which businesses visit its website.')
  .configureOutput({ writeErr: () => {} })
  .exitOverride();

for (const add of [
  addStartCommand,
  addDemoCommand,
  addMigrateCommand,
  addDoctorCommand,
  addStatusCommand,
  addAccountCommands,
  addUserCommands,
  addTokenCommands,
  addKeyCommands,
  addIdentifyCommand,
  addImportCommands,
  addDataCommands,
  addCompanyCommands,
  addRuleCommands,
])
  add(program);
prepare(program);

try {
  await program.parseAsync(process.argv);
  // A channel to the starter would keep a finished command waiting.
  if (process.connected && program.args[0] !== 'start') process.disconnect();
} catch (error) {
  fail(error);
}

/** The same manners everywhere: every command knows --json, and reports its mistakes in one line. */
function prepare(command: Command) {
  for (const child of command.commands) {
    child.exitOverride().configureOutput({ writeErr: () => {} });
    if (child.commands.length === 0) child.option('--json', 'print JSON');
    prepare(child);
  }
}

function fail(error: unknown): never {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
  if (error instanceof ConfigError) for (const mistake of error.mistakes) process.stderr.write(`${mistake}\n`);
  else if (error instanceof CommanderError) process.stderr.write(`${commanderSentence(error)}\n`);
  else if (error instanceof Problem || error instanceof StartupError) process.stderr.write(`${withoutSecrets(error.message)}\n`);
  else
    process.stderr.write(
      `Unexpected failure: ${withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
  process.exit(1);
}

function commanderSentence(error: CommanderError): string {
  const words = error.message.replace(/^error: /, '');
  if (error.code === 'commander.help') return 'Say which command: see "leadlight --help".';
  return `${words[0]!.toUpperCase()}${words.slice(1)}: see "leadlight --help".`;
}
