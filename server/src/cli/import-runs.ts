import type { Command } from 'commander';
import { type ImportRun, listImportRuns } from '../domain/imports/import-runs.ts';
import { undoImport } from '../domain/imports/undo-import.ts';
import { formatTable } from './format-table.ts';
import { onDatabase } from './on-database.ts';

export function addImportRunCommands(parent: Command) {
  parent
    .command('list')
    .description('list imports with their ids, newest first')
    .action(
      onDatabase(async (ctx) => {
        const runs = await listImportRuns(ctx);
        return { json: runs.map(asJson), text: asTable(runs) };
      }),
    );
  parent
    .command('undo')
    .description('remove what an import added and restore what it replaced')
    .argument('<id>', 'the id of the import')
    .action(
      onDatabase(async (ctx, _options, [id]) => {
        const { removed, kept, restored } = await undoImport(ctx, id, (records) => {
          if (process.stderr.isTTY) process.stderr.write(`\r${records} records…`);
        });
        const stayed = kept === 0 ? '' : ` ${kept} records were kept, because they are in use or another import has changed them.`;
        return {
          json: { id, removed, kept, restored },
          text: `Undid import ${id}: ${removed} records removed, ${restored} restored.${stayed}`,
        };
      }),
    );
}

function asTable(runs: ImportRun[]): string {
  return formatTable(
    ['ID', 'STARTED', 'KIND', 'FORMAT', 'FILE', 'STATUS', 'READ', 'ADDED', 'UPDATED', 'REJECTED'],
    runs.map((run) => [
      run.id,
      run.startedAt.toISOString().slice(0, 16).replace('T', ' '),
      run.kind,
      run.format ?? '',
      run.fileName,
      run.status,
      ...[run.read, run.added, run.updated, run.refused].map(String),
    ]),
  );
}

function asJson({ fileName, lastLine, startedAt, endedAt, ...run }: ImportRun) {
  return { ...run, file_name: fileName, last_line: lastLine, started_at: startedAt, ended_at: endedAt };
}
