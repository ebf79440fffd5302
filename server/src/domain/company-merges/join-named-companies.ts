import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { lastOf } from '../../lib/last-of.ts';
import { findNamesakes } from '../companies/find-namesakes.ts';
import { indexCompanyNames } from '../companies/index-company-names.ts';
import { belowSureScore, isSureByNameAlone, type JoinCandidate, sureScore } from '../companies/join-score.ts';
import { listReferringAccounts } from '../companies/list-referring-accounts.ts';
import { maxCandidates } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import { addCandidates } from './add-candidates.ts';
import { enqueueMovesOfJoinedCompaniesJobName } from './enqueue-moves-of-joined-companies.ts';
import { lockMerges } from './lock-merges.ts';
import { mergeCompanies } from './merge-companies.ts';
import { type MergedPair, mergeRecords } from './merge-records.ts';

const batchSize = 500;
/** Recorded as the reason for the reattributions. */
const joinReason = 'companies were found in the directory';

type Row = { id: string; network_name: string; name: string; country_code: string | null; kind: string };

/**
 * Compares the companies that are known only from the name of a network with the directory, after companies were imported. If a match is
 * certain, the two are merged and leads move to the directory company; uncertain pairs are listed for a decision.
 */
export async function joinNamedCompanies(
  ctx: Context,
  onProgress?: (compared: number) => void,
): Promise<{ joined: number; listed: number }> {
  await indexCompanyNames(ctx);
  const counts = { joined: 0, listed: 0 };
  let lastId = '0';
  for (let compared = 0; ; ) {
    const rows = await loadNamed(ctx, lastId);
    if (rows.length === 0) return counts;
    lastId = lastOf(rows).id;
    const references = rows.map((row) => ({ key: row.id, name: row.name, countryCode: row.country_code, kind: row.kind }));
    const candidates = await findNamesakes(ctx, references);
    const sure = withoutContradictions(
      rows.flatMap(({ id, country_code }) => {
        const [best] = candidates.get(id) ?? [];
        return best !== undefined && best.score >= sureScore ? [{ id, countryCode: country_code, best }] : [];
      }),
    );
    const referring = await listReferringAccounts(
      ctx,
      sure.map(({ id }) => id),
    );
    const inUse = new Set(referring.map(({ companyId }) => companyId));
    const joined = new Set(
      await joinUnused(
        ctx,
        sure.filter(({ id }) => !inUse.has(id)),
      ),
    );
    for (const pair of sure) if (inUse.has(pair.id) && (await joinPair(ctx, pair))) joined.add(pair.id);
    counts.joined += joined.size;
    const unsure = rows.filter(({ id }) => !joined.has(id));
    counts.listed += await addCandidates(
      ctx,
      unsure.flatMap(({ id }) =>
        (candidates.get(id) ?? []).slice(0, maxCandidates).map((candidate) => ({ id, candidate: belowSureScore(candidate) })),
      ),
    );
    compared += rows.length;
    onProgress?.(compared);
  }
}

async function loadNamed(ctx: Context, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, network_name, name, country_code, kind from companies
    where network_name is not null and domain is null and merged_into is null and owner_account_id is null
      and id > ${after}::bigint
    order by id limit ${batchSize}`.execute(ctx.db);
  return rows;
}

type Pair = { id: string; countryCode: string | null; best: JoinCandidate };

/** Omits names from several countries that match one company, by its several names, and nothing but the name makes them certain. */
function withoutContradictions(pairs: readonly Pair[]): Pair[] {
  const byCompany = Map.groupBy(
    pairs.filter(({ best }) => isSureByNameAlone(best)),
    ({ best }) => best.id,
  );
  const contradictory = [...byCompany.values()].filter((found) => new Set(found.flatMap(({ countryCode }) => countryCode ?? [])).size > 1);
  const omitted = new Set(contradictory.flat());
  return pairs.filter((pair) => !omitted.has(pair));
}

/** Merges the companies that no account refers to, in a few statements. Returns the ids of those that were merged. */
async function joinUnused(ctx: Context, pairs: readonly Pair[]): Promise<string[]> {
  if (pairs.length === 0) return [];
  return ctx.db.transaction().execute(async (trx) => {
    const joined = await claimPairs(ctx, trx, pairs);
    const ids = joined.map(({ previous }) => previous);
    const [firstId] = ids;
    if (firstId === undefined) return [];
    await mergeRecords({ ...ctx, db: trx }, joined);
    await ctx.jobs.add(
      trx,
      enqueueMovesOfJoinedCompaniesJobName,
      { companyIds: ids, reason: joinReason },
      { key: `${enqueueMovesOfJoinedCompaniesJobName}:${firstId}`, isAwaited: true },
    );
    return ids;
  });
}

async function joinPair(ctx: Context, pair: Pair): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const [claimed] = await claimPairs(ctx, trx, [pair]);
    if (claimed === undefined) return false;
    await mergeCompanies({ ...ctx, db: trx }, claimed.previous, claimed.current, joinReason);
    return true;
  });
}

/**
 * Locks merges and records the pairs as joined. Omits pairs that were already decided, such as rejected ones, companies that have been merged
 * since the pairs were found, and names of a company that turned out to be in another country since.
 */
async function claimPairs(ctx: Context, trx: Database, pairs: readonly Pair[]): Promise<MergedPair[]> {
  await lockMerges(trx);
  const { rows } = await sql<MergedPair>`
    select pair.id as previous, coalesce(best.merged_into, best.id) as current
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ best }) => best.id)}::bigint[],
      ${pairs.map(({ best }) => isSureByNameAlone(best))}::boolean[]) as pair (id, best_id, is_by_name_alone)
    join companies named on named.id = pair.id and named.merged_into is null
    join companies best on best.id = pair.best_id and coalesce(best.merged_into, best.id) <> pair.id
    where not pair.is_by_name_alone or not is_known_abroad(coalesce(best.merged_into, best.id),
      array(select name_key from company_name_keys where company_id = named.id), named.country_code)`.execute(trx);
  const current = new Map(rows.map((row) => [row.previous, row]));
  const recorded = await recordJoined(
    ctx,
    trx,
    pairs.filter(({ id }) => current.has(id)),
  );
  return recorded.map((id) => getOrThrow(current, id));
}

/** Returns the ids of the companies whose pair was recorded. */
async function recordJoined(ctx: Context, trx: Database, pairs: readonly Pair[]): Promise<string[]> {
  if (pairs.length === 0) return [];
  const now = ctx.clock.now();
  const recorded = await trx
    .insertInto('company_candidates')
    .values(
      pairs.map(({ id, best }) => ({
        company_id: id,
        candidate_id: best.id,
        score: best.score,
        matched_on: best.matchedOn,
        status: 'joined',
        created_at: now,
        decided_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'candidate_id'])
        .doUpdateSet((row) => ({
          status: row.ref('excluded.status'),
          score: row.ref('excluded.score'),
          decided_at: row.ref('excluded.decided_at'),
        }))
        .where('company_candidates.status', '=', 'open'),
    )
    .returning('company_id')
    .execute();
  return recorded.map(({ company_id }) => company_id);
}
