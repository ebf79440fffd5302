import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { getAccount } from '../domain/accounts/get-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { recordAcceptedTerms } from '../domain/audit/record-accepted-terms.ts';
import type { Context } from '../domain/context.ts';
import { loadListedNetworks } from '../domain/identification/load-listed-networks.ts';
import { Problem } from '../domain/problem.ts';
import { previewVerdicts, type VerdictPreview } from '../domain/reattribution/preview-verdicts.ts';
import { createCompanyIdentifier } from '../providers/create-company-identifier.ts';
import { type Use, uses } from '../providers/ip-data/adapters/adapter.ts';
import { countProbes, type ProbeCounts, type StagedImport, stageImport } from '../providers/ip-data/import-database.ts';
import { termsOfSources } from '../providers/ip-data/registry/registry-terms.ts';
import { type StagedRegistry, stageRegistry } from '../providers/ip-data/registry/stage-registry.ts';
import { ask } from './ask.ts';
import { withContext } from './on-database.ts';
import { type Output, printOutput } from './print-output.ts';

type Options = { format?: string; acceptTerms?: boolean; preview?: boolean; account?: string; yes?: boolean; json?: boolean };

export const reloadHint =
  'Servers on this machine load it within ten seconds; then run "leadlight data recompute" to re-evaluate past visits.';

const purposes: Record<Use, string> = {
  company: 'which company uses an address',
  domain: "companies' domains",
  kind: 'what an address is used for',
  place: 'where an address is',
  privacy: 'addresses of VPNs, proxies and Tor',
};

export function addDataImportCommand(data: Command) {
  const command = data.command('import');
  // Both options set the same value, so the last one would win, and a file meant to be previewed would be imported.
  const previewOptions = new Set<string>();
  for (const name of ['preview', 'no-preview']) command.on(`option:${name}`, () => previewOptions.add(name));
  command
    .description('add your own database: IPinfo, MaxMind, IP2Location, DB-IP, or CSV with the columns cidr, company and domain')
    .argument('<files...>', 'the file; for MaxMind CSV, the blocks and locations files or the folder that contains them')
    .option('--format <name>', '"rpsl" for files of Internet registries: RIPE, APNIC, AFRINIC, ARIN, delegated-extended statistics')
    .option('--accept-terms', 'accept the terms of use of the registries that publish these files')
    .option('--preview', 'show what would change, without importing')
    .option('--no-preview', 'do not compute how visits of the last 30 days would be attributed')
    .option('--account <id>', 'preview only this account')
    .option('--yes', 'do not ask for confirmation')
    .action(async (files: string[], _options: unknown, command: Command) => {
      if (previewOptions.size > 1)
        throw new Problem('invalid_input', '--preview and --no-preview cannot be combined: use only one of them.');
      const options: Options = command.optsWithGlobals();
      printOutput(await importFiles(files, options), options.json === true);
    });
}

async function importFiles(files: string[], options: Options): Promise<Output> {
  const config = readConfig(process.env);
  if (options.format !== undefined && options.format !== 'rpsl')
    throw new Problem('invalid_input', 'The only valid value of --format is "rpsl"; all other formats are recognized automatically.');
  const registry = options.format === 'rpsl' ? await stageRegistry(config.dataDir, files, reportProgress) : null;
  const staged: StagedImport = registry ?? (await stageImport(config.dataDir, files));
  try {
    if (registry !== null) await acceptTerms(registry, files, options);
    const probeCounts = await countProbes(config.dataDir, staged);
    const previews = await previewAccounts(staged, options);
    const lines = describe(staged, probeCounts, previews);
    const objects = registry === null ? {} : { objects: registry.objects, named: registry.named, shown: registry.shown };
    const json = { ...asJson(staged, probeCounts, previews), ...objects };
    if (options.preview === true) return { json: { ...json, imported: false }, text: [...lines, 'Nothing was imported.'].join('\n') };
    if (!(await isConfirmed(lines, options))) return { json: { ...json, imported: false }, text: 'Nothing was imported.' };
    staged.commit();
    if (staged.refusedCount > 0) process.exitCode = 2;
    return { json: { ...json, imported: true }, text: [...lines, `Imported ${staged.name}. ${reloadHint}`].join('\n') };
  } finally {
    staged.cleanUp();
  }
}

