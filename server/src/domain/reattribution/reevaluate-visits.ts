import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { currentCompanyIds } from '../companies/open-companies.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import { addressSecret } from '../identification/address-secret.ts';
import type { Evidence, EvidenceSource } from '../identification/evidence.ts';
import { type AddressFacts, noFacts } from '../identification/facts.ts';
import type { Identifier, IdentifierContext } from '../identification/identifier.ts';
import { largerCounts, type Verdict } from '../identification/identify.ts';
import { type IdentifiedOrigin, identifyOrigin } from '../identification/identify-origin.ts';
import { loadLearned } from '../identification/load-address-facts.ts';
import { loadCompanyReferences } from '../identification/load-company-references.ts';
import { loadCorrections } from '../identification/load-corrections.ts';
import { loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import { isOffice, latestOffice, type SeenOffice } from '../identification/office.ts';
import { Dictionaries } from '../visits/dictionaries.ts';
import { loadVisitsToSum } from '../visits/load-summed-visits.ts';
import type { StoredOrigin } from '../visits/origin.ts';
import { type OwnOriginRow, ownOrigin, ownOriginColumns, withOrigins } from '../visits/own-origin.ts';
import { recountVisitSums } from '../visits/recount-visit-sums.ts';
import { isRuleForBlock, type KnownBlock, knownBlock } from './known-block.ts';
import { loadStoredVerdicts, type StoredVerdict } from './load-stored-verdicts.ts';
import { type KnownOrigin, prepareRenewal } from './prepare-renewal.ts';
import { type ReattributionScope, scopeCondition } from './reattribution-scope.ts';

export type Cursor = { startedAt: Date; id: string };
type ReevaluationRequest = {
  accountId: string;
  scope: ReattributionScope;
  /** Null for no limit. */
  limit: number | null;
  after?: Cursor | null;
  /** Evidence from newly found host names, by address key. */
  hostNames?: Map<string, Evidence>;
  /** Store what was learned about these addresses with their visits, because it is about to be deleted. */
  settles?: boolean;
};
type ReevaluationResult = { evaluated: number; changed: number; cursor: Cursor | null };

type Row = {
  started_at: Date;
  id: string;
  visitor_id: string;
  company_id: string | null;
  origins: StoredOrigin[];
  /** Stored with the events; otherwise there is one origin, in the columns of the visit. */
  has_origins: boolean;
  /** Index of the origin at the start of the visit. */
  first: number;
  /** Last time of each origin, by index. */
  seen_at: Record<number, number>;
};

/**
 * Re-evaluates past visits and moves those whose company changed. Corrections, visitors and learned addresses are applied as of now;
 * everything else about the address is taken from the stored verdict, unless the scope asks to renew it. The caller must hold the lanes of
 * the account.
 */
export async function reevaluateVisits(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  request: ReevaluationRequest,
): Promise<ReevaluationResult> {
  const { accountId, limit } = request;
  const rows = await loadVisits(trx, request);
  const last = rows.at(-1);
  if (last === undefined) return { evaluated: 0, changed: 0, cursor: null };
  const evaluate = await prepare(ctx, trx, request, rows);
  const moved = await updateOffices(ctx, trx, request, rows, evaluate);
  const verdicts = new Map(rows.map((row) => [row, row.origins.map((origin) => evaluate(origin, row)?.verdict ?? null)]));
  const changed = await write(ctx, trx, accountId, verdicts);
  if (moved.length > 0) await reevaluateVisitors(ctx, trx, accountId, moved, request.scope.renew);
  return {
    evaluated: rows.length,
    changed,
    cursor: limit === null || rows.length < limit ? null : { startedAt: last.started_at, id: last.id },
  };
}

/** Re-evaluates all visits of the given visitors. */
export async function reevaluateVisitors(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  accountId: string,
  visitorIds: string[],
  renew = false,
): Promise<void> {
  let after: Cursor | null = null;
  do {
    const evaluated: ReevaluationResult = await reevaluateVisits(ctx, trx, { accountId, scope: { visitorIds, renew }, limit: 500, after });
    after = evaluated.cursor;
  } while (after !== null);
}

async function loadVisits(trx: Transaction<DB>, { accountId, scope, after, limit }: ReevaluationRequest): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'origins' | 'has_origins'> & OwnOriginRow & { origins: StoredOrigin[] | null }>`
    select v.started_at, v.id, v.visitor_id, v.events::json -> 'origins' as origins, ${ownOriginColumns},
      coalesce((v.events::json -> 'hits' -> 0 ->> 'o')::int, 0) as first,
      (select jsonb_object_agg(seen.origin, seen.at) from (
        select coalesce((hit ->> 'o')::int, 0) as origin, max((hit ->> 't')::bigint) as at
        from json_array_elements(v.events::json -> 'hits') as hit group by 1) as seen) as seen_at
    from visits v left join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = v.verdict_id
    where v.account_id = ${accountId} and ${scopeCondition(scope)}
      and (v.started_at, v.id) > (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by v.started_at, v.id limit ${limit}`.execute(trx);
  return rows.map((row) => ({ ...row, origins: row.origins ?? [ownOrigin(row)], has_origins: row.origins !== null }));
}

