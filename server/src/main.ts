import { Command, CommanderError } from 'commander';
import { ConfigError } from './config.ts';
import { Problem } from './domain/problem.ts';
import { StartupError } from './lib/startup-error.ts';
import { withoutSecrets } from './log.ts';

/** The commands in the order of the help. Only the one that was asked for is loaded, so that short commands stay quick. */
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./cli/start.ts')).addStartCommand,
  prepare: async () => (await import('./cli/prepare.ts')).addPrepareCommand,
  'set-up-link': async () => (await import('./cli/set-up-link.ts')).addSetUpLinkCommand,
  demo: async () => (await import('./cli/demo.ts')).addDemoCommand,
  migrate: async () => (await import('./cli/migrate.ts')).addMigrateCommand,
  doctor: async () => (await import('./cli/doctor.ts')).addDoctorCommand,
  status: async () => (await import('./cli/status.ts')).addStatusCommand,
  events: async () => (await import('./cli/events.ts')).addEventsCommands,
  account: async () => (await import('./cli/account.ts')).addAccountCommands,
  user: async () => (await import('./cli/user.ts')).addUserCommands,
  token: async () => (await import('./cli/token.ts')).addTokenCommands,
  key: async () => (await import('./cli/key.ts')).addKeyCommands,
  consent: async () => (await import('./cli/consent.ts')).addConsentCommands,
  'oauth-app': async () => (await import('./cli/oauth-app.ts')).addOauthAppCommands,
  identify: async () => (await import('./cli/identify.ts')).addIdentifyCommand,
  rule: async () => (await import('./cli/rule.ts')).addRuleCommands,
  company: async () => (await import('./cli/company.ts')).addCompanyCommands,
  import: async () => (await import('./cli/import.ts')).addImportCommands,
  data: async () => (await import('./cli/data.ts')).addDataCommands,
  privacy: async () => (await import('./cli/privacy.ts')).addPrivacyCommands,
  audit: async () => (await import('./cli/audit.ts')).addAuditCommand,
  backup: async () => (await import('./cli/backup.ts')).addBackupCommand,
  restore: async () => (await import('./cli/backup.ts')).addRestoreCommand,
};

const program = new Command('leadlight')
  .description('Leadlight tells a company which businesses visit its website.')
  .configureOutput({ writeErr: () => {} })
  .exitOverride();

const asked = commands[process.argv[2] ?? ''];
for (const load of asked ? [asked] : Object.values(commands)) (await load())(program);
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
