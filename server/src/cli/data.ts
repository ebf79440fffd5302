import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { getAccount } from '../domain/accounts/get-account.ts';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { Problem } from '../domain/problem.ts';
import { recomputeVerdicts } from '../domain/reattribution/recompute-verdicts.ts';
import { requestRollupRebuild } from '../domain/visits/request-rollup-rebuild.ts';
import { compareReviewedNetworks, type NetworkChange } from '../providers/ip-data/compare-reviewed-networks.ts';
import { listDatabases, removeDatabase } from '../providers/ip-data/import-database.ts';
import { ipDataSources } from '../providers/ip-data/ip-data-sources.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworksVersion } from '../providers/ip-data/read-seed.ts';
import { deleteUpdates, updateIpData } from '../providers/ip-data/update-ip-data.ts';
import { publicLists } from '../providers/public-lists/public-lists.ts';
import { storedListNames } from '../providers/public-lists/stored-list.ts';
import { updatePublicList } from '../providers/public-lists/update-public-list.ts';
import { addDataImportCommand, reloadHint } from './data-import.ts';
import { type Arguments, argumentsOf, commandOf, onDatabase } from './on-database.ts';
import { type Output, printOutput } from './print-output.ts';

export function addDataCommands(program: Command) {
  const data = program.command('data').description('manage the IP data and recompute what depends on it');
  data
    .command('show')
    .description('show which data is in use')
    .action(onFiles(async (dataDir) => show(dataDir)));
  data
    .command('changed-networks')
    .description('list networks that were added, renamed or removed since the reviewed version, as CSV')
    .action(onFiles(async (dataDir) => listChangedNetworks(dataDir)));
  data
    .command('update')
    .description('install newer networks (CSV) or locations (mmdb) in the same format')
    .option('--from <file|url>', 'file or URL to install them from')
    .option('--list <name>', `public list, or "all": ${publicLists.map(({ name }) => name).join(', ')}`)
    .option('--reset', 'go back to the data shipped with Leadlight')
    .action(
      onFiles<{ from?: string; list?: string; reset?: boolean }>(async (dataDir, { from, list, reset }) => {
        if (list !== undefined) return updateLists(dataDir, list, from);
        if (reset) {
          await deleteUpdates(dataDir);
          return { json: { reset: true }, text: `The data shipped with Leadlight is in use again. ${reloadHint}` };
        }
        if (from === undefined) throw new Problem('invalid_input', 'Use --from with a file or URL, --list, or --reset.');
        const { file, ranges, rejectedLines } = await updateIpData(dataDir, from);
        const counted = ranges === null ? '' : ` with ${ranges} ranges`;
        const rejected =
          rejectedLines.length === 0
            ? ''
            : ` Rejected lines: ${rejectedLines.slice(0, 20).join(', ')}${rejectedLines.length > 20 ? ', …' : ''}.`;
        return { json: { file, ranges, refused_lines: rejectedLines }, text: `Installed ${file}${counted}.${rejected} ${reloadHint}` };
      }),
    );
  addDataImportCommand(data);
  data
    .command('remove')
    .description('delete an imported database')
    .argument('<name>', 'name shown by "leadlight data show"')
    .action(
      onFiles(async (dataDir, _options, [name]) => {
        removeDatabase(dataDir, name);
        return { json: { removed: name }, text: `Removed ${name}. ${reloadHint}` };
      }),
    );
  data
    .command('recompute')
    .description('re-evaluate past visits with the current data, in the background')
    .option('--account <id>', 'only this account')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        const started = await recomputeVerdicts(ctx, account ?? null, 'data was updated');
        const json = started.map(({ accountId, reattributionId }) => ({ account_id: accountId, reattribution_id: reattributionId }));
        return {
          json,
          text: `Past visits of ${started.length} accounts are being re-evaluated: see "leadlight correction progress <account>".`,
        };
      }),
    );
  data
    .command('rebuild-rollups')
    .description('rebuild the rollups from the visits, in the background')
    .option('--account <id>', 'only this account')
    .action(
      onDatabase<{ account?: string }>(async (ctx, { account }) => {
        const accounts = account === undefined ? await listAccounts(ctx) : [await getAccount(ctx, account)];
        for (const { id: accountId, timezone } of accounts)
          await ctx.db.transaction().execute((trx) => requestRollupRebuild(ctx, trx, { accountId, timezone }));
        const text = `The rollups of ${accounts.length} accounts are being rebuilt: see "leadlight status".`;
        return { json: { account_ids: accounts.map(({ id }) => id) }, text };
      }),
    );
}

