import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import { required } from '../../lib/required.ts';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { CompanyIdentifier, IdentifierContext } from '../identification/company-identifier.ts';
import type { Evidence, EvidenceSource } from '../identification/evidence.ts';
import { type AddressFacts, noFacts } from '../identification/facts.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import { largerCounts, type Verdict } from '../identification/identify.ts';
import { type IdentifiedClient, identifyClient } from '../identification/identify-client.ts';
import { loadLearned } from '../identification/load-address-facts.ts';
import { loadCompanyReferences } from '../identification/load-company-references.ts';
import { loadCorrections } from '../identification/load-corrections.ts';
import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import { isWorkplace, latestWorkplace, type SeenWorkplace } from '../identification/workplace.ts';
import type { StoredClient } from '../visits/client-info.ts';
import { Dictionaries } from '../visits/dictionaries.ts';
import { eventsWithClients, type FirstClientRow, firstClient, firstClientColumns } from '../visits/first-client.ts';
import { loadRollupVisitsByKey } from '../visits/load-rollup-visits.ts';
import { recountRollups } from '../visits/recount-rollups.ts';
import { correctionCoversBlock, type KnownBlock, knownBlock } from './known-block.ts';
import { loadStoredVerdicts, type StoredVerdict } from './load-stored-verdicts.ts';
import { type KnownClient, prepareRefresh } from './prepare-refresh.ts';
import { type ReattributionScope, scopeCondition } from './reattribution-scope.ts';

/** Visits are processed in the order of this key. */
export type VisitKey = { startedAt: Date; id: string };
type ReevaluationRequest = {
  accountId: string;
  scope: ReattributionScope;
  /** Null for no limit. */
  limit: number | null;
  after?: VisitKey | null;
  /** Limits the scope to these visits, which were found before the lanes were locked. */
  among?: readonly VisitKey[];
  /**
   * Leaves the last of these visits to the next request if the work would exceed this number of visits. If the workplace of a visitor has to
   * be determined again, all visits of the visitor are work.
   */
  maxWork?: number;
  /** Evidence from newly found hostnames, by address key. */
  hostNames?: Map<string, Evidence>;
  /** Stores the evidence from learned addresses with the verdicts, because the learned addresses are about to be deleted. */
  keepsLearned?: boolean;
};
/** `cursor` is the last visit that was evaluated; null if none of the requested visits are left. */
type ReevaluationResult = { evaluated: number; changed: number; cursor: VisitKey | null };

type Row = {
  started_at: Date;
  id: string;
  visitor_id: string;
  company_id: string | null;
  clients: StoredClient[];
  /** True if the clients are stored with the events; otherwise there is one client, in the columns of the visit. */
  has_clients: boolean;
  /** Index of the client at the start of the visit. */
  first: number;
  /** Time of the last hit of each client, by index. */
  seen_at: Record<number, number>;
};

/**
 * Re-evaluates past visits and moves those whose company changed. The current corrections, visitors and learned addresses apply;
 * everything else about the address is taken from the stored verdict, unless the scope requests a refresh. The caller must hold the lanes
 * of the account.
 */
export async function reevaluateVisits(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  request: ReevaluationRequest,
): Promise<ReevaluationResult> {
  const { accountId, limit, maxWork } = request;
  const found = await loadVisits(trx, request);
  if (found.length === 0) return { evaluated: 0, changed: 0, cursor: null };
  const visitors = await loadVisitorFacts(trx, accountId, [...new Set(found.map(({ visitor_id }) => visitor_id))]);
  const evaluate = await prepareEvaluation(ctx, trx, request, found, visitors);
  const contradicting = await findContradictions(ctx, accountId, found, visitors, evaluate);
  const rows = maxWork === undefined ? found : await limitWork(trx, accountId, found, contradicting, maxWork);
  const moved = await updateWorkplaces(
    ctx,
    trx,
    request,
    rows.filter((row) => contradicting.has(row)),
    visitors,
  );
  const verdicts = new Map(rows.map((row) => [row, row.clients.map((client) => evaluate(client, row)?.verdict ?? null)]));
  const changed = await writeVerdicts(ctx, trx, accountId, verdicts);
  if (moved.length > 0) await reevaluateVisitors(ctx, trx, accountId, moved, request.scope.renew);
  const { started_at: startedAt, id } = lastOf(rows);
  const isLast = rows.length === found.length && (limit === null || rows.length < limit);
  return { evaluated: rows.length, changed, cursor: isLast ? null : { startedAt, id } };
}

