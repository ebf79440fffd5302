import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { recoverableBatchJobs } from '../../server/src/domain/batch-jobs/recoverable-batch-jobs.ts';
import { runBatchJob } from '../../server/src/domain/batch-jobs/run-batch-job.ts';
import { listFilterFields } from '../../server/src/domain/feeds/list-filter-fields.ts';
import { createFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import type { ListKind, ListScope } from '../../server/src/domain/lists/list.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { whileLocked } from '../kit/while-locked.ts';

const service = await startTestService();
const { db } = service.ctx;
const account = await service.newAccount();
const other = await service.newAccount();
const call = checkedClient(service, account);
const callAsOther = checkedClient(service, other);
const companies = (await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(60).execute()).map(
  ({ id }) => id,
);
const contacts = await Promise.all(
  ['Ada', 'Bo', 'Cy'].map(async (name, index) => {
    const id = firstOf(await service.ctx.ids.records(db, 1));
    const email = `${name.toLowerCase()}@people.example`;
    const row = { id, company_id: itemAt(companies, index), email, full_name: `${name} Example`, updated_at: new Date() };
    await db
      .insertInto('contacts')
      .values({ ...row, emails: JSON.stringify([{ value: email, status: 'valid' }]) })
      .execute();
    return id;
  }),
);

type Caller = typeof call;
const listBody = (attributes: Record<string, unknown>) => ({ data: { type: 'list', attributes } });
let listCount = 0;
async function createList(scope = 'company', as: Caller = call, name = `List ${++listCount}`): Promise<string> {
  const response = await as('/v1/lists', { body: listBody({ name, scope }) });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body.data.id;
}
/** Creates a list of a kind that users cannot create. */
async function createReadOnlyList(kind: ListKind, scope: ListScope = 'company'): Promise<string> {
  const id = firstOf(await service.ctx.ids.records(db, 1));
  const row = { account_id: account.accountId, id, kind, scope, name: `Kept ${kind}`, created_at: new Date() };
  await db.insertInto('lists').values(row).execute();
  return `${kind}_${id}`;
}
const lists = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'list', id })) });
const company = (id: string) => ({ type: 'company', id });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

async function itemIdsOf(listId: string, as: Caller = call, size = 7): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await as(`/v1/lists/${listId}/items?page[size]=${size}${cursor && `&page[cursor]=${cursor}`}`);
    assert.ok(body.data.length <= size);
    ids.push(...idsOf(body.data));
    cursor = required(body.meta.pagination).next_cursor;
  }
  return ids;
}

test('contacts added to a list or removed from it are not recorded as changed companies', async () => {
  const tenant = await service.newAccount();
  const as = checkedClient(service, tenant);
  const filters = { all: [{ field: 'followed' as const, operator: 'is' as const, values: [true], excluded: false }] };
  const alertSettings = { webhook: 'https://hooks.example/x' };
  await createFeed(service.ctx, tenant.accountId, { name: 'Followed', filters, alertSettings, ownerId: tenant.userId });
  const changedCompanyIds = async () => {
    const rows = await db.selectFrom('feed_changes').select('company_ids').where('account_id', '=', tenant.accountId).execute();
    return rows.flatMap(({ company_ids }) => company_ids);
  };
  const change = async (method: string, scope: 'company' | 'contact', id: string, listId: string) => {
    const path = `/v1/${scope === 'company' ? 'companies' : 'contacts'}/${id}/lists`;
    const response = await as(path, { method, body: lists(listId) });
    assert.ok(response.status < 300, JSON.stringify(response.body));
  };
  const contactList = await createList('contact', as);
  for (const method of ['POST', 'DELETE']) await change(method, 'contact', firstOf(contacts), contactList);
  assert.deepEqual(await changedCompanyIds(), []);
  await change('POST', 'company', firstOf(companies), await createList('company', as));
  assert.deepEqual(await changedCompanyIds(), [firstOf(companies)]);
});