function onFiles<Options extends object>(run: (dataDir: string, options: Options, args: Arguments) => Promise<Output>) {
  return async (...actionArguments: unknown[]) => {
    const command = commandOf(actionArguments);
    const options = command.optsWithGlobals<Options & { json?: boolean }>();
    printOutput(await run(readConfig(process.env).dataDir, options, argumentsOf(command)), options.json === true);
  };
}

/** Updates a public list, or all of them. `from` is the URL of a mirror of the list. */
async function updateLists(dataDir: string, name: string, from: string | undefined): Promise<Output> {
  const lists = publicLists.filter((list) => name === 'all' || list.name === name);
  if (lists.length === 0)
    throw new Problem('invalid_input', `There is no list ${name}. Available lists: ${publicLists.map((list) => list.name).join(', ')}.`);
  if (from !== undefined && lists.length > 1) throw new Problem('invalid_input', '--from can be used with one list only.');
  const updates = [];
  for (const list of lists)
    updates.push(await updatePublicList(dataDir, list, { now: new Date(), ...(from !== undefined && { urls: [from] }) }));
  const lines = updates.map((update) =>
    update.isNew
      ? `Installed ${update.name} with ${update.entries} entries.`
      : `${update.name} has not changed: ${update.entries} entries.`,
  );
  return {
    json: updates.map(({ name: list, isNew, entries }) => ({ list, is_new: isNew, entries })),
    text: [...lines, reloadHint].join('\n'),
  };
}

async function listChangedNetworks(dataDir: string): Promise<Output> {
  const { reviewedVersion, version, changes } = compareReviewedNetworks((await openIpData(dataDir)).networks);
  const lines = changes.map(({ change, asn, name, countryCode, ipv4Addresses, kind }) =>
    [change, asn, csvField(name ?? ''), countryCode ?? '', ipv4Addresses, kind ?? ''].join(','),
  );
  return {
    json: { reviewed_version: reviewedVersion, version, changes },
    text: ['change,asn,registered_name,country,ipv4_addresses,reviewed_as', ...lines].join('\n'),
  };
}

function csvField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function show(dataDir: string): Promise<Output> {
  const { networks, locations } = ipDataSources(dataDir);
  const imported = listDatabases(dataDir);
  const lists = storedListNames(dataDir);
  const reviewedVersion = readNetworksVersion();
  // If the networks in use are those of the reviewed version, nothing has changed.
  const changes = networks.version === reviewedVersion ? [] : compareReviewedNetworks((await openIpData(dataDir)).networks).changes;
  const count = (change: NetworkChange['change']) => changes.filter((candidate) => candidate.change === change).length;
  const counts = { new: count('new'), renamed: count('renamed'), vanished: count('vanished') };
  const text = [
    `networks   ${networks.version}`,
    `reviewed   ${reviewedVersion}; since then ${counts.new} networks added, ${counts.renamed} renamed, ${counts.vanished} removed`,
    `locations  ${locations.version}`,
    `imported   ${imported.length === 0 ? 'none' : imported.join(', ')}`,
    `lists      ${lists.length === 0 ? 'none' : lists.join(', ')}`,
  ].join('\n');
  const reviewed = { version: reviewedVersion, ...counts };
  return { json: { networks: networks.version, reviewed, locations: locations.version, imported, lists }, text };
}