function reportProgress(objects: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${objects} objects read`);
}

/** Registries forbid some uses of their data. The operator must accept their terms, and the audit log records who accepted them. */
async function acceptTerms({ sources }: StagedRegistry, files: readonly string[], options: Options): Promise<void> {
  const text = termsOfSources(sources)
    .map(({ name, terms, url }) => `${name}: ${terms} ${url}`)
    .join('\n');
  const isAsked = !options.acceptTerms && process.stdin.isTTY && process.stderr.isTTY && !options.json;
  if (isAsked) process.stderr.write(`${text}\n`);
  const isAccepted = options.acceptTerms || (isAsked && /^y(es)?$/i.test(await ask('Do you accept these terms? [y/N] ')));
  if (!isAccepted)
    throw new Problem(
      'invalid_input',
      `Nothing was imported. These files are subject to terms of use:\n${text}\nIf you accept them, add --accept-terms.`,
    );
  if (options.preview === true) return;
  await withContext((ctx) => recordAcceptedTerms(ctx, { sources, files: files.map((file) => basename(file)) }));
}

/** On a terminal, shows the effect of the import and asks for confirmation. Scripts are not asked. */
async function isConfirmed(lines: readonly string[], { yes, json }: Options): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  process.stderr.write(`${lines.join('\n')}\n`);
  return /^y(es)?$/i.test(await ask('Import it? [y/N] '));
}

/** Returns null with `--no-preview`, or if there is no database yet and therefore no visits. */
async function previewAccounts(staged: StagedImport, { preview, account }: Options): Promise<VerdictPreview[] | null> {
  const config = readConfig(process.env);
  const hasDatabase = config.databaseUrl !== null || existsSync(join(config.dataDir, 'postgres'));
  if (preview === false || !hasDatabase) return null;
  return withContext(async (ctx) => {
    const accountIds = account === undefined ? (await listAccounts(ctx)).map(({ id }) => id) : [(await getAccount(ctx, account)).id];
    const [before, after] = await openBeforeAndAfter(ctx, staged);
    const previews: VerdictPreview[] = [];
    for (const accountId of accountIds) previews.push(await previewVerdicts(ctx, accountId, before, after));
    return previews;
  });
}

async function openBeforeAndAfter(ctx: Context, { name, database }: StagedImport) {
  const { dataDir, leadConfidence } = readConfig(process.env);
  const listed = await loadListedNetworks(ctx);
  const before = await createCompanyIdentifier(dataDir, leadConfidence, false, listed);
  const after = await createCompanyIdentifier(dataDir, leadConfidence, false, listed, { name, database });
  return [before, after] as const;
}

function describe(
  { name, product, entries, refused, refusedCount }: StagedImport,
  probeCounts: ProbeCounts,
  previews: VerdictPreview[] | null,
) {
  const percent = (count: number) => `${((100 * count) / Math.max(1, probeCounts.probes)).toFixed(1)}%`;
  const used = uses.filter((use) => product.uses.includes(use));
  return [
    ...refused.map(({ line, reason }) => `line ${line}: ${reason}`),
    `${name} was recognized as ${product.name}${entries === null ? '' : ` with ${entries} blocks; ${refusedCount} lines rejected`}.`,
    'It is used for:',
    ...used.map(
      (use) => `  ${use.padEnd(8)} ${purposes[use]}; covers ${percent(probeCounts.uses[use])} of ${probeCounts.probes} sample addresses`,
    ),
    `It has data for ${percent(probeCounts.answered)} of ${probeCounts.probes} sample addresses.`,
    ...(previews ?? []).flatMap(describePreview),
  ];
}

function describePreview({ accountId, days, visits, changes, examples, isPartial }: VerdictPreview): string[] {
  const { named, renamed, unnamed, kind } = changes;
  return [
    `Account ${accountId}, ${isPartial ? 'the most frequent addresses' : 'visits'} of the last ${days} days: of ${visits} visits, ${named} would gain a company, ${renamed} would get a different one, ${unnamed} would lose theirs; ${kind} would change network type.`,
    ...examples.map(({ before, after, visits: count }) => `  ${count} ${count === 1 ? 'visit' : 'visits'}: ${before} → ${after}`),
  ];
}

function asJson(staged: StagedImport, probeCounts: ProbeCounts, previews: VerdictPreview[] | null) {
  const { name, product, entries, refused, refusedCount } = staged;
  return {
    name,
    recognized_as: product.name,
    uses: product.uses,
    entries,
    refused,
    refused_count: refusedCount,
    probes: { count: probeCounts.probes, answered: probeCounts.answered, ...probeCounts.uses },
    preview:
      previews?.map(({ accountId, days, visits, changes, examples, isPartial }) => ({
        account_id: accountId,
        days,
        visits,
        ...changes,
        examples,
        partial: isPartial,
      })) ?? null,
  };
}
