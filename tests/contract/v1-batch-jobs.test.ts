import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runBatchJob } from '../../server/src/domain/batch-jobs/run-batch-job.ts';
import type { ListKind, ListScope } from '../../server/src/domain/lists/list.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { startValidatingProxy } from '../kit/validating-proxy.ts';

const service = await startTestService();
/** Every response is validated against the OpenAPI document. */
const proxy = await startValidatingProxy(service.url);
const { db } = service.ctx;
const account = await service.newAccount();
const call = v1Client(proxy, account);
const jobs = '/v1/lists/batch-remove-from-list-jobs';
const query = `account_id=${account.accountId}`;
const companies = (await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(20).execute()).map(
  ({ id }) => id,
);

let lastListId = 500;
async function newList(
  items: string[],
  { kind = 'static', scope = 'company' }: { kind?: ListKind; scope?: ListScope } = {},
): Promise<string> {
  const id = String(++lastListId);
  const own = { account_id: account.accountId };
  await db
    .insertInto('lists')
    .values({ ...own, id, kind, scope, name: `List ${id}`, item_count: items.length, created_at: new Date() })
    .execute();
  if (items.length > 0) {
    await db
      .insertInto('list_items')
      .values(items.map((item_id) => ({ ...own, list_id: id, item_id, added_at: new Date() })))
      .execute();
  }
  return `${kind}_${id}`;
}
const bodyOf = (attributes: Record<string, unknown>) => ({ data: { type: 'batch_remove_from_list_job', attributes } });
const create = (attributes: Record<string, unknown>) => call(`${jobs}?${query}`, { body: bodyOf(attributes) });
const company = (id: string) => ({ type: 'company', id });
const getJob = async (id: string) => (await call(`${jobs}/${id}?${query}`)).body.data.attributes;

test('a job is accepted as running, found at its Location, then completed with results and summary', async () => {
  const listId = await newList(companies.slice(0, 4));
  const items = [
    company(firstOf(companies)),
    company(itemAt(companies, 9)),
    company('999999999'),
    { type: 'contact', id: '5' },
    company(firstOf(companies)),
  ];
  const created = await create({ list_id: listId, items });
  assert.equal(created.status, 202);
  const { id, type, attributes } = created.body.data;
  assert.match(id, /^job_[0-9a-f-]{36}$/);
  assert.equal(type, 'batch_remove_from_list_job');
  assert.deepEqual(Object.keys(attributes).sort(), ['configuration', 'created_at', 'status']);
  assert.equal(attributes.status, 'running');
  assert.deepEqual(attributes.configuration, { list_id: listId, items });
  const found = await fetch(required(created.headers.get('location')), { headers: { 'x-api-key': account.key } });
  assert.equal((await readJson<{ data: { id: string } }>(found)).data.id, id);
  await runQueuedJobs(service);
  const done = await getJob(id);
  assert.equal(done.status, 'completed');
  assert.ok(done.completed_at >= done.created_at);
  assert.deepEqual(
    done.results.map((result: { status: string }) => result.status),
    ['removed', 'not_present', 'not_found', 'scope_mismatch', 'not_present'],
  );
  assert.deepEqual(done.summary, { removed: 1, not_found: 1, not_present: 2, scope_mismatch: 1, failed_count: 0, list_size_after: 3 });
  assert.equal(done.errors, undefined);
});

test('a job of an advanced search has a summary and no results', async () => {
  const listId = await newList(companies.slice(0, 5));
  // No other name contains this one.
  const name = 'Quixotic Zebra Works';
  await db.updateTable('companies').set({ name }).where('id', '=', itemAt(companies, 2)).execute();
  const created = await create({ list_id: listId, advanced_search: { search_terms: [name] } });
  await runQueuedJobs(service);
  const done = await getJob(created.body.data.id);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.equal(done.results, undefined);
  assert.deepEqual([done.summary.removed, done.summary.list_size_after], [1, 4]);
});

test('a job whose list was deleted fails with entity_not_found', async () => {
  const listId = await newList(companies.slice(0, 2));
  const created = await create({ list_id: listId, items: [company(firstOf(companies))] });
  await db.deleteFrom('lists').where('account_id', '=', account.accountId).where('id', '=', listId.slice(7)).execute();
  await runQueuedJobs(service);
  const done = await getJob(created.body.data.id);
  assert.equal(done.status, 'failed');
  assert.equal(done.errors[0].code, 'entity_not_found');
  assert.deepEqual([done.results, done.summary], [undefined, undefined]);
});