test('a list is created, read, renamed and deleted', async () => {
  const created = await call('/v1/lists', { body: listBody({ name: ' Call this week ', scope: 'company' }) });
  const { id, attributes } = created.body.data;
  assert.match(id, /^static_\d+$/);
  const { created_at, ...rest } = attributes;
  assert.deepEqual(rest, { name: 'Call this week', scope: 'company', kind: 'static', read_only: false, item_count: 0 });
  await call(`/v1/companies/${companies[0]}/lists`, { body: lists(id) });
  assert.equal((await call(`/v1/lists/${id}`)).body.data.attributes.item_count, 1);
  const renamed = await call(`/v1/lists/${id}`, { method: 'PATCH', body: listBody({ name: 'Call next week' }) });
  assert.deepEqual(renamed.body.data.attributes, { ...attributes, name: 'Call next week', item_count: 1 });
  assert.equal((await call(`/v1/lists/${id}`, { method: 'DELETE' })).status, 204);
  assert.equal(errorOf(await call(`/v1/lists/${id}`)), '404 entity_not_found');
  const left = await db.selectFrom('list_items').selectAll().where('account_id', '=', account.accountId).execute();
  assert.deepEqual(left, []);
});

test('lists are filtered by scope and kind, sorted by name and paginated', async () => {
  const reader = await service.newAccount();
  const as = checkedClient(service, reader);
  for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'echo']) await createList('company', as, name);
  await createList('contact', as, 'alpha');
  assert.equal(errorOf(await as('/v1/lists')), '400 invalid_parameter filter[scope]');
  assert.equal(errorOf(await as('/v1/lists?filter[scope]=tag')), '400 invalid_parameter filter[scope]');
  const names: string[] = [];
  for (let num = 1; num <= 3; num++) {
    const { body } = await as(`/v1/lists?filter[scope]=company&page[num]=${num}&page[size]=2`);
    assert.equal(required(body.meta.pagination).total_count, 5);
    names.push(...body.data.map((list: { attributes: { name: string } }) => list.attributes.name));
  }
  assert.deepEqual(names, ['Alpha', 'Bravo', 'charlie', 'delta', 'echo']);
  assert.equal((await as('/v1/lists?filter[scope]=contact')).body.data.length, 1);
  assert.equal(required((await as('/v1/lists?filter%5Bscope%5D=company&filter%5Bkind%5D=crm')).body.meta.pagination).total_count, 0);
});

test('names of lists are unique among the static lists of a scope', async () => {
  await createList('company', call, 'Unique');
  await createList('contact', call, 'Unique');
  await createList('company', callAsOther, 'Unique');
  const again = await call('/v1/lists', { body: listBody({ name: 'UNIQUE', scope: 'company' }) });
  assert.equal(errorOf(again), '409 conflict /data/attributes/name');
  const second = await createList();
  const renamed = await call(`/v1/lists/${second}`, { method: 'PATCH', body: listBody({ name: 'unique' }) });
  assert.equal(errorOf(renamed), '409 conflict /data/attributes/name');
});

test('an invalid list is rejected with a JSON Pointer to the error', async () => {
  const wrong: [Record<string, unknown>, string][] = [
    [listBody({ scope: 'company' }), '/data/attributes/name'],
    [listBody({ name: ' ', scope: 'company' }), '/data/attributes/name'],
    [listBody({ name: 'x' }), '/data/attributes/scope'],
    [listBody({ name: 'x', scope: 'tag' }), '/data/attributes/scope'],
    [listBody({ name: 'x', scope: 'company', kind: 'crm' }), '/data/attributes/kind'],
    [{ data: { type: 'tag', attributes: { name: 'x', scope: 'company' } } }, '/data/type'],
  ];
  for (const [body, pointer] of wrong) {
    assert.equal(errorOf(await call('/v1/lists', { body })), `400 invalid_parameter ${pointer}`, JSON.stringify(body));
  }
  const id = await createList();
  assert.equal(
    errorOf(await call(`/v1/lists/${id}`, { method: 'PATCH', body: listBody({ scope: 'contact', name: 'x' }) })),
    '400 invalid_parameter /data/attributes/scope',
  );
  for (const unknown of ['static_99999999', 'static_x', 'x', id.replace('static', 'crm'), 'toString_1']) {
    assert.equal(errorOf(await call(`/v1/lists/${unknown}`)), '404 entity_not_found', unknown);
  }
});

