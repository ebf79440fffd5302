import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { recordAudit } from '../domain/audit/record-audit.ts';
import type { Context } from '../domain/context.ts';
import { type Certificate, erasePerson } from '../domain/privacy/erase-person.ts';
import { exportPersonData, findPersonData } from '../domain/privacy/find-person-data.ts';
import { resolveScope } from '../domain/privacy/search-scope.ts';
import { bytesRegExpOf, type Subject, subjectOf } from '../domain/privacy/subject.ts';
import { Problem } from '../domain/problem.ts';
import { systemReason } from '../lib/describe-system-error.ts';
import { filesThatMention, redactLogs, removeUnfinishedFiles } from '../providers/data-folder.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

type PersonOptions = { visitor?: string; email?: string; address?: string; account?: string; all?: boolean };

export function addPrivacyCommands(program: Command) {
  const privacy = program.command('privacy').description('find, export and erase the data of a person');
  withPersonOptions(privacy.command('find').description('show where data of the person is stored, and how much')).action(
    onDatabase<PersonOptions>(async (ctx, options) => {
      const subject = subjectOf(options);
      const found = await findPersonData(ctx, await resolveScope(ctx, options), subject);
      const files = filesOf(subject);
      const rows = [
        ...found.map(({ accountId, table: name, rows: count }) => [accountId ?? 'shared', name, String(count)]),
        ...files.map((path) => ['file', path, '']),
      ];
      const json = {
        found: found.map(({ accountId, table: name, rows: count }) => ({ account_id: accountId, table: name, rows: count })),
        files,
      };
      return { json, text: rows.length === 0 ? 'No data is stored about this person.' : formatTable(['ACCOUNT', 'WHERE', 'ROWS'], rows) };
    }),
  );
  withPersonOptions(privacy.command('export').description('export all data of the person to a JSON file'))
    .requiredOption('--out <file>', 'file to write')
    .action(
      onDatabase<PersonOptions & { out: string }>(async (ctx, options) => {
        const rows = await writeExport(ctx, options, resolve(options.out));
        return { json: { file: resolve(options.out), rows }, text: `Wrote ${rows} rows to ${resolve(options.out)}.` };
      }),
    );
  withPersonOptions(privacy.command('erase').description('erase all data of the person and write a certificate'))
    .option('--reference <text>', 'your reference for the certificate; no personal data')
    .option('--certificate <file>', 'where to write the certificate (default: DATA_DIR/privacy)')
    .action(
      onDatabase<PersonOptions & { reference?: string; certificate?: string }>(async (ctx, options) => {
        const subject = subjectOf(options);
        const scope = await resolveScope(ctx, options);
        const { dataDir } = readConfig(process.env);
        const onProgress = (message: string) => process.stderr.write(`${message}…\n`);
        const certificateId = ctx.ids.uuid();
        const path = resolve(options.certificate ?? join(dataDir, 'privacy', `erasure-${certificateId}.json`));
        checkCanBeCreated(path);
        const certificate = await erasePerson(ctx, scope, subject, { certificateId, reference: options.reference, onProgress });
        try {
          writeCertificate(path, certificate);
        } finally {
          removeUnfinishedFiles(dataDir);
          const pattern = bytesRegExpOf(subject);
          if (pattern !== null) redactLogs(dataDir, pattern);
        }
        const remainingFiles = filesOf(subject);
        return { json: { ...certificate, file: path, files_left: remainingFiles }, text: summary(certificate, path, remainingFiles) };
      }),
    );
}

function withPersonOptions(command: Command): Command {
  return command
    .option('--visitor <id>', 'visitor id used by the tracker')
    .option('--email <address>', 'an e-mail address')
    .option('--address <ip>', 'an IP address')
    .option('--account <id>', 'only this account')
    .option('--all', 'all accounts, and shared data');
}

function filesOf(subject: Subject): string[] {
  const pattern = bytesRegExpOf(subject);
  return pattern === null ? [] : filesThatMention(readConfig(process.env).dataDir, pattern);
}

/** Checked before the erasure, which cannot be undone. */
function checkCanBeCreated(path: string): void {
  if (existsSync(path)) throw new Problem('conflict', `${path} already exists: choose another name.`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    rmSync(path);
  } catch (error) {
    throw new Problem('invalid_input', `${path} cannot be written (${systemReason(error)}).`);
  }
}

/** If the file cannot be written, prints the certificate, because the erasure cannot be repeated to get another one. */
function writeCertificate(path: string, certificate: Certificate): void {
  const text = `${JSON.stringify(certificate, null, 2)}\n`;
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    process.stdout.write(text);
    throw new Problem(
      'conflict',
      `The person was erased, but ${path} cannot be written (${systemReason(error)}): save the printed certificate.`,
    );
  }
}

/** Writes the export table by table, which limits its memory use, and records it in the audit log. Returns the number of rows. */
async function writeExport(ctx: Context, options: PersonOptions, path: string): Promise<number> {
  const subject = subjectOf(options);
  const scope = await resolveScope(ctx, options);
  if (existsSync(path)) throw new Problem('conflict', `${path} already exists: choose another name.`);
  const draft = `${path}.part`;
  const heading = { export: 'leadlight-person', made_at: ctx.clock.now(), subject: { kind: subject.kind, value: subject.value } };
  let count = 0;
  try {
    writeFileSync(draft, `${JSON.stringify(heading).slice(0, -1)},"files":${JSON.stringify(filesOf(subject))},"found":[`, { mode: 0o600 });
  } catch (error) {
    throw new Problem('invalid_input', `${path} cannot be written (${systemReason(error)}).`);
  }
  try {
    let comma = '';
    await exportPersonData(ctx, scope, subject, async ({ accountId, table: name, rows }) => {
      appendFileSync(draft, `${comma}\n${JSON.stringify({ account_id: accountId, table: name, rows })}`);
      comma = ',';
      count += rows.length;
    });
    appendFileSync(draft, '\n]}\n');
    await recordAudit(ctx, ctx.db, {
      for: scope.accountId === null ? 'operator' : { accountId: scope.accountId },
      action: 'privacy.exported',
      subject: { kind: 'person', id: subject.kind },
      detail: { rows: count },
    });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return count;
}

function summary({ removed, redacted, exports_recreated, left, digest }: Certificate, path: string, files: string[]): string {
  const rows = [
    ...Object.entries(removed).map(([name, count]) => [name, String(count), 'removed']),
    ...Object.entries(redacted).map(([name, count]) => [name, String(count), 'redacted']),
  ];
  return [
    rows.length === 0 ? 'No data was stored about this person.' : formatTable(['WHERE', 'ROWS', 'ACTION'], rows),
    ...(exports_recreated > 0 ? [`${exports_recreated} exports are being created again.`] : []),
    ...left.map((message) => `Not erased: ${message}.`),
    ...files.map((file) => `Not changed: the file ${file} mentions the person. Edit it yourself.`),
    `Certificate: ${path} (digest ${digest.slice(0, 16)}…)`,
  ].join('\n');
}
