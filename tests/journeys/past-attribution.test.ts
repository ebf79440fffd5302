import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { createCorrection, deleteCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { type CompanyReference, companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { loadCompanyReferences } from '../../server/src/domain/identification/load-company-references.ts';
import { loadCorrections } from '../../server/src/domain/identification/load-corrections.ts';
import { EventQueueWriter } from '../../server/src/domain/ingestion/event-queue/event-queue-writer.ts';
import { recomputeVerdicts } from '../../server/src/domain/reattribution/recompute-verdicts.ts';
import { deleteExpiredAddresses } from '../../server/src/domain/retention/delete-expired-addresses.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { formatIpAddress, parseIpAddress } from '../../server/src/lib/ip-address.ts';
import { blockAround } from '../../server/src/lib/ip-range.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { AttributionOracle, type Storage } from '../kit/attribution-oracle.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { runReattributions } from '../kit/visits.ts';

const service = await startTestService();
const { ctx } = service;
const eventQueue = new EventQueueWriter(ctx);
const dayMs = 86_400_000;
const startMs = Date.parse('2026-03-10T12:00:00Z');

/** A workplace with its own network, homes (two of them neighbors), a mobile network, IPv6 at home, and an unassigned address. */
const addresses = ['143.164.1.10', '91.64.5.9', '91.64.5.77', '80.187.100.3', '2a02:8071:5:7::1', '2a02:8071:5:8::1', '198.51.100.7'];
const companyCount = 4;

const visits = fc.record({
  type: fc.constant('visit' as const),
  visitor: fc.nat(3),
  address: fc.nat(addresses.length - 1),
  hoursAgo: fc.integer({ min: 0, max: 90 }),
  /** Index of the address to which the visitor changes within the visit. */
  movesTo: fc.option(fc.nat(addresses.length - 1), { freq: 3, nil: null }),
  email: fc.option(fc.constantFrom(0, 1, 2, 3, 'gmail.com' as const, 'siemens.com' as const), { freq: 2, nil: null }),
  endsBatch: fc.boolean(),
  jobsRun: fc.boolean(),
});
/** Blocks of any length around the addresses; often exactly a truncated address or a single address. */
const block = fc.nat(addresses.length - 1).chain((at) => {
  const address = required(parseIpAddress(itemAt(addresses, at)));
  const [shortest, truncated, longest] = address.version === 4 ? [6, 24, 32] : [16, 48, 128];
  const prefix = fc.oneof(fc.constantFrom(truncated, longest), fc.integer({ min: shortest, max: longest }));
  return prefix.map((length) => `${formatIpAddress(blockAround(address, length).first)}/${length}`);
});
const company = fc.nat(companyCount - 1);
const changes = fc.oneof(
  fc.record({ type: fc.constant('add-correction' as const), block, company: fc.option(company, { nil: null }) }),
  fc.record({ type: fc.constant('delete-correction' as const), index: fc.nat(5) }),
  fc.record({ type: fc.constant('add-block' as const), block, company }),
  fc.record({ type: fc.constant('delete-block' as const), index: fc.nat(5) }),
  fc.record({ type: fc.constant('merge' as const), company, into: company }),
  fc.constant({ type: 'recompute' as const }),
  fc.constant({ type: 'expire-addresses' as const }),
);
const histories = fc.record({
  storage: fc.constantFrom<Storage>('none', 'truncated', 'full'),
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: visits }, { weight: 2, arbitrary: changes }), { minLength: 2, maxLength: 24 }),
});
type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

let historyCount = 0;

test('after any history of visits, corrections, imports, merges and retention, every hit has the company that the oracle expects', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { stored, expected } = await replay(history);
      assert.deepEqual(stored, expected);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25) },
  );
});

