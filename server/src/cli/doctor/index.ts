import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { Problem } from '../../domain/problem.ts';
import { describeSystemError } from '../../lib/describe-system-error.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { deepCheck, deepCheckJson, deepCheckText } from '../deep-check.ts';
import { printOutput } from '../print-output.ts';
import { checkDatabase } from './check-database.ts';
import { checkMachine } from './check-machine.ts';
import { findDatabase } from './find-database.ts';
import type { Finding } from './finding.ts';

/** Checks everything an installation depends on, without writing or starting anything. */
export function addDoctorCommand(program: Command) {
  program
    .command('doctor')
    .description('check the installation: versions, data folder, disk, IP data, database, row-level security, clock, queue, jobs, backup')
    .option('--deep', 'recount all rollups from the visits and list the differences; writes nothing')
    .option('--account <id>', 'with --deep: check only this account')
    .action(async (_: unknown, command: Command) => {
      const { deep, account, json } = command.optsWithGlobals<{ deep?: boolean; account?: string; json?: boolean }>();
      if (account !== undefined && !deep) throw new Problem('invalid_input', '--account requires --deep.');
      const config = readConfig(process.env);
      const [machine, database] = await Promise.all([checkMachine(config), findDatabaseOrFault(config)]);
      const url = 'url' in database ? database.url : null;
      const kind = config.databaseUrl === null ? 'embedded' : 'external';
      const all = [...machine, ...('url' in database ? await checkDatabase(database.url, kind, config.backupEveryMs) : [database])];
      const findings = all.map((finding): Finding => (finding.ok && !finding.warning ? { ...finding, fix: undefined } : finding));
      const lines = findings.map(findingText);
      const canRecount = url !== null && findings.every(({ check, ok }) => ok || (check !== 'Database' && check !== 'Schema'));
      const recount = deep && canRecount ? await deepCheck(url, account) : null;
      if (deep && !recount) lines.push('✗ Stored data: not checked, because of the problems above');
      if (recount) lines.push(deepCheckText(recount));
      const healthy = findings.every(({ ok }) => ok) && (!deep || recount?.differences === 0);
      printOutput({ json: { healthy, findings, ...(recount && { deep: deepCheckJson(recount) }) }, text: lines.join('\n') }, json === true);
      if (!healthy) process.exitCode = 1;
    });
}

function findingText({ check, ok, warning, found, fix }: Finding): string {
  const mark = ok ? (warning ? '!' : '✓') : '✗';
  return `${mark} ${check}: ${found}${fix ? `\n    ${fix}` : ''}`;
}

/** Turns an error while looking for the database into a finding, so that the other findings are still reported. */
async function findDatabaseOrFault(config: Config): Promise<Awaited<ReturnType<typeof findDatabase>>> {
  try {
    return await findDatabase(config);
  } catch (error) {
    const found = describeSystemError(error) ?? errorMessage(error);
    return { check: 'Database', ok: false, found, fix: 'Run doctor as the owner of the data folder.' };
  }
}
