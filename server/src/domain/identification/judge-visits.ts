import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import { Dictionaries } from '../visits/dictionaries.ts';
import type { StoredOrigin } from '../visits/origin.ts';
import { type OwnOriginRow, ownOrigin, ownOriginColumns, withOrigins } from '../visits/own-origin.ts';
import { sumCompanyDays } from '../visits/sum-company-days.ts';
import { addressSecret } from './address-secret.ts';
import type { Evidence } from './evidence.ts';
import type { HostName } from './facts.ts';
import type { Identifier } from './identifier.ts';
import type { Verdict } from './identify.ts';
import { type JudgedOrigin, judgeOrigin } from './judge-origin.ts';
import { type KnownBlock, knownBlock, rulesForBlock } from './known-block.ts';
import { loadLearned, loadNetblocks } from './load-address-facts.ts';
import { loadIdentificationRules } from './load-rules.ts';
import { loadVisitorFacts } from './load-visitor-facts.ts';
import { isOffice, latestOffice, type SeenOffice } from './office.ts';
import { type ReattributionScope, scopeCondition } from './reattribution-scope.ts';

export type JudgeContext = Context & { identifier: Identifier };
export type Cursor = { startedAt: Date; id: string };
export type JudgeRequest = {
  accountId: string;
  scope: ReattributionScope;
  /** Null takes all. */
  limit: number | null;
  after?: Cursor | null;
  /** Host names that were found since, by the key of the address. */
  hostNames?: Map<string, HostName>;
};
export type Judged = { judged: number; changed: number; cursor: Cursor | null };

type Row = {
  started_at: Date;
  id: string;
  visitor_id: string;
  company_id: string | null;
  origins: StoredOrigin[];
  /** Whether they are stored with the events; else there is one only, and the columns of the visit tell it. */
  has_origins: boolean;
  /** Which of the origins the visit began with. */
  first: number;
  /** When each of the origins was seen last, by its number. */
  seen_at: Record<number, number>;
};
type StoredVerdict = { network: Verdict['network']; evidence: Evidence[] };

/**
 * Judges past visits anew with today's rules, data and knowledge of their visitors, and moves those whose company changed.
 * The caller holds the lanes of the account: the pipeline must not write the same visits meanwhile.
 */
export async function judgeVisits(ctx: JudgeContext, trx: Transaction<DB>, request: JudgeRequest): Promise<Judged> {
  const { accountId, limit } = request;
  const rows = await loadVisits(trx, request);
  const last = rows.at(-1);
  if (last === undefined) return { judged: 0, changed: 0, cursor: null };
  const judge = await prepare(ctx, trx, request, rows);
  const moved = await updateOffices(ctx, trx, accountId, rows, judge);
  const verdicts = new Map(rows.map((row) => [row, row.origins.map((origin) => judge(origin, row)?.verdict ?? null)]));
  const changed = await write(ctx, trx, accountId, verdicts);
  if (moved.length > 0) await judgeVisitors(ctx, trx, accountId, moved);
  return {
    judged: rows.length,
    changed,
    cursor: limit === null || rows.length < limit ? null : { startedAt: last.started_at, id: last.id },
  };
}

/** Judges all visits of some visitors anew. */
export async function judgeVisitors(ctx: JudgeContext, trx: Transaction<DB>, accountId: string, visitorIds: string[]): Promise<void> {
  let after: Cursor | null = null;
  do {
    const judged: Judged = await judgeVisits(ctx, trx, { accountId, scope: { visitorIds }, limit: 500, after });
    after = judged.cursor;
  } while (after !== null);
}