test('lists managed by the service can be read, but every change is rejected with 403 access_denied', async () => {
  for (const kind of ['revealed', 'crm', 'feed'] as const) {
    const id = await createReadOnlyList(kind);
    const { attributes } = (await call(`/v1/lists/${id}`)).body.data;
    assert.deepEqual([attributes.kind, attributes.read_only], [kind, true]);
    const changes: [string, { method?: string; body?: unknown }][] = [
      [`/v1/lists/${id}`, { method: 'PATCH', body: listBody({ name: 'Mine' }) }],
      [`/v1/lists/${id}`, { method: 'DELETE' }],
      [`/v1/companies/${companies[0]}/lists`, { body: lists(id) }],
      [`/v1/companies/${companies[0]}/lists`, { method: 'DELETE', body: lists(id) }],
      ['/v1/lists/batch-add-to-list-jobs', { body: jobBody({ list_id: id, items: [company('1')] }) }],
    ];
    for (const [path, options] of changes) assert.equal(errorOf(await call(path, options)), '403 access_denied', `${path} ${kind}`);
    assert.deepEqual(await itemIdsOf(id), []);
  }
});

test('cursor pagination of list items is stable while items are added', async () => {
  const id = await createList();
  await runJob({ list_id: id, items: companies.slice(10, 40).map(company) });
  assert.deepEqual(await itemIdsOf(id), companies.slice(10, 40));
  const first = await call(`/v1/lists/${id}/items?page[size]=10`);
  assert.equal(required(first.body.meta.pagination).total_count, 30);
  assert.deepEqual(first.body.data[0], company(itemAt(companies, 10)));
  await call(`/v1/companies/${companies[5]}/lists`, { body: lists(id) });
  const second = await call(`/v1/lists/${id}/items?page[size]=10&page[cursor]=${required(first.body.meta.pagination).next_cursor}`);
  assert.deepEqual(idsOf(second.body.data), companies.slice(20, 30));
  const elsewhere = await createList();
  const foreign = `/v1/lists/${elsewhere}/items?page[cursor]=${required(first.body.meta.pagination).next_cursor}`;
  for (const path of [foreign, `/v1/lists/${id}/items?page[cursor]=rubbish`, `/v1/lists/${id}/items?page[cursor]=WyIxIl0`]) {
    assert.equal(errorOf(await call(path)), '400 invalid_parameter page[cursor]', path);
  }
});

test('companies and contacts can be added to lists and removed, all or nothing', async () => {
  const [one, two, people] = [await createList(), await createList(), await createList('contact')];
  const path = `/v1/companies/${companies[1]}/lists`;
  assert.deepEqual(idsOf((await call(path, { body: lists(one, two) })).body.data), [one, two]);
  assert.equal((await call(path, { body: lists(one) })).body.data.length, 2);
  assert.equal((await call(path, { method: 'DELETE', body: lists(one) })).status, 204);
  assert.deepEqual([await itemIdsOf(one), await itemIdsOf(two)], [[], [companies[1]]]);
  assert.equal(errorOf(await call(path, { body: lists(one, people) })), '400 invalid_parameter /data/1/id');
  assert.equal(errorOf(await call(path, { body: lists(one, 'static_99999999') })), '404 entity_not_found /data/1');
  assert.deepEqual(await itemIdsOf(one), []);
  assert.equal(errorOf(await call('/v1/companies/999999999/lists', { body: lists(one) })), '404 entity_not_found');
  assert.equal(errorOf(await call(path, { body: { data: [{ type: 'tag', id: one }] } })), '400 invalid_parameter /data/0/type');
  const person = `/v1/contacts/${contacts[0]}/lists`;
  assert.deepEqual(idsOf((await call(person, { body: lists(people) })).body.data), [people]);
  assert.deepEqual((await call(`/v1/lists/${people}/items`)).body.data, [{ type: 'contact', id: contacts[0] }]);
  assert.equal(errorOf(await call(person, { body: lists(one) })), '400 invalid_parameter /data/0/id');
  assert.equal((await call(person, { method: 'DELETE', body: lists(people) })).status, 204);
  assert.deepEqual(await itemIdsOf(people), []);
  assert.equal(errorOf(await call('/v1/contacts/999999999/lists', { body: lists(people) })), '404 entity_not_found');
});

