import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
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
import type { ImportReport } from '../domain/imports/import-record.ts';
import { importSignals } from '../domain/imports/import-signals.ts';
import type { Importer } from '../domain/imports/importer.ts';
import { type OpenOptions, openImport } from '../domain/imports/open-import.ts';
import { runImport } from '../domain/imports/run-import.ts';
import { refuseEmptyFile, runRecordedImport } from '../domain/imports/run-recorded-import.ts';
import { Problem } from '../domain/problem.ts';
import { fingerprintOf, readImportFile } from '../providers/read-import-file.ts';
import { addImportRunCommands } from './import-runs.ts';
import { onDatabase } from './on-database.ts';
import type { Output } from './print-output.ts';

type Options = OpenOptions & { dryRun?: boolean; account?: string };

const maxShownErrors = 100;

export function addImportCommands(program: Command) {
  const parent = program.command('import').description('import your own data: CSV with a header line, or JSON lines');
  addDirectoryImport(
    parent,
    'companies',
    'companies, by id or domain, or a published directory such as GLEIF or Wikidata',
    importCompanies,
  ).option(
    '--format <name>',
    `format of a published directory, if it is not recognized automatically: ${companyFormats.map(({ name }) => name).join(', ')}`,
  );
  addDirectoryImport(parent, 'ip-ranges', 'IP address blocks and the companies that use them', importIpRanges);
  addDirectoryImport(parent, 'contacts', 'contacts at companies', importContacts);
  addDirectoryImport(parent, 'signals', 'news about companies', importSignals);
  addDirectoryImport(parent, 'financials', 'annual financial figures of companies', importFinancials);
  addAccountImport(parent, 'crm', "records of an account's CRM", importCrm);
  addAccountImport(parent, 'emails', 'e-mails that an account sent to companies', importEmails);
  addImportRunCommands(parent);
}

function addAccountImport<Row>(parent: Command, name: string, description: string, importer: (accountId: string) => Importer<Row>) {
  withOptions(parent.command(name).description(description))
    .requiredOption('--account <id>', 'account that the data belongs to')
    .action(
      onDatabase<Options>(async (ctx, options, [file]) => {
        const { id } = await getAccount(ctx, options.account!);
        return run(ctx, name, importer(id), file, { ...options, account: id });
      }),
    );
}

function addDirectoryImport<Row>(parent: Command, name: string, description: string, importer: Importer<Row>): Command {
  return withOptions(parent.command(name).description(description)).action(
    onDatabase<Options>((ctx, options, [file]) => run(ctx, name, importer, file, options)),
  );
}

function withOptions(command: Command): Command {
  return command
    .argument('<file>', 'the file')
    .option('--map <fields>', 'columns of the file by field, such as name=Company,domain=Website')
    .addOption(new Option('--profile <name>', 'use a saved mapping').conflicts('map'))
    .option('--save-profile <name>', 'save the mapping under a name')
    .option('--dry-run', 'import nothing, only report')
    .option('--ignore-unknown-columns', 'ignore unknown columns');
}

async function run<Row>(
  ctx: Context,
  kind: string,
  importer: Importer<Row>,
  file: string,
  { dryRun = false, account, ...openOptions }: Options,
): Promise<Output> {
  if (!existsSync(file)) throw new Problem('not_found', `There is no file ${file}.`);
  const onProgress = (lines: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${lines} lines…`);
  };
  const { records, format, mapping } = await openImport(ctx, importer, () => readImportFile(file), openOptions);
  const options = { ignoreUnknownColumns: openOptions.ignoreUnknownColumns ?? false, onProgress };
  const { report, id } = dryRun
    ? { report: await runImport(ctx, importer, records, { ...options, dryRun }), id: null }
    : await runRecordedImport(
        ctx,
        { kind, format, fileName: basename(file), fingerprint: await fingerprintOf(file, mapping, account) },
        importer,
        records,
        {
          ...options,
          onResume: ({ id, lastLine }) => process.stderr.write(`Import ${id} resumes after line ${lastLine}.\n`),
        },
      );
  refuseEmptyFile(report);
  if (report.refusedLines > 0) process.exitCode = 2;
  if (!dryRun) {
    await recordAudit(ctx, ctx.db, {
      for: account === undefined ? 'operator' : { accountId: account },
      action: 'import.done',
      subject: { kind: 'import', id: kind },
      detail: { file: basename(file), read: report.read, added: report.added, updated: report.updated, refused: report.refusedLines },
    });
  }
  return { json: { ...(id !== null && { id }), ...asJson(report) }, text: asText(report, id) };
}

function asText(report: ImportReport, id: string | null): string {
  const { read, added, updated, refusedLines, refused, ignoredColumns, sharedDomains, skippedGroups, dryRun } = report;
  const summary = `${id === null ? '' : `Import ${id}: `}${read} lines read: ${added} ${dryRun ? 'would be added' : 'added'}, ${updated} ${dryRun ? 'would be updated' : 'updated'}, ${refusedLines} rejected.`;
  const lines = refused.slice(0, maxShownErrors).map(({ line, reasons }) => `line ${line}: ${reasons.join('; ')}`);
  const hint = refusedLines > refused.length ? `see --json for the first ${refused.length}` : 'see --json';
  const more = refusedLines > maxShownErrors ? [`… and ${refusedLines - maxShownErrors} more (${hint})`] : [];
  const ignored = ignoredColumns.length === 0 ? [] : [`Ignored columns: ${ignoredColumns.join(', ')}`];
  const shared = sharedDomains.map(({ domain, rows, ignored, separate }) =>
    ignored
      ? `Warning: ${rows} rows have the domain ${domain} of an e-mail or Internet provider, which was ignored.`
      : separate
        ? `Warning: ${rows} rows have the domain ${domain} of another company, and became companies without it.`
        : `Warning: ${rows} rows share the domain ${domain} and were treated as one company.`,
  );
  const skipped =
    skippedGroups === 0
      ? []
      : [
          `Parent companies that are not in the directory, or belong to the group of their subsidiary, were skipped in ${skippedGroups} lines.`,
        ];
  return [...lines, ...more, ...ignored, ...shared, ...skipped, summary].join('\n');
}

function asJson({ refusedLines, ignoredColumns, sharedDomains, skippedGroups, dryRun, ...counts }: ImportReport) {
  return {
    ...counts,
    refused_lines: refusedLines,
    ignored_columns: ignoredColumns,
    shared_domains: sharedDomains,
    skipped_groups: skippedGroups,
    dry_run: dryRun,
  };
}