async function loadVisits(trx: Transaction<DB>, { accountId, scope, after, limit }: JudgeRequest): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'origins' | 'has_origins'> & OwnOriginRow & { origins: StoredOrigin[] | null }>`
    select v.started_at, v.id, v.visitor_id, v.events::json -> 'origins' as origins, ${ownOriginColumns},
      coalesce((v.events::json -> 'hits' -> 0 ->> 'o')::int, 0) as first,
      (select jsonb_object_agg(seen.origin, seen.at) from (
        select coalesce((hit ->> 'o')::int, 0) as origin, max((hit ->> 't')::bigint) as at
        from json_array_elements(v.events::json -> 'hits') as hit group by 1) as seen) as seen_at
    from visits v left join verdicts judged on judged.account_id = ${accountId} and judged.id = v.verdict_id
    where v.account_id = ${accountId} and ${scopeCondition(scope)}
      and (v.started_at, v.id) > (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by v.started_at, v.id limit ${limit}`.execute(trx);
  return rows.map((row) => ({ ...row, origins: row.origins ?? [ownOrigin(row)], has_origins: row.origins !== null }));
}

type Judge = (origin: StoredOrigin, row: Row) => JudgedOrigin | null;

/** Loads everything that judging the rows needs, at once for all of them. */
async function prepare(ctx: JudgeContext, trx: Transaction<DB>, { accountId, hostNames }: JudgeRequest, rows: Row[]): Promise<Judge> {
  const secret = await addressSecret(ctx, accountId);
  const origins = rows.flatMap((row) => row.origins);
  const stored = await loadVerdicts(trx, accountId, origins);
  const blocks = new Map<StoredOrigin, KnownBlock>();
  for (const origin of origins) {
    const networkCidr = stored.get(origin.verdictId ?? '')?.network?.cidr ?? null;
    const block = knownBlock({ ip: origin.ip, addressKey: origin.addressKey ?? null, networkCidr }, secret);
    if (block !== null) blocks.set(origin, block);
  }
  const netblocks = await loadNetblocks(trx, [...new Set([...blocks.values()].map(({ cidr }) => cidr))]);
  const learned = await loadLearned(trx, accountId, [...new Set(origins.flatMap(({ addressKey }) => addressKey ?? []))]);
  const rules = await loadIdentificationRules(trx, accountId);
  const visitors = await loadVisitorFacts(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  return (origin, row) => {
    const block = blocks.get(origin);
    if (block === undefined) return null;
    const key = origin.addressKey ?? null;
    const hostName = hostNames?.get(key ?? '');
    const further = {
      netblocks: netblocks.get(block.cidr),
      learned: learned.get(key ?? ''),
      hostName,
      carried: hostName ? [] : (stored.get(origin.verdictId ?? '')?.evidence ?? []).filter(({ source }) => source === 'reverse_dns'),
    };
    const toJudge = { ip: block.ip, further, rules: rulesForBlock(rules, block, key, secret) };
    return judgeOrigin(ctx.identifier, toJudge, visitors.get(row.visitor_id) ?? null, row.started_at.getTime());
  };
}

async function loadVerdicts(trx: Transaction<DB>, accountId: string, origins: StoredOrigin[]): Promise<Map<string, StoredVerdict>> {
  const ids = [...new Set(origins.flatMap(({ verdictId }) => verdictId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('verdicts')
    .select(['id', 'network', 'evidence'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, network, evidence }) => [id, { network: network as StoredVerdict['network'], evidence: evidence as Evidence[] }]),
  );
}

/**
 * Where a visitor is at work follows from all of their visits. Where these rows contradict what is known, because a rule or the data
 * changed since, it is found anew. Answers the visitors for whom it is another now.
 */
async function updateOffices(ctx: JudgeContext, trx: Transaction<DB>, accountId: string, rows: Row[], judge: Judge): Promise<string[]> {
  const visitors = await loadVisitorFacts(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  const seen = await officesSeen(ctx, accountId, rows, judge);
  const doubtful = new Set(
    rows
      .filter((row) => {
        const known = visitors.get(row.visitor_id)?.office ?? null;
        const offices = seen.get(row)!;
        const isLater = offices.some((office) => isOther(known, latestOffice(known, office)));
        // What cannot be judged any more stays as it was seen.
        const isWhere = row.origins.some((origin, at) => row.seen_at[at] === known?.atMs && judge(origin, row) !== null);
        return isLater || (isWhere && !offices.some((office) => !isOther(known, office)));
      })
      .map(({ visitor_id }) => visitor_id),
  );
  if (doubtful.size === 0) return [];
  const all = await loadVisits(trx, { accountId, scope: { visitorIds: [...doubtful] }, limit: null });
  const found = await officesSeen(ctx, accountId, all, await prepare(ctx, trx, { accountId, scope: {}, limit: null }, all));
  const moved: string[] = [];
  for (const visitorId of doubtful) {
    const offices = all.filter((row) => row.visitor_id === visitorId).flatMap((row) => found.get(row)!);
    const office = offices.reduce<SeenOffice | null>(latestOffice, null);
    if (!isOther(visitors.get(visitorId)?.office ?? null, office)) continue;
    await trx
      .updateTable('visitors')
      .set({
        office_company_id: office?.companyId ?? null,
        office_confidence: office?.confidence ?? null,
        office_at: office === null ? null : new Date(office.atMs),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', visitorId)
      .execute();
    moved.push(visitorId);
  }
  return moved;
}

/** The companies in whose own networks each visit was, with the last moment there. */
async function officesSeen(ctx: JudgeContext, accountId: string, rows: Row[], judge: Judge): Promise<Map<Row, SeenOffice[]>> {
  const offices = new Map(
    rows.map((row) => [
      row,
      row.origins.flatMap((origin, at) => {
        const network = judge(origin, row)?.ofNetwork;
        return network !== undefined && isOffice(network) ? [{ ...network, company: network.company!, atMs: row.seen_at[at]! }] : [];
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
        // As precise as it is stored.
        return companyId === undefined ? [] : [{ companyId, confidence: Math.fround(confidence), atMs }];
      }),
    ]),
  );
}

function isOther(known: SeenOffice | null, seen: SeenOffice | null): boolean {
  if (known === null || seen === null) return known !== seen;
  return known.atMs !== seen.atMs || known.companyId !== seen.companyId || Math.fround(known.confidence) !== Math.fround(seen.confidence);
}

async function write(ctx: JudgeContext, trx: Transaction<DB>, accountId: string, verdicts: Map<Row, (Verdict | null)[]>): Promise<number> {
  const references = [...verdicts.values()].flat().flatMap((verdict) => verdict?.company ?? []);
  const companyIds = await resolveCompanies(ctx, accountId, references);
  const dictionaries = new Dictionaries(accountId);
  const changes = [...verdicts].flatMap(([row, ofOrigins]) => {
    const origins = row.origins.map((origin, at) => {
      const verdict = ofOrigins[at];
      if (verdict == null) return origin;
      const companyId = verdict.company === null ? null : (companyIds.get(verdict.company.key) ?? null);
      return { ...origin, companyId, verdictId: dictionaries.verdictId(verdict, companyId) };
    });
    const isSame = origins.every(
      ({ companyId, verdictId }, at) => companyId === row.origins[at]!.companyId && verdictId === row.origins[at]!.verdictId,
    );
    return isSame ? [] : [{ row, origins }];
  });
  if (changes.length === 0) return 0;
  await dictionaries.write(trx);
  const updates = changes.map(({ row, origins }) => ({
    started_at: row.started_at,
    id: row.id,
    company_id: origins[row.first]!.companyId,
    verdict_id: origins[row.first]!.verdictId,
    origins: row.has_origins ? origins : null,
  }));
  await sql`
    update visits set company_id = judged.company_id, verdict_id = judged.verdict_id, events = ${withOrigins('judged')}
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as judged (started_at timestamptz, id uuid, company_id bigint, verdict_id bigint, origins jsonb)
    where visits.account_id = ${accountId} and visits.started_at = judged.started_at and visits.id = judged.id`.execute(trx);
  const { timezone } = await trx.selectFrom('accounts').select('timezone').where('id', '=', accountId).executeTakeFirstOrThrow();
  const moved = updates.filter(({ company_id }, at) => company_id !== changes[at]!.row.company_id);
  const touched = moved.flatMap(({ started_at, company_id, id }) => {
    const before = changes.find(({ row }) => row.id === id)!.row.company_id;
    return [before, company_id].flatMap((companyId) => (companyId === null ? [] : [{ companyId, startedAtMs: started_at.getTime() }]));
  });
  await sumCompanyDays(trx, accountId, timezone, touched);
  return moved.length;
}