test('list memberships are returned in the requested order; for the id of a merged company, they are those of the current one', async () => {
  const [mine, people] = [await createList(), await createList('contact')];
  await call(`/v1/companies/${companies[2]}/lists`, { body: lists(mine) });
  await call(`/v1/contacts/${contacts[1]}/lists`, { body: lists(people) });
  const previous = firstOf(await service.ctx.ids.records(db, 1));
  const merged = { id: previous, name: 'Merged', origin: 'import', merged_into: itemAt(companies, 2), updated_at: new Date() };
  await db.insertInto('companies').values(merged).execute();
  const request = { body: { company_ids: [itemAt(companies, 50), previous, '999999999', itemAt(companies, 2)] } };
  const { data } = (await call('/v1/lists/company-memberships', request)).body;
  assert.deepEqual(
    data.map((row: { id: string; relationships: { company: { id: string } | null; lists: { id: string }[] } }) => [
      row.id,
      row.relationships.company?.id ?? null,
      idsOf(row.relationships.lists).includes(mine),
    ]),
    [
      [companies[50], companies[50], false],
      [previous, companies[2], true],
      ['999999999', null, false],
      [companies[2], companies[2], true],
    ],
  );
  assert.deepEqual(Object.keys(data[1].relationships.lists[0]).sort(), ['id', 'type']);
  const included = (await call('/v1/lists/company-memberships?include=lists', request)).body.data;
  assert.equal(included[3].relationships.lists.find(({ id }: { id: string }) => id === mine).attributes.item_count, 1);
  const ofPeople = (await call('/v1/lists/contact-memberships', { body: { contact_ids: contacts } })).body.data;
  assert.deepEqual(
    ofPeople.map((row: { relationships: { lists: { id: string }[] } }) => idsOf(row.relationships.lists)),
    [[], [people], []],
  );
  assert.deepEqual(
    (await callAsOther('/v1/lists/company-memberships', request)).body.data.flatMap(
      (row: { relationships: { lists: object[] } }) => row.relationships.lists,
    ),
    [],
  );
  const thousand = Array.from({ length: 1000 }, (_, index) => String(index + 1));
  assert.equal((await call('/v1/lists/company-memberships', { body: { company_ids: thousand } })).body.data.length, 1000);
  for (const company_ids of [[], [...thousand, '1001'], ['x']]) {
    const refused = await call('/v1/lists/company-memberships', { body: { company_ids } });
    assert.match(errorOf(refused), /^400 invalid_parameter \/company_ids/);
  }
});

const jobBody = (attributes: Record<string, unknown>) => ({ data: { type: 'batch_add_to_list_job', attributes } });
const jobs = '/v1/lists/batch-add-to-list-jobs';
async function runJob(attributes: Record<string, unknown>) {
  const created = await call(jobs, { body: jobBody(attributes) });
  assert.equal(created.status, 202, JSON.stringify(created.body));
  await runQueuedJobs(service);
  return (await call(new URL(required(created.headers.get('location'))).pathname)).body.data.attributes;
}

test('a batch job adds items and reports the outcome of each', async () => {
  const id = await createList();
  await call(`/v1/companies/${companies[0]}/lists`, { body: lists(id) });
  const items = [
    company(firstOf(companies)),
    company(itemAt(companies, 1)),
    company(itemAt(companies, 1)),
    company('999999999'),
    { type: 'contact', id: '1' },
  ];
  const done = await runJob({ list_id: id, items });
  assert.deepEqual(
    done.results.map(({ status }: { status: string }) => status),
    ['already_present', 'added', 'already_present', 'not_found', 'scope_mismatch'],
  );
  assert.deepEqual(done.summary, {
    added: 1,
    already_present: 2,
    not_found: 1,
    scope_mismatch: 1,
    failed_count: 0,
    list_size_after: 2,
  });
});