test('a job that runs repeatedly and concurrently takes effect once', async () => {
  const listId = await newList(companies.slice(0, 3));
  const created = await create({ list_id: listId, items: [company(firstOf(companies))] });
  const id = created.body.data.id.slice(4);
  await Promise.all(Array.from({ length: 5 }, () => runBatchJob(service.ctx, account.accountId, id)));
  const own = { account_id: account.accountId, list_id: listId.slice(7), item_id: firstOf(companies), added_at: new Date() };
  await db.insertInto('list_items').values(own).execute();
  await runQueuedJobs(service);
  await runBatchJob(service.ctx, account.accountId, id);
  const left = await db
    .selectFrom('list_items')
    .select('item_id')
    .where('account_id', '=', account.accountId)
    .where('list_id', '=', listId.slice(7))
    .execute();
  assert.equal(left.length, 3);
  assert.equal((await getJob(created.body.data.id)).summary.removed, 1);
});

test('an interrupted job stays running and is completed later', async () => {
  const listId = await newList(companies.slice(0, 3));
  const created = await create({ list_id: listId, items: [company(firstOf(companies))] });
  const id = created.body.data.id.slice(4);
  const broken = {
    ...service.ctx,
    clock: {
      now: () => {
        throw new Error('killed');
      },
    },
  };
  await assert.rejects(runBatchJob(broken, account.accountId, id), /killed/);
  assert.equal((await getJob(created.body.data.id)).status, 'running');
  await runQueuedJobs(service);
  assert.equal((await getJob(created.body.data.id)).summary.list_size_after, 2);
});

test('an item that cannot be changed is reported as failed and does not affect the others', async () => {
  const listId = await newList(companies.slice(0, 3));
  const [first, second, third] = companies.slice(0, 3).map(company);
  const created = await create({ list_id: listId, items: [first, second, third, second] });
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''simulated failure''; end'`.execute(db);
  await sql`
    create trigger fail before delete on list_items for each row when (old.item_id = ${sql.lit(itemAt(companies, 1))})
    execute function fail()`.execute(db);
  await runQueuedJobs(service);
  const done = await getJob(created.body.data.id);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.deepEqual(
    done.results.map(({ status }: { status: string }) => status),
    ['removed', 'failed', 'removed', 'failed'],
  );
  const { removed, failed_count, list_size_after } = done.summary;
  assert.deepEqual({ removed, failed_count, list_size_after }, { removed: 2, failed_count: 2, list_size_after: 1 });

  const onlyFailing = (await create({ list_id: listId, items: [second] })).body.data.id;
  await assert.rejects(runBatchJob(service.ctx, account.accountId, onlyFailing.slice(4)), /simulated failure/);
  await sql`drop function fail() cascade`.execute(db);
  await runQueuedJobs(service);
  assert.deepEqual((await getJob(onlyFailing)).summary.removed, 1, 'a job without success is retried');
});

test('read-only lists get 403 access_denied, unknown lists 404, and invalid input 400', async () => {
  for (const kind of ['revealed', 'crm', 'feed'] as const) {
    assert.deepEqual(
      statusAndCode(await create({ list_id: await newList([], { kind }), items: [company('1')] })),
      [403, 'access_denied'],
      kind,
    );
  }
  assert.deepEqual(statusAndCode(await create({ list_id: 'static_999999', items: [company('1')] })), [404, 'entity_not_found']);
  const listId = await newList([]);
  const wrongKind = listId.replace('static', 'crm');
  assert.deepEqual(statusAndCode(await create({ list_id: wrongKind, items: [company('1')] })), [404, 'entity_not_found']);
  const wrong: Record<string, unknown>[] = [
    { list_id: listId },
    { list_id: listId, items: [] },
    { list_id: listId, items: [company('1')], advanced_search: { search_terms: ['x'] } },
    { list_id: listId, advanced_search: {} },
    { list_id: listId, advanced_search: { color: 'red' } },
    { list_id: listId, items: [{ type: 'tag', id: '1' }] },
    { list_id: listId, items: [{ type: 'company', id: 'x' }] },
    { list_id: listId, items: Array.from({ length: 1001 }, () => company('1')) },
    { items: [company('1')] },
    { list_id: 5, items: [company('1')] },
    { list_id: listId, items: [company('1')], more: 1 },
  ];
  for (const attributes of wrong) {
    assert.deepEqual(statusAndCode(await create(attributes)), [400, 'invalid_parameter'], JSON.stringify(attributes).slice(0, 80));
  }
});

test('a missing job, a job of another account and an invalid id get 404', async () => {
  const other = await service.newAccount();
  const listId = await newList([firstOf(companies)]);
  const created = await create({ list_id: listId, items: [company(firstOf(companies))] });
  const foreign = await v1Client(service, other)(`${jobs}/${created.body.data.id}?account_id=${other.accountId}`);
  assert.deepEqual(statusAndCode(foreign), [404, 'entity_not_found']);
  for (const id of ['job_00000000-0000-4000-8000-000000000000', 'job_x', 'x']) {
    assert.deepEqual(statusAndCode(await call(`${jobs}/${id}?${query}`)), [404, 'entity_not_found']);
  }
});
