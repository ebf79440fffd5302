import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';
import type { AddressVerdict, CompanyIdentifier } from '../identification/company-identifier.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import { knownBlock } from './known-block.ts';
import { loadStoredVerdicts } from './load-stored-verdicts.ts';
import { type KnownClient, prepareRefresh } from './prepare-refresh.ts';

/** The differences between the verdicts of two identifiers. Evidence from visitors and corrections of the account is ignored. */
export type VerdictPreview = {
  accountId: string;
  days: number;
  visits: number;
  changes: { named: number; renamed: number; unnamed: number; kind: number };
  /** The changes with the most visits. */
  examples: { before: string; after: string; visits: number }[];
  /** True if only the most frequent addresses were evaluated. */
  isPartial: boolean;
};

type Row = { ip: string | null; address_key: string | null; verdict_id: string; visits: number };

const previewedDays = 30;
const maxClients = 20_000;
const batchSize = 2_000;
const maxExamples = 10;

/** Evaluates the visits of the last 30 days with both identifiers, without changing anything. */
export async function previewVerdicts(
  ctx: Context,
  accountId: string,
  before: CompanyIdentifier,
  after: CompanyIdentifier,
): Promise<VerdictPreview> {
  const since = new Date(ctx.clock.now().getTime() - previewedDays * dayMs);
  const { rows } = await sql<Row>`
    select host(ip) as ip, address_key, verdict_id, count(*)::int as visits from visits
    where account_id = ${accountId} and started_at >= ${since} and verdict_id is not null
    group by 1, 2, 3 order by visits desc, verdict_id limit ${maxClients + 1}`.execute(ctx.db);
  const preview: VerdictPreview = {
    accountId,
    days: previewedDays,
    visits: 0,
    changes: { named: 0, renamed: 0, unnamed: 0, kind: 0 },
    examples: [],
    isPartial: rows.length > maxClients,
  };
  const clients = rows.slice(0, maxClients);
  for (let from = 0; from < clients.length; from += batchSize)
    await addBatch(ctx, accountId, [before, after], clients.slice(from, from + batchSize), preview);
  preview.examples = preview.examples.sort((left, right) => right.visits - left.visits).slice(0, maxExamples);
  return preview;
}

async function addBatch(
  ctx: Context,
  accountId: string,
  identifiers: [CompanyIdentifier, CompanyIdentifier],
  rows: readonly Row[],
  preview: VerdictPreview,
): Promise<void> {
  const secret = await getOrCreateAddressSecret(ctx, accountId);
  await ctx.db.transaction().execute(async (trx) => {
    const verdicts = await loadStoredVerdicts(trx, accountId, [...new Set(rows.map((row) => row.verdict_id))]);
    const weighted = rows.map((row) => {
      const stored = verdicts.get(row.verdict_id);
      const storedAddress = { ip: row.ip, addressKey: row.address_key, networkCidr: stored?.network?.cidr ?? null };
      const client: KnownClient = { facts: stored?.facts ?? null, block: knownBlock(storedAddress, secret) };
      return { client, visits: row.visits };
    });
    const clients = weighted.map(({ client }) => client);
    const [before, after] = identifiers;
    const refreshBefore = await prepareRefresh(before, trx, clients);
    const refreshAfter = await prepareRefresh(after, trx, clients);
    for (const { client, visits } of weighted) {
      preview.visits += visits;
      const old = refreshBefore(client);
      const refreshed = refreshAfter(client);
      if (old !== null && refreshed !== null) addChange(preview, before.identify(old), after.identify(refreshed), visits);
    }
  });
}

function addChange(preview: VerdictPreview, old: AddressVerdict, refreshed: AddressVerdict, visits: number): void {
  const { changes, examples } = preview;
  if (old.kind !== refreshed.kind) changes.kind += visits;
  if (old.company?.key === refreshed.company?.key) return;
  if (old.company === null) changes.named += visits;
  else if (refreshed.company === null) changes.unnamed += visits;
  else changes.renamed += visits;
  const [before, after] = [nameOf(old.company), nameOf(refreshed.company)];
  const existing = examples.find((example) => example.before === before && example.after === after);
  if (existing !== undefined) existing.visits += visits;
  else examples.push({ before, after, visits });
}

function nameOf(company: AddressVerdict['company']): string {
  if (company === null) return 'nobody';
  return company.domain === null || company.domain === company.name ? company.name : `${company.name} (${company.domain})`;
}
