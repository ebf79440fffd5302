import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { lastOf } from '../../lib/last-of.ts';
import { required } from '../../lib/required.ts';
import { findNamesakes } from '../companies/find-namesakes.ts';
import { indexCompanyNames } from '../companies/index-company-names.ts';
import { type JoinCandidate, sureScore } from '../companies/join-score.ts';
import { listReferringAccounts } from '../companies/list-referring-accounts.ts';
import { maxCandidates } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import { enqueueMovesOfJoinedCompaniesJobName } from './enqueue-moves-of-joined-companies.ts';
import { lockMerges } from './lock-merges.ts';
import { mergeCompanies } from './merge-companies.ts';
import { tablesOfCompanies } from './tables-of-companies.ts';

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
    const sure = rows.flatMap(({ id }) => {
      const [best] = candidates.get(id) ?? [];
      return best !== undefined && best.score >= sureScore ? [{ id, best }] : [];
    });
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
    for (const { id, best } of sure) if (inUse.has(id) && (await joinPair(ctx, id, best))) joined.add(id);
    counts.joined += joined.size;
    const unsure = rows.filter(({ id }) => !joined.has(id));
    counts.listed += await addCandidates(
      ctx,
      unsure.flatMap(({ id }) => (candidates.get(id) ?? []).slice(0, maxCandidates).map((candidate) => ({ id, candidate }))),
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

type Pair = { id: string; best: JoinCandidate };

/** Merges the companies that no account refers to, in a few statements. Returns the ids of those that were merged. */
async function joinUnused(ctx: Context, pairs: readonly Pair[]): Promise<string[]> {
  if (pairs.length === 0) return [];
  return ctx.db.transaction().execute(async (trx) => {
    const joined = await findCurrentPairs(trx, await recordJoined(ctx, trx, pairs));
    const ids = joined.map(({ id }) => id);
    const [firstId] = ids;
    if (firstId === undefined) return [];
    const targets = joined.map(({ target }) => target);
    for (const { id, target } of joined) await completeFacts(ctx, trx, id, target);
    const pair = sql`unnest(${ids}::bigint[], ${targets}::bigint[]) as pair (previous, current)`;
    // Two statements, because a single one that joins on either column would read the whole table.
    for (const column of ['id', 'merged_into']) {
      await sql`
        update companies c set merged_into = pair.current, updated_at = ${ctx.clock.now()} from ${pair}
        where c.${sql.ref(column)} = pair.previous`.execute(trx);
    }
    for (const table of tablesOfCompanies) {
      await sql`update ${sql.table(table)} t set company_id = pair.current from ${pair} where t.company_id = pair.previous`.execute(trx);
    }
    await sql`update companies c set group_company_id = nullif(pair.current, c.id) from ${pair} where c.group_company_id = pair.previous`.execute(
      trx,
    );
    await sql`
      insert into company_name_keys (name_key, company_id, is_main) select k.name_key, pair.current, false
      from ${pair} join company_name_keys k on k.company_id = pair.previous on conflict do nothing`.execute(trx);
    await sql`delete from company_name_keys where company_id = any(${ids}::bigint[])`.execute(trx);
    await sql`delete from company_candidates where status = 'open' and (company_id = any(${ids}::bigint[]) or candidate_id = any(${ids}::bigint[]))`.execute(
      trx,
    );
    await ctx.jobs.add(
      trx,
      enqueueMovesOfJoinedCompaniesJobName,
      { companyIds: ids, reason: joinReason },
      { key: `${enqueueMovesOfJoinedCompaniesJobName}:${firstId}`, isAwaited: true },
    );
    return ids;
  });
}

/** Returns the pairs with the current id of the directory company. Omits companies that have been merged since the pairs were found. */
async function findCurrentPairs(trx: Database, pairs: readonly Pair[]): Promise<{ id: string; target: string }[]> {
  await lockMerges(trx);
  const { rows } = await sql<{ id: string; target: string }>`
    select pair.id, coalesce(best.merged_into, best.id) as target
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ best }) => best.id)}::bigint[]) as pair (id, best_id)
    join companies named on named.id = pair.id and named.merged_into is null
    join companies best on best.id = pair.best_id and coalesce(best.merged_into, best.id) <> pair.id`.execute(trx);
  return rows;
}

/** Records pairs as joined and returns them, except those that were already decided, such as rejected ones. */
async function recordJoined(ctx: Context, trx: Database, pairs: readonly Pair[]): Promise<Pair[]> {
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
  const ids = new Set(recorded.map(({ company_id }) => company_id));
  return pairs.filter(({ id }) => ids.has(id));
}

async function joinPair(ctx: Context, id: string, best: JoinCandidate): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const [current] = await findCurrentPairs(trx, await recordJoined(ctx, trx, [{ id, best }]));
    if (current === undefined) return false;
    await completeFacts(ctx, trx, id, current.target);
    await mergeCompanies({ ...ctx, db: trx }, id, current.target, joinReason);
    return true;
  });
}

const completedColumns = ['kind', 'city', 'country_code', 'employee_range', 'industry_codes'] as const;

/** Copies facts of the merged company that the directory company lacks. */
async function completeFacts(ctx: Pick<Context, 'clock'>, trx: Database, id: string, candidateId: string): Promise<void> {
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'origin', 'fact_origins', 'updated_at', ...completedColumns])
    .where('id', 'in', [id, candidateId])
    .execute();
  const rowOf = (wanted: string) => required(rows.find((row) => row.id === wanted));
  const [named, known] = [rowOf(id), rowOf(candidateId)];
  const isEmpty = (value: unknown) => value === null || value === 'business' || (Array.isArray(value) && value.length === 0);
  const missing = completedColumns.filter((column) => isEmpty(known[column]) && !isEmpty(named[column]));
  if (missing.length === 0) return;
  const origin = { origin: named.origin, at: named.updated_at };
  const origins = { ...known.fact_origins, ...Object.fromEntries(missing.map((column) => [column, origin])) };
  await trx
    .updateTable('companies')
    .set({
      ...Object.fromEntries(missing.map((column) => [column, named[column]])),
      fact_origins: JSON.stringify(origins),
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', candidateId)
    .execute();
}

async function addCandidates(ctx: Context, pairs: readonly { id: string; candidate: JoinCandidate }[]): Promise<number> {
  if (pairs.length === 0) return 0;
  const listed = pairs.map(({ id, candidate }) => ({
    company_id: id,
    candidate_id: candidate.id,
    score: candidate.score,
    matched_on: candidate.matchedOn,
    status: 'open' as const,
    created_at: ctx.clock.now(),
  }));
  const added = await ctx.db
    .insertInto('company_candidates')
    .values(listed)
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .execute();
  return added.length;
}
