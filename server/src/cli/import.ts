import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { getAccount } from '../domain/accounts/get-account.ts';
import { recordAudit } from '../domain/audit/record-audit.ts';
import type { Context } from '../domain/context.ts';
import { companyFormats } from '../domain/imports/formats/translate-records.ts';
import { importCompanies } from '../domain/imports/import-companies.ts';
import { importContacts } from '../domain/imports/import-contacts.ts';
import { importCrm } from '../domain/imports/import-crm.ts';
import { importEmails } from '../domain/imports/import-emails.ts';
import { importFinancials } from '../domain/imports/import-financials.ts';
import { importIpRanges } from '../domain/imports/import-ip-ranges.ts';
import type { ImportRecord, ImportReport } from '../domain/imports/import-record.ts';
import { endImportRun, noteRunBatch, openImportRun } from '../domain/imports/import-runs.ts';
import { importSignals } from '../domain/imports/import-signals.ts';
import type { Importer } from '../domain/imports/importer.ts';
import { type OpenOptions, openImport } from '../domain/imports/open-import.ts';
import { runImport } from '../domain/imports/run-import.ts';
import { Problem } from '../domain/problem.ts';
import { fingerprintOf, readImportFile } from '../providers/read-import-file.ts';
import { addImportRunCommands } from './import-runs.ts';
import { type Output, onDatabase } from './kit.ts';

type Options = OpenOptions & { dryRun?: boolean; account?: string };

const shownRefusals = 100;

export function addImportCommands(program: Command) {
  const parent = program.command('import').description('import your own data: CSV with a header line, or JSON lines');
  add(parent, 'companies', 'companies, by id or domain, or a published directory such as GLEIF or Wikidata', importCompanies).option(
    '--format <name>',
    `the format of a published directory, where it is not recognized: ${companyFormats.map(({ name }) => name).join(', ')}`,
  );
  add(parent, 'ip-ranges', 'IP address blocks and the companies that use them', importIpRanges);
  add(parent, 'contacts', 'contacts at companies', importContacts);
  add(parent, 'signals', 'news about companies', importSignals);
  add(parent, 'financials', 'annual financial figures of companies', importFinancials);
  addOfAccount(parent, 'crm', "records of an account's CRM", importCrm);
  addOfAccount(parent, 'emails', 'e-mails that an account sent to companies', importEmails);
  addImportRunCommands(parent);
}

function addOfAccount<Row>(parent: Command, name: string, description: string, importer: (accountId: string) => Importer<Row>) {
  withOptions(parent.command(name).description(description))
    .requiredOption('--account <id>', 'account that the data belongs to')
    .action(
      onDatabase<Options>(async (ctx, options, [file]) => {
        const { id } = await getAccount(ctx, options.account!);
        return run(ctx, name, importer(id), file, options);
      }),
    );
}

function add<Row>(parent: Command, name: string, description: string, importer: Importer<Row>): Command {
  return withOptions(parent.command(name).description(description)).action(
    onDatabase<Options>((ctx, options, [file]) => run(ctx, name, importer, file, options)),
  );
}

function withOptions(command: Command): Command {
  return command
    .argument('<file>', 'the file')
    .option('--map <fields>', 'columns of the file by field, such as name=Firma,domain=Webseite')
    .option('--profile <name>', 'use a saved mapping')
    .option('--save-profile <name>', 'save the mapping under a name')
    .option('--dry-run', 'import nothing, only report')
    .option('--ignore-unknown-columns', 'ignore columns that are not known');
}

async function run<Row>(
  ctx: Context,
  kind: string,
  importer: Importer<Row>,
  file: string,
  { dryRun = false, account, ...given }: Options,
): Promise<Output> {
  if (!existsSync(file)) throw new Problem('not_found', `There is no file ${file}.`);
  const onProgress = (lines: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${lines} lines …`);
  };
  const { records, format } = await openImport(ctx, importer, () => readImportFile(file), given);
  const options = { dryRun, ignoreUnknownColumns: given.ignoreUnknownColumns ?? false, onProgress };
  const { report, id } = dryRun
    ? { report: await runImport(ctx, importer, records, options), id: null }
    : await storeImport(ctx, { kind, format, file }, importer, records, options);
  if (report.refused.length > 0) process.exitCode = 2;
  if (!dryRun) {
    await recordAudit(ctx, ctx.db, {
      for: account === undefined ? 'operator' : { accountId: account },
      action: 'import.done',
      subject: { kind: 'import', id: kind },
      detail: { file: basename(file), read: report.read, added: report.added, updated: report.updated, refused: report.refused.length },
    });
  }
  return { json: { ...(id !== null && { id }), ...asJson(report) }, text: asText(report, id) };
}

/** An interrupted import resumes after the last stored line. */
async function storeImport<Row>(
  ctx: Context,
  { kind, format, file }: { kind: string; format: string | null; file: string },
  importer: Importer<Row>,
  records: AsyncIterable<ImportRecord>,
  options: { ignoreUnknownColumns: boolean; onProgress(lines: number): void },
): Promise<{ report: ImportReport; id: string }> {
  const fingerprint = await fingerprintOf(file);
  const run = await openImportRun(ctx, { kind, format, fileName: basename(file), fingerprint });
  if (run.lastLine > 0) process.stderr.write(`Import ${run.id} resumes after line ${run.lastLine}.\n`);
  try {
    const report = await runImport(ctx, importer, records, {
      ...options,
      dryRun: false,
      afterLine: run.lastLine,
      importId: run.id,
      onBatch: noteRunBatch(run),
    });
    await endImportRun(ctx, run.id, 'done');
    return {
      report: { ...report, read: run.read + report.read, added: run.added + report.added, updated: run.updated + report.updated },
      id: run.id,
    };
  } catch (error) {
    if (error instanceof Problem) await endImportRun(ctx, run.id, 'failed');
    throw error;
  }
}

function asText({ read, added, updated, refused, ignoredColumns, sharedDomains, dryRun }: ImportReport, id: string | null): string {
  const summary = `${id === null ? '' : `Import ${id}: `}${read} lines read: ${added} ${dryRun ? 'would be added' : 'added'}, ${updated} ${dryRun ? 'would be updated' : 'updated'}, ${refused.length} refused.`;
  const lines = refused.slice(0, shownRefusals).map(({ line, reasons }) => `line ${line}: ${reasons.join('; ')}`);
  const more = refused.length > shownRefusals ? [`… and ${refused.length - shownRefusals} more (see --json)`] : [];
  const ignored = ignoredColumns.length === 0 ? [] : [`Ignored columns: ${ignoredColumns.join(', ')}`];
  const shared = sharedDomains.map(({ domain, rows }) => `Warning: ${rows} rows share the domain ${domain} and are one company.`);
  return [...lines, ...more, ...ignored, ...shared, summary].join('\n');
}

function asJson({ read, added, updated, refused, ignoredColumns, sharedDomains, dryRun }: ImportReport) {
  return { read, added, updated, refused, ignored_columns: ignoredColumns, shared_domains: sharedDomains, dry_run: dryRun };
}
