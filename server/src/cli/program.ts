import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { version } from '../version.ts';
import { actAsOwner } from './act-as-owner.ts';
import { requireInstallation } from './require-installation.ts';

/** Commands in the order of the help. Only the requested command is loaded, to keep short commands fast. */
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./start.ts')).addStartCommand,
  prepare: async () => (await import('./prepare.ts')).addPrepareCommand,
  'setup-link': async () => (await import('./setup-link.ts')).addSetupLinkCommand,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
  doctor: async () => (await import('./doctor/index.ts')).addDoctorCommand,
  status: async () => (await import('./status.ts')).addStatusCommand,
  events: async () => (await import('./events.ts')).addEventsCommands,
  account: async () => (await import('./account.ts')).addAccountCommands,
  user: async () => (await import('./user.ts')).addUserCommands,
  token: async () => (await import('./token.ts')).addTokenCommands,
  key: async () => (await import('./key.ts')).addKeyCommands,
  consent: async () => (await import('./consent.ts')).addConsentCommands,
  'oauth-app': async () => (await import('./oauth-app.ts')).addOauthAppCommands,
  identify: async () => (await import('./identify.ts')).addIdentifyCommand,
  correction: async () => (await import('./correction.ts')).addCorrectionCommands,
  company: async () => (await import('./company.ts')).addCompanyCommands,
  import: async () => (await import('./import.ts')).addImportCommands,
  data: async () => (await import('./data.ts')).addDataCommands,
  privacy: async () => (await import('./privacy.ts')).addPrivacyCommands,
  audit: async () => (await import('./audit.ts')).addAuditCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./backup.ts')).addRestoreCommand,
};

/**
 * Commands that do not need an installation: the first steps create it, as the imports do, and others work on files or report that there is
 * none.
 */
const independent = new Set([
  ...['start', 'prepare', 'setup-link', 'migrate', 'account create', 'user create', 'restore'],
  ...['doctor', 'identify', 'data show', 'data changed-networks', 'data update', 'data import', 'data remove'],
]);

/** Former names of commands, which keep working. */
const aliases: Record<string, string> = { rule: 'correction', 'set-up-link': 'setup-link' };

/** Builds the `leadlight` program with the named command, or with all commands if there is none of that name. */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('leadlight')
    .description('Leadlight shows which companies visit your website.')
    .version(version, '-V, --version', 'print the version')
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  const command = commands[aliases[name] ?? name];
  // Printing the version needs no command, and loading all commands takes a second.
  if (name !== '--version' && name !== '-V') for (const load of command ? [command] : Object.values(commands)) (await load())(program);
  addCommonBehavior(program);
  program.hook('preAction', (_, command) => {
    if (command.name() === 'prepare') return;
    const config = readConfig(process.env);
    actAsOwner(config.dataDir);
    const name = command.parent && command.parent !== program ? `${command.parent.name()} ${command.name()}` : command.name();
    if (!independent.has(name) && !isImport(name)) requireInstallation(config);
  });
  return program;
}

function isImport(name: string): boolean {
  return name.startsWith('import ') && name !== 'import list' && name !== 'import undo';
}

/** Adds --json to every leaf command and silences commander's own error output, because `main.ts` prints errors. */
function addCommonBehavior(command: Command) {
  for (const child of command.commands) {
    child.exitOverride().configureOutput({ writeErr: () => {} });
    if (child.commands.length === 0) child.option('--json', 'print JSON');
    addCommonBehavior(child);
  }
}