type Evaluate = (origin: StoredOrigin, row: Row) => IdentifiedOrigin | null;

/** Loads everything needed to evaluate the rows, in one go. */
async function prepare(ctx: IdentifierContext, trx: Transaction<DB>, request: ReevaluationRequest, rows: Row[]): Promise<Evaluate> {
  const { accountId, scope, hostNames, settles } = request;
  const secret = await addressSecret(ctx, accountId);
  const origins = rows.flatMap((row) => row.origins);
  const stored = await loadStoredVerdicts(trx, accountId, [...new Set(origins.flatMap(({ verdictId }) => verdictId ?? []))]);
  const known = new Map(origins.map((origin) => [origin, knownOrigin(ctx.identifier, origin, stored.get(origin.verdictId ?? ''), secret)]));
  const learned = await loadLearned(trx, accountId, [...new Set(origins.flatMap(({ addressKey }) => addressKey ?? []))]);
  const rules = await loadCorrections(trx, accountId);
  const visitors = await loadVisitorFacts(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  const listed = new Set([...known.values()].flatMap(({ facts }) => facts?.netblocks.map(({ companyId }) => companyId) ?? []));
  const companies = await loadCompanyReferences(trx, listed);
  const factsOf = scope.renew ? await prepareRenewal(ctx.identifier, trx, [...known.values()]) : ({ facts }: KnownOrigin) => facts;
  return (origin, row) => {
    const { block } = getOrThrow(known, origin);
    const key = origin.addressKey;
    const before = getOrThrow(known, origin).facts;
    const ruleIds = rules.flatMap((rule) => (before?.ruleIds.includes(rule.id) || isRuleForBlock(rule, block, key, secret) ? rule.id : []));
    // Without facts, only a correction can change a visit.
    const found = factsOf(getOrThrow(known, origin)) ?? (ruleIds.length === 0 ? null : { ...noFacts, network: networkOf(origin, stored) });
    if (found === null) return null;
    const now = key === null ? found.learned : (learned.get(key) ?? []);
    const facts: AddressFacts = {
      ...found,
      ruleIds,
      learned: now,
      // The company may have been merged since.
      netblocks: found.netblocks.map((netblock) => ({ ...netblock, ...companies.get(netblock.companyId) })),
      settled: settles ? largerCounts(now, found.settled) : found.settled,
      hostName: hostNames?.get(key ?? '') ?? found.hostName,
    };
    return identifyOrigin(ctx.identifier, facts, rules, visitors.get(row.visitor_id) ?? null, row.started_at.getTime());
  };
}

function networkOf({ verdictId }: StoredOrigin, stored: Map<string, StoredVerdict>): AddressFacts['network'] {
  return stored.get(verdictId ?? '')?.network ?? null;
}

function knownOrigin(identifier: Identifier, origin: StoredOrigin, verdict: StoredVerdict | undefined, secret: Buffer): KnownOrigin {
  const networkCidr = verdict?.network?.cidr ?? null;
  const block = knownBlock({ ip: origin.ip, addressKey: origin.addressKey, networkCidr }, secret);
  return { block, facts: verdict === undefined ? null : (verdict.facts ?? factsBefore(identifier, verdict, block)) };
}

const networkSources: ReadonlySet<EvidenceSource> = new Set(['work_email', 'seen_at_office', 'as_organization', 'network_kind']);

/** Recovers the facts of a verdict that is based on the network alone, from any part of the network. */
function factsBefore(identifier: Identifier, { network, evidence }: StoredVerdict, block: KnownBlock | null): AddressFacts | null {
  if (block === null || !evidence.every(({ source }) => networkSources.has(source))) return null;
  return identifier.renewFacts({ ...noFacts, network }, block.range);
}

/**
 * The office of a visitor follows from all of their visits. If these rows contradict the stored office because a correction or data has
 * changed, it is determined again. Returns the visitors whose office changed.
 */
async function updateOffices(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  request: ReevaluationRequest,
  rows: Row[],
  evaluate: Evaluate,
): Promise<string[]> {
  const { accountId } = request;
  const visitors = await loadVisitorFacts(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  const seen = await officesSeen(ctx, accountId, rows, evaluate);
  const doubtful = new Set(
    rows
      .filter((row) => {
        const known = visitors.get(row.visitor_id)?.office ?? null;
        const offices = getOrThrow(seen, row);
        const isLater = offices.some((office) => isOther(known, latestOffice(known, office)));
        // An origin that can no longer be evaluated stays as it was.
        const isWhere = row.origins.some((origin, at) => row.seen_at[at] === known?.atMs && evaluate(origin, row) !== null);
        return isLater || (isWhere && !offices.some((office) => !isOther(known, office)));
      })
      .map(({ visitor_id }) => visitor_id),
  );
  if (doubtful.size === 0) return [];
  const all = await loadVisits(trx, { accountId, scope: { visitorIds: [...doubtful] }, limit: null });
  const found = await officesSeen(ctx, accountId, all, await prepare(ctx, trx, { ...request, limit: null }, all));
  const moved: string[] = [];
  for (const visitorId of doubtful) {
    const offices = all.filter((row) => row.visitor_id === visitorId).flatMap((row) => getOrThrow(found, row));
    const office = offices.reduce<SeenOffice | null>(latestOffice, null);
    if (!isOther(visitors.get(visitorId)?.office ?? null, office)) continue;
    await trx
      .updateTable('visitors')
      .set({
        workplace_company_id: office?.companyId ?? null,
        workplace_confidence: office?.confidence ?? null,
        workplace_at: office === null ? null : new Date(office.atMs),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', visitorId)
      .execute();
    moved.push(visitorId);
  }
  return moved;
}

/** Returns the companies in whose networks each visit was, with the last time there. */
async function officesSeen(ctx: IdentifierContext, accountId: string, rows: Row[], evaluate: Evaluate): Promise<Map<Row, SeenOffice[]>> {
  const offices = new Map(
    rows.map((row) => [
      row,
      row.origins.flatMap((origin, at) => {
        const network = evaluate(origin, row)?.ofNetwork;
        return network !== undefined && isOffice(network) ? [{ ...network, atMs: required(row.seen_at[at]) }] : [];
      }),
    ]),
  );
  const companyIds = await resolveCompanies(
    ctx,
    accountId,
    [...offices.values()].flat().map(({ company }) => company),
  );
  return new Map(
    [...offices].map(([row, list]) => [
      row,
      list.flatMap(({ company, confidence, atMs }) => {
        const companyId = companyIds.get(company.key);
        // Same precision as stored.
        return companyId === undefined ? [] : [{ companyId, confidence: Math.fround(confidence), atMs }];
      }),
    ]),
  );
}

function isOther(known: SeenOffice | null, seen: SeenOffice | null): boolean {
  if (known === null || seen === null) return known !== seen;
  return known.atMs !== seen.atMs || known.companyId !== seen.companyId || Math.fround(known.confidence) !== Math.fround(seen.confidence);
}

async function write(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  accountId: string,
  verdicts: Map<Row, (Verdict | null)[]>,
): Promise<number> {
  const references = [...verdicts.values()].flat().flatMap((verdict) => verdict?.company ?? []);
  const companyIds = await resolveCompanies(ctx, accountId, references);
  const kept = await storedVerdicts(trx, accountId, verdicts);
  const dictionaries = new Dictionaries(accountId);
  const changes = [...verdicts].flatMap(([row, ofOrigins]) => {
    const origins = row.origins.map((origin, at) => {
      const verdict = ofOrigins[at];
      if (verdict == null) return kept(origin, dictionaries);
      const companyId = verdict.company === null ? null : (companyIds.get(verdict.company.key) ?? null);
      return { ...origin, companyId, verdictId: dictionaries.verdictId(verdict, companyId) };
    });
    const isSame = origins.every(
      ({ companyId, verdictId }, at) => companyId === itemAt(row.origins, at).companyId && verdictId === itemAt(row.origins, at).verdictId,
    );
    return isSame ? [] : [{ row, origins }];
  });
  if (changes.length === 0) return 0;
  await dictionaries.write(trx);
  const removed = await loadVisitsToSum(
    trx,
    accountId,
    changes.map(({ row }) => ({ id: row.id, startedAtMs: row.started_at.getTime() })),
  );
  const updates = changes.map(({ row, origins }) => ({
    started_at: row.started_at,
    id: row.id,
    company_id: itemAt(origins, row.first).companyId,
    verdict_id: itemAt(origins, row.first).verdictId,
    origins: row.has_origins ? origins : null,
  }));
  await sql`
    update visits set company_id = updated.company_id, verdict_id = updated.verdict_id, events = ${withOrigins('updated')}
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as updated (started_at timestamptz, id uuid, company_id bigint, verdict_id bigint, origins jsonb)
    where visits.account_id = ${accountId} and visits.started_at = updated.started_at and visits.id = updated.id`.execute(trx);
  const now = new Map(updates.map(({ id, company_id: companyId, verdict_id: verdictId }) => [id, { companyId, verdictId }]));
  await recountVisitSums(trx, accountId, { removed, written: removed.map((visit) => ({ ...visit, ...now.get(visit.id) })) });
  return changes.filter(({ row, origins }) => itemAt(origins, row.first).companyId !== row.company_id).length;
}

/** Origins that were not evaluated keep their verdict; merged companies are replaced by the current one. */
async function storedVerdicts(trx: Transaction<DB>, accountId: string, verdicts: Map<Row, (Verdict | null)[]>) {
  const origins = [...verdicts].flatMap(([row, ofOrigins]) =>
    row.origins.filter((origin, at) => ofOrigins[at] === null && origin.companyId),
  );
  const current = await currentCompanyIds({ db: trx }, accountId, [...new Set(origins.flatMap(({ companyId }) => companyId ?? []))]);
  const merged = origins.filter(({ companyId }) => companyId !== null && current.get(companyId) !== companyId);
  const stored = await loadStoredVerdicts(trx, accountId, [...new Set(merged.flatMap(({ verdictId }) => verdictId ?? []))]);
  return (origin: StoredOrigin, dictionaries: Dictionaries): StoredOrigin => {
    const companyId = origin.companyId === null ? null : (current.get(origin.companyId) ?? origin.companyId);
    const verdict = companyId === origin.companyId ? undefined : stored.get(origin.verdictId ?? '');
    return { ...origin, companyId, verdictId: verdict === undefined ? origin.verdictId : dictionaries.verdictId(verdict, companyId) };
  };
}
