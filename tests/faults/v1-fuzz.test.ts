import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { feedFields, operatorsOf } from '../../server/src/domain/feeds/feed-fields.ts';
import { parseFilters } from '../../server/src/domain/feeds/parse-filters.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { renderOpenapi } from '../../server/src/v1/openapi/render-openapi.ts';
import type { Operation } from '../../server/src/v1/operation.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { arbitraryOf } from '../kit/arbitrary-of-schema.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { type Corruption, corruptBody, corruptions, hostileTexts } from '../kit/corrupt-body.ts';
import { createSampleRecords } from '../kit/create-sample-records.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

/**
 * Sends bodies and queries generated from the schema of each operation, valid and corrupted. `FUZZ_RUNS=1000` sends more of them,
 * `FUZZ_SEED=7` others. A failure reports the seed that reproduces it.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 8);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115);
const deadlineMs = 20_000;

const service = await startTestService();
const account = await service.newAccount({ credits: 1_000_000 });
const foreign = await service.newAccount();
const ownRecords = await createSampleRecords(service, account, 'own');
const foreignRecords = await createSampleRecords(service, foreign, 'foreign');
const call = checkedClient(service, account);
const ids = [...Object.values(ownRecords), ...Object.values(foreignRecords)].flat();
const knownTexts = [...ids, ...feedFields.map(({ name }) => name), `custom_fields.${ownRecords.textField}`, '143.164.1.10', 'DE', 'Berlin'];

type Described = { responses: Record<string, unknown> };
const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(renderOpenapi());
const Errors = Compile(
  Type.Object({
    errors: Type.Array(Type.Object({ code: Type.String({ minLength: 1 }), title: Type.String({ minLength: 1, maxLength: 1000 }) }), {
      minItems: 1,
    }),
    meta: Type.Object({ request_id: Type.String() }),
  }),
);

type Draft = { params: unknown; query: Record<string, unknown>; body: unknown; damage: Corruption | null; hostile: string[] };

function draftsOf({ params, query, body, documentedBody, include, paging }: Operation): fc.Arbitrary<Draft> {
  const nothing = fc.constant({});
  const paged = fc.record(
    {
      'page[size]': fc.constantFrom('1', '100', '101', '0', '-1', 'x'),
      'page[num]': fc.constantFrom('1', '2', '100', '99999999999999', '1e3', ''),
      'page[cursor]': fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('eyJ4IjoxfQ', 'W10', 'bnVsbA', 'x'.repeat(2000), 'WyJcdTAwMDAiXQ'),
      ),
    },
    { requiredKeys: [] },
  );
  const included = include ? fc.record({ include: fc.subarray([...include]).map((some) => some.join(',')) }) : nothing;
  const schema = documentedBody ?? body;
  return fc.record({
    params: params ? arbitraryOf(params, knownTexts) : nothing,
    query: fc
      .tuple(query ? arbitraryOf(query, knownTexts) : nothing, paging ? paged : nothing, included)
      .map((parts) => Object.assign({}, ...parts)),
    body: schema ? arbitraryOf(schema, knownTexts) : fc.constant(undefined),
    damage: fc.option(corruptions),
    hostile: fc.array(fc.constantFrom(...hostileTexts, ...ids), { maxLength: 2 }),
  });
}

/** Replaces lone surrogates, which cannot be encoded. The length limit may cut an escape sequence, as a careless client would. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}

function urlOf(operation: Operation, { params, query, hostile }: Draft): string {
  const corrupted = [...hostile];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = (corrupted.length > 1 ? required(corrupted.pop()) : required((params as Record<string, string>)[name])).slice(0, 90);
    return encode(text) || 'x';
  });
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  const names = [...Object.keys((operation.query as { properties?: object } | undefined)?.properties ?? {}), 'include', 'nobody'];
  for (const [index, text] of corrupted.entries())
    pairs.push(`${encode(itemAt(names, (text.length + index) % names.length))}=${encode(text)}`);
  return `${service.url}${path}?${[...pairs, `account_id=${account.accountId}`].join('&')}`;
}

const compiled = new Map(operations.map((operation) => [operation.id, operation.data ? Compile(operation.data) : null]));

async function send(operation: Operation, draft: Draft): Promise<void> {
  const body = draft.body === undefined ? undefined : draft.damage ? corruptBody(draft.body, draft.damage) : JSON.stringify(draft.body);
  const response = await fetch(urlOf(operation, draft), {
    method: operation.method,
    headers: { 'x-api-key': account.key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
    signal: AbortSignal.timeout(deadlineMs),
  });
  const text = await response.text();
  const message = `${operation.id} responded with ${response.status} ${text.slice(0, 600)}\n${response.url.slice(0, 600)}\n${body?.slice(0, 2000)}`;
  const declared = required(document.paths[operation.path]?.[operation.method.toLowerCase()]).responses;
  assert.ok(response.status < 500, message);
  assert.ok(response.status in declared, `${message}\nIt declares ${Object.keys(declared)} only.`);
  if (response.status >= 400) return assert.ok(Errors.Check(JSON.parse(text)), message);
  if (response.status === 204) return assert.equal(text, '');
  const data = required(compiled.get(operation.id));
  const { data: received } = JSON.parse(text);
  assert.ok(data.Check(received), `${message}\n${JSON.stringify(data.Errors(received).slice(0, 3))}`);
}

test('every filter field and operator, with boundary values, yields a readable feed', async () => {
  const path = `/v1/web-visits/custom-feeds/${ownRecords.feed}`;
  const edges = [...hostileTexts, ...ids, 0, -1, 1e308, 5e-324, 2 ** 63, 'Europe', true, false];
  let feedCount = 0;
  for (const field of feedFields) {
    for (const operator of operatorsOf(field)) {
      const isText = field.type === 'text' || field.type === 'choice';
      const values = (field.choices ?? edges).filter(
        (value) => isAllowed(field.name, operator, [value]) && (!isText || typeof value === 'string'),
      );
      const chosen = operator === 'exists' ? [] : operator === 'between' ? values.slice(0, 2) : values.slice(0, 100);
      const filters = { all: [{ field: field.name, operator, values: chosen }] };
      const changed = await call(path, { method: 'PATCH', body: { data: { type: 'custom_feed', attributes: { filters } } } });
      assert.equal(changed.status, 200, JSON.stringify([filters, changed.body]).slice(0, 2000));
      const read = await call(`/v1/web-visits/companies?filter[custom_feed_id]=${ownRecords.feed}`);
      assert.equal(read.status, 200, JSON.stringify([filters, read.body]).slice(0, 2000));
      feedCount++;
    }
  }
  assert.ok(feedCount > 200);
});

function isAllowed(field: string, operator: string, values: unknown[]): boolean {
  try {
    parseFilters({ all: [{ field, operator, values: operator === 'between' ? [values[0], values[0]] : values }] }, new Map());
    return values.every((value) => typeof value !== 'string' || value.isWellFormed());
  } catch {
    return false;
  }
}

/** Deletions come last, so that other operations find records. */
const deletesLast = [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

for (const operation of deletesLast) {
  test(`${operation.id}: any input gets a declared response`, async () => {
    const property = fc.asyncProperty(draftsOf(operation), (draft) => send(operation, draft));
    const { failed, errorInstance, counterexamplePath } = await fc.check(property, { numRuns: runs, seed, endOnFailure: true });
    if (failed) assert.fail(`FUZZ_SEED=${seed}, at ${counterexamplePath}: ${errorInstance instanceof Error ? errorInstance.message : ''}`);
  });
}

test('with the data stored by these requests, background jobs and list operations succeed', async () => {
  await service.drain();
  await runQueuedJobs(service);
  const { rows } = await service.connection.pool.query(
    'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
  );
  assert.deepEqual(rows, [], `seed ${seed}`);
  for (const operation of operations.filter(({ method, params }) => method === 'GET' && !params)) {
    await send(operation, { params: {}, query: operation.example?.query ?? {}, body: undefined, damage: null, hostile: [] });
  }
});
