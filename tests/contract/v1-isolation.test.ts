import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { findOrCreateCompany } from '../../server/src/domain/companies/find-or-create-company.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import type { Operation } from '../../server/src/v1/operation.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { arbitraryOf } from '../kit/arbitrary-of-schema.ts';
import { createSampleRecords } from '../kit/create-sample-records.ts';
import { testDatabase } from '../kit/database.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { type ApiResponse, v1Client } from '../kit/v1.ts';

/**
 * Two accounts have one record of every kind, each marked with a word of its account. Wherever a request contains ids of the other
 * account, its response does not contain the other word, and no row of the other account changes.
 */
// The service runs without row-level security, which has its own tests: the queries alone must isolate accounts.
const { requestDatabases: _, ...connection } = await testDatabase();
const service = await startTestService({ connection });
const { db } = service.ctx;
const alpha = await service.newAccount({ credits: 100_000 });
const beta = await service.newAccount({ credits: 100_000 });
await createSampleRecords(service, alpha, 'alpha');
const hidden = await createSampleRecords(service, beta, 'betasecret');
const word = /betasecret/i;
/** Companies and contacts are shared; a field id is a slug, which two accounts may both have. */
const { company, contact, textField, numberField, aiField, contactField } = hidden;
const shared = new Set([company, contact, textField, numberField, aiField, contactField]);
/** Visible only to the other account, unlike companies of the directory. */
const ownCompany = await findOrCreateCompany(service.ctx, beta.accountId, 'betasecret-werke.com', 'Betasecret Werke');
const hiddenIds = [...Object.values(hidden).flat(), ownCompany];
const call = v1Client(service, alpha);
const draftCount = 6;

type Draft = { params: Record<string, string>; query: Record<string, unknown>; body: unknown };

/** Generates requests with an id of the other account in every place that takes an id. */
function draftsOf({ params, query, body, documentedBody, include }: Operation): Draft[] {
  const schema = documentedBody ?? body;
  const nothing = fc.constant({});
  const drafted = fc.record({
    params: params ? arbitraryOf(params, hiddenIds) : nothing,
    query: fc
      .tuple(query ? arbitraryOf(query, hiddenIds) : nothing, fc.constant(include ? { include: include.join(',') } : {}))
      .map((parts) => Object.assign({}, ...parts)),
    body: schema ? arbitraryOf(schema, hiddenIds) : fc.constant(undefined),
  });
  return fc.sample(drafted, { seed: 20_261_115, numRuns: draftCount }) as Draft[];
}

function send(operation: Operation, { params, query, body }: Draft): Promise<ApiResponse> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(required(params[name])));
  const pairs = new URLSearchParams({
    ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    account_id: alpha.accountId,
  });
  return call(`${path}?${pairs}`, { method: operation.method, body });
}

/** Returns the body of a response; in an error response, without the ids that the request contained. */
function bodyWithoutEcho(response: ApiResponse, draft: Draft): string {
  let text = JSON.stringify(response.body);
  const sent = JSON.stringify(draft);
  for (const id of hiddenIds) if (sent.includes(id) && response.status >= 400) text = text.replaceAll(id, '');
  return text;
}

/** All rows of an account by table, without request counters. */
async function rowsOf({ accountId }: TestAccount): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'usage_counts' order by 1`.execute(db);
  const textByTable: Record<string, string> = {};
  for (const { name } of rows) {
    const content = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n' order by t::text) as text from ${sql.table(name)} t where account_id = ${accountId}`.execute(db);
    textByTable[name] = firstOf(content.rows).text ?? '';
  }
  return textByTable;
}

const before = await rowsOf(beta);
const deletesLast = [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

for (const operation of deletesLast) {
  test(`${operation.id}: ids of another account give no access`, async () => {
    for (const draft of draftsOf(operation)) {
      // A custom field that a previous draft created may have an id of the other account.
      const own = await db.selectFrom('custom_fields').select('id').where('account_id', '=', alpha.accountId).execute();
      const response = await send(operation, draft);
      const text = bodyWithoutEcho(response, draft);
      assert.doesNotMatch(text, word, `${JSON.stringify(draft)} ${response.status}`);
      assert.ok(response.status < 500, text);
      // A path with an id of the other account is rejected.
      const foreignIds = Object.values(draft.params).filter(
        (id) => hiddenIds.includes(id) && !shared.has(id) && !own.some((field) => field.id === id),
      );
      if (foreignIds.length > 0) assert.ok(response.status >= 400, `${operation.id} ${foreignIds} ${response.status}`);
    }
  });
}

test('requests with ids of another account do not change its rows, not even in background jobs', async () => {
  assert.ok(Object.values(before).filter((text) => text !== '').length > 20, 'the other account has rows in many tables');
  await service.drain();
  await runQueuedJobs(service);
  assert.deepEqual(await rowsOf(beta), before);
});

test('every include of every read operation shows only data of the account', async () => {
  for (const operation of operations.filter(({ method, params }) => method === 'GET' && !params)) {
    const query: Record<string, string> = { ...operation.example?.query };
    if (operation.include) query.include = operation.include.join(',');
    for (const ids of ['ids', 'company_ids']) if (ids in query) query[ids] = company;
    const response = await send(operation, { params: {}, query, body: undefined });
    assert.doesNotMatch(JSON.stringify(response.body), word, operation.id);
  }
  for (const [path, id] of [
    ['/v1/companies/{id}', company],
    ['/v1/contacts/{id}', contact],
  ] as const) {
    const operation = required(operations.find((candidate) => candidate.path === path && candidate.method === 'GET'));
    const response = await send(operation, { params: { id }, query: { include: required(operation.include).join(',') }, body: undefined });
    assert.equal(response.status, 200);
    assert.doesNotMatch(JSON.stringify(response.body), word);
  }
});