/** Replays a history on the service and on the oracle. Returns the companies of all hits, stored and expected. */
async function replay({ storage, steps }: History) {
  let nowMs = startMs;
  service.clock.set(new Date(nowMs));
  await sql`delete from company_ip_ranges`.execute(ctx.db);
  const { id: accountId } = await createAccount(ctx, { name: 'Past', plan: 'premium', timezone: 'Europe/Berlin' });
  await ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ ip_storage: storage, ip_retention_days: 30 }) })
    .where('id', '=', accountId)
    .execute();
  const domains = Array.from({ length: companyCount }, (_, index) => `works${historyCount}x${index}.com`);
  historyCount++;
  const companyIds: string[] = [];
  for (const domain of domains) {
    const reference = { ...companyReference({ domain, name: domain }), origin: 'import' as const };
    companyIds.push(getOrThrow(await resolveCompanies(ctx, null, [reference]), reference.key));
  }
  const oracle = new AttributionOracle(ctx.identifier, storage);
  const corrections: { id: string; block: string }[] = [];
  const listed: string[] = [];
  const usedTimes = new Set<string>();

  const send = async (visitor: string, ip: string, atMs: number, email: string | null) => {
    const id = randomUUID();
    const kind = email === null ? ('page_view' as const) : ('identify' as const);
    const event = { id, kind, occurredAtMs: atMs, url: 'https://shop.example/', title: null, referrer: null, name: null, targetUrl: null };
    const details = { email, firstName: null, lastName: null, durationSeconds: null };
    await eventQueue.add(accountId, {
      visitorId: visitor,
      ip,
      userAgent: chrome,
      gaClientIds: [],
      partnerCookies: null,
      events: [{ ...event, ...details }],
      sentBy: 'tracker',
    });
    return { id, visitor, ip, atMs, email };
  };
  // Waiting events are evaluated with the data known when they are processed.
  let waiting: Awaited<ReturnType<typeof send>>[] = [];
  const drain = async () => {
    await service.drain();
    for (const hit of waiting) oracle.addHit(hit);
    waiting = [];
  };

  for (const step of steps) {
    if (step.type === 'visit') {
      const visitor = `visitor ${step.visitor}`;
      // Times of one visitor differ, so that "the latest" is never ambiguous.
      let atMs = nowMs - step.hoursAgo * 3_600_000;
      while (usedTimes.has(`${visitor} ${atMs}`)) atMs -= 60_000;
      usedTimes.add(`${visitor} ${atMs}`);
      const email = step.email === null ? null : `p${step.visitor}@${typeof step.email === 'number' ? domains[step.email] : step.email}`;
      waiting.push(await send(visitor, itemAt(addresses, step.address), atMs, null));
      if (email !== null) waiting.push(await send(visitor, itemAt(addresses, step.address), atMs + 10_000, email));
      if (step.movesTo !== null) waiting.push(await send(visitor, itemAt(addresses, step.movesTo), atMs + 20_000, null));
      if (step.endsBatch) await drain();
      if (step.endsBatch && step.jobsRun) await runReattributions(service, { accountId });
      continue;
    }
    await drain();
    switch (step.type) {
      case 'add-correction': {
        const effect = step.company === null ? 'not_a_company' : 'company';
        const created = await createCorrection(ctx, accountId, { target: step.block, effect, company: companyIds[step.company ?? -1] });
        oracle.createCorrection(created.id, step.block);
        if (!corrections.some(({ id }) => id === created.id)) corrections.push({ id: created.id, block: step.block });
        break;
      }
      case 'delete-correction': {
        const [correction] = corrections.splice(step.index, 1);
        if (correction === undefined) break;
        await deleteCorrection(ctx, accountId, correction.id);
        oracle.deleteCorrection(correction.id);
        break;
      }
      case 'add-block':
        await sql`delete from company_ip_ranges where block = ${step.block}::inet`.execute(ctx.db);
        await sql`
          insert into company_ip_ranges (block, company_id, source, updated_at)
          select ${step.block}::inet, coalesce(merged_into, id), 'import', now() from companies where id = ${companyIds[step.company]}`.execute(
          ctx.db,
        );
        oracle.listBlock({ block: step.block, company: itemAt(domains, step.company) });
        if (!listed.includes(step.block)) listed.push(step.block);
        break;
      case 'delete-block': {
        const [removed] = listed.splice(step.index, 1);
        if (removed === undefined) break;
        await sql`delete from company_ip_ranges where block = ${removed}::inet`.execute(ctx.db);
        oracle.unlistBlock(removed);
        break;
      }
      case 'merge': {
        const [previous, current] = [itemAt(companyIds, step.company), itemAt(companyIds, step.into)];
        await ctx.db
          .transaction()
          .execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current))
          .catch((error: Error) => assert.match(error.message, /already merged/));
        break;
      }
      case 'recompute':
        await recomputeVerdicts(ctx, accountId, 'test');
        await runReattributions(service, { accountId });
        oracle.recompute();
        break;
      case 'expire-addresses':
        nowMs += 40 * dayMs;
        service.clock.set(new Date(nowMs));
        await deleteExpiredAddresses(ctx);
        oracle.deleteExpiredAddresses();
        break;
    }
  }
  await drain();
  await runReattributions(service, { accountId });
  return compare(accountId, oracle, domains, companyIds);
}

async function compare(accountId: string, oracle: AttributionOracle, domains: string[], companyIds: string[]) {
  const { rows } = await sql<{
    hit: string;
    at: string;
    started_at: Date;
    company_id: string | null;
    is_first: boolean;
    visit_company: string | null;
  }>`
    select hit ->> 'i' as hit, hit ->> 't' as at, v.started_at, number = 1 as is_first, v.company_id as visit_company,
      case when v.events::json -> 'clients' is null then v.company_id
        else (v.events::json -> 'clients' -> coalesce((hit ->> 'o')::int, 0) ->> 'companyId')::bigint end as company_id
    from visits v cross join lateral json_array_elements(v.events::json -> 'hits') with ordinality as hits (hit, number)
    where v.account_id = ${accountId}`.execute(ctx.db);
  for (const { is_first, company_id, visit_company } of rows) if (is_first) assert.equal(company_id, visit_company);
  const starts = new Map(rows.map(({ hit, started_at }) => [hit, started_at.getTime()]));
  const current = await loadCompanyReferences(ctx.db, new Set(companyIds));
  const corrections = await loadCorrections(ctx.db, accountId);
  const currentCompany = async (reference: CompanyReference) => {
    const id = getOrThrow(await resolveCompanies(ctx, accountId, [reference]), reference.key);
    return getOrThrow(await loadCompanyReferences(ctx.db, new Set([id])), id);
  };
  const expected = await oracle.companiesByHit(
    corrections,
    (hit) => getOrThrow(starts, hit),
    (domain) => getOrThrow(current, itemAt(companyIds, domains.indexOf(domain))),
    currentCompany,
  );
  const references = [...expected.values()].filter((reference): reference is CompanyReference => reference !== null);
  const ids = await resolveCompanies(ctx, accountId, references);
  const named = [...expected].map(([hit, reference]) => [hit, reference === null ? null : ids.get(reference.key)] as const);
  return {
    stored: Object.fromEntries(rows.map(({ hit, company_id }) => [hit, company_id]).sort()),
    expected: Object.fromEntries(named.map(([hit, id]) => [hit, id ?? null]).sort()),
  };
}