/** Returns the first visits, so that they and all visits of the visitors to recheck are at most `maxWork`, but at least one visit. */
async function limitWork(
  trx: Transaction<DB>,
  accountId: string,
  rows: Row[],
  contradicting: ReadonlySet<Row>,
  maxWork: number,
): Promise<Row[]> {
  if (contradicting.size === 0) return rows;
  const visitorIds = [...new Set([...contradicting].map(({ visitor_id }) => visitor_id))];
  const { rows: counts } = await sql<{ visitor_id: string; visits: number }>`
    select visitor_id, count(*)::int as visits from visits
    where account_id = ${accountId} and visitor_id = any(${visitorIds}::text[]) group by visitor_id`.execute(trx);
  const uncounted = new Map(counts.map(({ visitor_id, visits }) => [visitor_id, visits]));
  let work = 0;
  const end = rows.findIndex((row, index) => {
    const rechecked = contradicting.has(row) ? (uncounted.get(row.visitor_id) ?? 0) : 0;
    if (rechecked > 0) uncounted.delete(row.visitor_id);
    work += 1 + rechecked;
    return index > 0 && rechecked > 0 && work > maxWork;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Re-evaluates all visits of the given visitors. */
export async function reevaluateVisitors(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  accountId: string,
  visitorIds: string[],
  renew = false,
): Promise<void> {
  let after: VisitKey | null = null;
  do {
    const evaluated: ReevaluationResult = await reevaluateVisits(ctx, trx, { accountId, scope: { visitorIds, renew }, limit: 500, after });
    after = evaluated.cursor;
  } while (after !== null);
}

async function loadVisits(trx: Transaction<DB>, { accountId, scope, after, limit, among }: ReevaluationRequest): Promise<Row[]> {
  const where = among
    ? sql`(v.started_at, v.id) in (
        select * from unnest(${among.map(({ startedAt }) => startedAt)}::timestamptz[], ${among.map(({ id }) => id)}::uuid[]))`
    : scopeCondition(scope);
  const { rows } = await sql<Omit<Row, 'clients' | 'has_clients'> & FirstClientRow & { clients: StoredClient[] | null }>`
    select v.started_at, v.id, v.visitor_id, v.events::json -> 'clients' as clients, ${firstClientColumns},
      coalesce((v.events::json -> 'hits' -> 0 ->> 'o')::int, 0) as first,
      (select jsonb_object_agg(seen.client, seen.at) from (
        select coalesce((hit ->> 'o')::int, 0) as client, max((hit ->> 't')::bigint) as at
        from json_array_elements(v.events::json -> 'hits') as hit group by 1) as seen) as seen_at
    from visits v left join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = v.verdict_id
    where v.account_id = ${accountId} and ${where}
      and (v.started_at, v.id) > (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by v.started_at, v.id limit ${limit}`.execute(trx);
  return rows.map((row) => ({ ...row, clients: row.clients ?? [firstClient(row)], has_clients: row.clients !== null }));
}

type Visitors = Map<string, KnownVisitor>;
type Evaluate = (client: StoredClient, row: Row) => IdentifiedClient | null;

/** Loads the data needed to evaluate all rows with one query per table, and returns the function that evaluates a client. */
async function prepareEvaluation(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  request: ReevaluationRequest,
  rows: Row[],
  visitors: Visitors,
): Promise<Evaluate> {
  const { accountId, scope, hostNames, keepsLearned } = request;
  const secret = await getOrCreateAddressSecret(ctx, accountId);
  const clients = rows.flatMap((row) => row.clients);
  const stored = await loadStoredVerdicts(trx, accountId, [...new Set(clients.flatMap(({ verdictId }) => verdictId ?? []))]);
  const known = new Map(clients.map((client) => [client, knownClient(ctx.identifier, client, stored.get(client.verdictId ?? ''), secret)]));
  const learned = await loadLearned(trx, accountId, [...new Set(clients.flatMap(({ addressKey }) => addressKey ?? []))]);
  const corrections = await loadCorrections(trx, accountId);
  const listed = new Set([...known.values()].flatMap(({ facts }) => facts?.netblocks.map(({ companyId }) => companyId) ?? []));
  const companies = await loadCompanyReferences(trx, listed);
  const factsOf = scope.renew ? await prepareRefresh(ctx.identifier, trx, [...known.values()]) : ({ facts }: KnownClient) => facts;
  return (client, row) => {
    const { block } = getOrThrow(known, client);
    const key = client.addressKey;
    const before = getOrThrow(known, client).facts;
    const ruleIds = corrections.flatMap((correction) =>
      before?.ruleIds.includes(correction.id) || correctionCoversBlock(correction, block, key, secret) ? correction.id : [],
    );
    // Without facts, only a correction can change a visit.
    const found = factsOf(getOrThrow(known, client)) ?? (ruleIds.length === 0 ? null : { ...noFacts, network: networkOf(client, stored) });
    if (found === null) return null;
    const currentlyLearned = key === null ? found.learned : (learned.get(key) ?? []);
    const facts: AddressFacts = {
      ...found,
      ruleIds,
      learned: currentlyLearned,
      // The company may have been merged since the visit.
      netblocks: found.netblocks.map((netblock) => ({ ...netblock, ...companies.get(netblock.companyId) })),
      settled: keepsLearned ? largerCounts(currentlyLearned, found.settled) : found.settled,
      hostName: hostNames?.get(key ?? '') ?? found.hostName,
    };
    return identifyClient(ctx.identifier, facts, corrections, visitors.get(row.visitor_id) ?? null, row.started_at.getTime());
  };
}

function networkOf({ verdictId }: StoredClient, stored: Map<string, StoredVerdict>): AddressFacts['network'] {
  return stored.get(verdictId ?? '')?.network ?? null;
}

function knownClient(identifier: CompanyIdentifier, client: StoredClient, verdict: StoredVerdict | undefined, secret: Buffer): KnownClient {
  const networkCidr = verdict?.network?.cidr ?? null;
  const block = knownBlock({ ip: client.ip, addressKey: client.addressKey, networkCidr }, secret);
  return { block, facts: verdict === undefined ? null : (verdict.facts ?? deriveFacts(identifier, verdict, block)) };
}

const derivableSources: ReadonlySet<EvidenceSource> = new Set(['work_email', 'seen_at_office', 'as_organization', 'network_kind']);

/**
 * Derives the facts of an old verdict without stored facts, if its evidence depends only on the visitor and on the network, which the block
 * identifies.
 */
function deriveFacts(identifier: CompanyIdentifier, { network, evidence }: StoredVerdict, block: KnownBlock | null): AddressFacts | null {
  if (block === null || !evidence.every(({ source }) => derivableSources.has(source))) return null;
  return identifier.refreshFacts({ ...noFacts, network }, block.range);
}

/** Returns the visits that contradict the stored workplaces of their visitors, because a correction or data has changed. */
async function findContradictions(
  ctx: IdentifierContext,
  accountId: string,
  rows: Row[],
  visitors: Visitors,
  evaluate: Evaluate,
): Promise<ReadonlySet<Row>> {
  const seen = await findSeenWorkplaces(ctx, accountId, rows, evaluate);
  return new Set(
    rows.filter((row) => {
      const known = visitors.get(row.visitor_id)?.workplace ?? null;
      const workplaces = getOrThrow(seen, row);
      const isLater = workplaces.some((workplace) => isDifferent(known, latestWorkplace(known, workplace)));
      // A client that can no longer be evaluated does not contradict the stored workplace.
      const wasSeenHere = row.clients.some((client, index) => row.seen_at[index] === known?.atMs && evaluate(client, row) !== null);
      return isLater || (wasSeenHere && !workplaces.some((workplace) => !isDifferent(known, workplace)));
    }),
  );
}

/**
 * Updates the workplaces of the visitors of contradicting visits. A workplace depends on all visits of the visitor, so it is determined again
 * from all of them. Returns the visitors whose workplace changed.
 */
async function updateWorkplaces(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  request: ReevaluationRequest,
  contradicting: readonly Row[],
  visitors: Visitors,
): Promise<string[]> {
  const { accountId } = request;
  const visitorsToRecheck = new Set(contradicting.map(({ visitor_id }) => visitor_id));
  if (visitorsToRecheck.size === 0) return [];
  const all = await loadVisits(trx, { accountId, scope: { visitorIds: [...visitorsToRecheck] }, limit: null });
  const found = await findSeenWorkplaces(
    ctx,
    accountId,
    all,
    await prepareEvaluation(ctx, trx, { ...request, limit: null }, all, visitors),
  );
  const rowsOf = Map.groupBy(all, (row) => row.visitor_id);
  const moved = [...visitorsToRecheck].flatMap((visitorId) => {
    const workplaces = (rowsOf.get(visitorId) ?? []).flatMap((row) => getOrThrow(found, row));
    const workplace = workplaces.reduce<SeenWorkplace | null>(latestWorkplace, null);
    return isDifferent(visitors.get(visitorId)?.workplace ?? null, workplace) ? [{ visitorId, workplace }] : [];
  });
  if (moved.length > 0) await storeWorkplaces(trx, accountId, moved);
  return moved.map(({ visitorId }) => visitorId);
}

async function storeWorkplaces(
  trx: Transaction<DB>,
  accountId: string,
  moved: readonly { visitorId: string; workplace: SeenWorkplace | null }[],
): Promise<void> {
  await sql`
    update visitors set workplace_company_id = moved.company_id, workplace_confidence = moved.confidence, workplace_at = moved.at
    from unnest(${moved.map(({ visitorId }) => visitorId)}::text[], ${moved.map(({ workplace }) => workplace?.companyId ?? null)}::bigint[],
      ${moved.map(({ workplace }) => workplace?.confidence ?? null)}::real[],
      ${moved.map(({ workplace }) => (workplace === null ? null : new Date(workplace.atMs)))}::timestamptz[]) as moved (id, company_id, confidence, at)
    where visitors.account_id = ${accountId} and visitors.id = moved.id`.execute(trx);
}

/** Returns the workplaces seen in each visit: the companies in whose networks its clients were, with the time of their last hit. */
async function findSeenWorkplaces(
  ctx: IdentifierContext,
  accountId: string,
  rows: Row[],
  evaluate: Evaluate,
): Promise<Map<Row, SeenWorkplace[]>> {
  const workplaces = new Map(
    rows.map((row) => [
      row,
      row.clients.flatMap((client, index) => {
        const network = evaluate(client, row)?.networkVerdict;
        return network !== undefined && isWorkplace(network) ? [{ ...network, atMs: required(row.seen_at[index]) }] : [];
      }),
    ]),
  );
  const companyIds = await resolveCompanies(
    ctx,
    accountId,
    [...workplaces.values()].flat().map(({ company }) => company),
  );
  return new Map(
    [...workplaces].map(([row, list]) => [
      row,
      list.flatMap(({ company, confidence, atMs }) => {
        const companyId = companyIds.get(company.key);
        // The column has single precision.
        return companyId === undefined ? [] : [{ companyId, confidence: Math.fround(confidence), atMs }];
      }),
    ]),
  );
}

function isDifferent(known: SeenWorkplace | null, seen: SeenWorkplace | null): boolean {
  if (known === null || seen === null) return known !== seen;
  return known.atMs !== seen.atMs || known.companyId !== seen.companyId || Math.fround(known.confidence) !== Math.fround(seen.confidence);
}

async function writeVerdicts(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  accountId: string,
  verdicts: Map<Row, (Verdict | null)[]>,
): Promise<number> {
  const references = [...verdicts.values()].flat().flatMap((verdict) => verdict?.company ?? []);
  const companyIds = await resolveCompanies(ctx, accountId, references);
  const keepVerdict = await prepareToKeepVerdicts(trx, accountId, verdicts);
  const dictionaries = new Dictionaries(accountId);
  const changes = [...verdicts].flatMap(([row, ofClients]) => {
    const clients = row.clients.map((client, index) => {
      const verdict = ofClients[index];
      if (verdict == null) return keepVerdict(client, dictionaries);
      const companyId = verdict.company === null ? null : (companyIds.get(verdict.company.key) ?? null);
      return { ...client, companyId, verdictId: dictionaries.verdictId(verdict, companyId) };
    });
    const isSame = clients.every(
      ({ companyId, verdictId }, index) =>
        companyId === itemAt(row.clients, index).companyId && verdictId === itemAt(row.clients, index).verdictId,
    );
    return isSame ? [] : [{ row, clients }];
  });
  if (changes.length === 0) return 0;
  await dictionaries.write(trx);
  const removed = await loadRollupVisitsByKey(
    trx,
    accountId,
    changes.map(({ row }) => ({ id: row.id, startedAtMs: row.started_at.getTime() })),
  );
  const updates = changes.map(({ row, clients }) => ({
    started_at: row.started_at,
    id: row.id,
    company_id: itemAt(clients, row.first).companyId,
    verdict_id: itemAt(clients, row.first).verdictId,
    clients: row.has_clients ? clients : null,
  }));
  await sql`
    update visits set company_id = updated.company_id, verdict_id = updated.verdict_id,
      events = coalesce(updated.events, visits.events)
    from (select given.*, ${eventsWithClients(accountId)} as events from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as given (started_at timestamptz, id uuid, company_id bigint, verdict_id bigint, clients jsonb)) as updated
    where visits.account_id = ${accountId} and visits.started_at = updated.started_at and visits.id = updated.id`.execute(trx);
  const now = new Map(updates.map(({ id, company_id: companyId, verdict_id: verdictId }) => [id, { companyId, verdictId }]));
  await recountRollups(trx, accountId, { removed, written: removed.map((visit) => ({ ...visit, ...now.get(visit.id) })) });
  return changes.filter(({ row, clients }) => itemAt(clients, row.first).companyId !== row.company_id).length;
}

/** Returns a function for clients that were not evaluated: it retains their verdict, but replaces a merged company with the current one. */
async function prepareToKeepVerdicts(trx: Transaction<DB>, accountId: string, verdicts: Map<Row, (Verdict | null)[]>) {
  const clients = [...verdicts].flatMap(([row, ofClients]) =>
    row.clients.filter((client, index) => ofClients[index] === null && client.companyId),
  );
  const current = await findCurrentCompanyIds({ db: trx }, accountId, [...new Set(clients.flatMap(({ companyId }) => companyId ?? []))]);
  const merged = clients.filter(({ companyId }) => companyId !== null && current.get(companyId) !== companyId);
  const stored = await loadStoredVerdicts(trx, accountId, [...new Set(merged.flatMap(({ verdictId }) => verdictId ?? []))]);
  return (client: StoredClient, dictionaries: Dictionaries): StoredClient => {
    const companyId = client.companyId === null ? null : (current.get(client.companyId) ?? client.companyId);
    const verdict = companyId === client.companyId ? undefined : stored.get(client.verdictId ?? '');
    return { ...client, companyId, verdictId: verdict === undefined ? client.verdictId : dictionaries.verdictId(verdict, companyId) };
  };
}