test('a batch job adds the companies or contacts found by a search', async () => {
  const [source, target, people] = [await createList(), await createList(), await createList('contact')];
  await runJob({ list_id: source, items: companies.slice(0, 25).map(company) });
  const done = await runJob({ list_id: target, advanced_search: { list_ids: [source] } });
  assert.deepEqual([done.results, done.summary.added, done.summary.list_size_after], [undefined, 25, 25]);
  assert.deepEqual(await itemIdsOf(target), companies.slice(0, 25));
  const found = await runJob({ list_id: people, advanced_search: { emails: ['ada@people.example', 'CY@people.example'] } });
  assert.equal(found.summary.added, 2);
  const wrong: [Record<string, unknown>, string][] = [
    [{ list_id: target, advanced_search: { emails: ['x@y.example'] } }, '/emails'],
    [{ list_id: people, advanced_search: { tag_ids: ['1'] } }, '/tag_ids'],
    [{ list_id: people, advanced_search: { filters: { has_ip_addresses: true } } }, '/filters/has_ip_addresses'],
    [{ list_id: target, advanced_search: { filters: {} } }, ''],
    [{ list_id: target, advanced_search: { locations: [{}] } }, ''],
  ];
  for (const [attributes, pointer] of wrong) {
    const expected = `400 invalid_parameter /data/attributes/advanced_search${pointer}`;
    assert.equal(errorOf(await call(jobs, { body: jobBody(attributes) })), expected, JSON.stringify(attributes));
  }
});

test('a batch job is resumed if its worker was killed, but not while it is still running', async () => {
  const id = await createList();
  const created = await call(jobs, { body: jobBody({ list_id: id, items: [company(firstOf(companies))] }) });
  const jobId = created.body.data.id.slice('job_'.length);
  // As if a worker had taken the job from the queue and died.
  await service.connection.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where locked_at is null`,
  );
  await runQueuedJobs(service);
  assert.equal((await call(`${jobs}/job_${jobId}`)).body.data.attributes.status, 'running');
  assert.equal(await recoverInterruptedWork(service.ctx, [recoverableBatchJobs]), 0);
  const later = { ...service.ctx, clock: { now: () => new Date(Date.now() + 61_000) } };
  const holder = await service.connection.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from batch_jobs where account_id = $1 and id = $2 for update', [account.accountId, jobId]);
    await recoverInterruptedWork(later, [recoverableBatchJobs]);
    await runQueuedJobs(service);
    await runBatchJob(service.ctx, account.accountId, jobId);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  const attempts = await db
    .selectFrom('batch_jobs')
    .select('attempts')
    .where('account_id', '=', account.accountId)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  assert.equal(attempts.attempts, 0);
  await recoverInterruptedWork(later, [recoverableBatchJobs]);
  await runQueuedJobs(service);
  const done = (await call(`${jobs}/job_${jobId}`)).body.data.attributes;
  assert.deepEqual([done.status, done.summary.added], ['completed', 1]);
});

test('a batch job whose worker was killed in every attempt fails instead of being started again', async () => {
  const id = await createList();
  const created = await call(jobs, { body: jobBody({ list_id: id, items: [company(firstOf(companies))] }) });
  const jobId = created.body.data.id.slice('job_'.length);
  await db.updateTable('batch_jobs').set({ attempts: 5 }).where('id', '=', jobId).execute();
  await runBatchJob(service.ctx, account.accountId, jobId);
  const done = (await call(`${jobs}/job_${jobId}`)).body.data.attributes;
  assert.deepEqual([done.status, done.errors?.[0]?.code], ['failed', 'internal_server_error']);
});

test('records revealed for credits are on the list of revealed records', async () => {
  const spender = await service.newAccount({ credits: 10 });
  const as = checkedClient(service, spender);
  for (const id of [itemAt(companies, 7), itemAt(companies, 8), itemAt(companies, 7)])
    assert.equal((await as(`/v1/companies/${id}`)).status, 200);
  const found = (await as('/v1/lists?filter[scope]=company&filter[kind]=revealed')).body.data;
  assert.equal(found.length, 1);
  assert.match(found[0].id, /^revealed_\d+$/);
  assert.deepEqual([found[0].attributes.read_only, found[0].attributes.item_count], [true, 2]);
  assert.deepEqual(await itemIdsOf(found[0].id, as), [companies[7], companies[8]].sort());
  assert.deepEqual(idsOf((await as(`/v1/companies/${companies[7]}`)).body.data.relationships.lists), [found[0].id]);
});

test('a list used by a feed cannot be deleted', async () => {
  const id = await createList();
  const filters = { all: [{ field: 'list', operator: 'is' as const, values: [id], excluded: false }] };
  await createFeed(service.ctx, account.accountId, { name: 'From the list', filters });
  assert.equal(errorOf(await call(`/v1/lists/${id}`, { method: 'DELETE' })), '409 conflict');
  const padded = id.replace('_', '_00');
  assert.equal((await call(`/v1/lists/${padded}`)).body.data.id, id);
  assert.equal(errorOf(await call(`/v1/lists/${padded}`, { method: 'DELETE' })), '409 conflict');
});

test('another account can neither see nor change a list', async () => {
  const mine = await createList();
  await call(`/v1/companies/${companies[0]}/lists`, { body: lists(mine) });
  const requests: [string, { method?: string; body?: unknown }][] = [
    [`/v1/lists/${mine}`, {}],
    [`/v1/lists/${mine}/items`, {}],
    [`/v1/lists/${mine}`, { method: 'DELETE' }],
    [`/v1/lists/${mine}`, { method: 'PATCH', body: listBody({ name: 'Theirs' }) }],
    [`/v1/companies/${companies[0]}/lists`, { body: lists(mine) }],
    [`/v1/companies/${companies[0]}/lists`, { method: 'DELETE', body: lists(mine) }],
    [jobs, { body: jobBody({ list_id: mine, items: [company(itemAt(companies, 1))] }) }],
  ];
  for (const [path, options] of requests) assert.match(errorOf(await callAsOther(path, options)), /^404 entity_not_found/, path);
  assert.deepEqual(await itemIdsOf(mine), [companies[0]]);
  const theirs = await createList('company', callAsOther);
  const search = { list_id: theirs, advanced_search: { list_ids: [mine] } };
  const created = await callAsOther(jobs, { body: jobBody(search) });
  await runQueuedJobs(service);
  assert.equal((await callAsOther(`${jobs}/${created.body.data.id}`)).body.data.attributes.summary.added, 0);
  assert.equal(errorOf(await call(`${jobs}/${created.body.data.id}`)), '404 entity_not_found');
});

test('a feed condition can use any list of an account that has as many lists as allowed', async () => {
  const { accountId } = await service.newAccount();
  await sql`
    insert into lists (account_id, id, kind, scope, name, created_at)
    select ${accountId}, n, case when n = 0 then 'revealed' else 'static' end, 'company', 'List ' || n, now()
    from generate_series(0, 1000) as n`.execute(db);
  const field = required((await listFilterFields(service.ctx, accountId)).find(({ name }) => name === 'list'));
  assert.equal(field.options?.length, 1001);
});

test('adding a record to a list that is deleted at the same moment fails with 404', async () => {
  const [kept, deleted] = [await createList(), await createList()];
  const number = deleted.replace('static_', '');
  const [response] = await whileLocked(db, sql`delete from lists where account_id = ${account.accountId} and id = ${number}`, [
    () => call(`/v1/companies/${companies[0]}/lists`, { body: lists(kept, deleted) }),
  ]);
  assert.equal(errorOf(required(response)), '404 entity_not_found /data/1');
  assert.deepEqual(await itemIdsOf(kept), [], 'all or none');
});
