import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { db } = service.ctx;
const account = await service.newAccount();
const other = await service.newAccount();
const call = checkedClient(service, account);
const callAsOther = checkedClient(service, other);
const companies = (await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(30).execute()).map(
  ({ id }) => id,
);

const tagBody = (attributes: Record<string, unknown>) => ({ data: { type: 'tag', attributes } });
async function createTag(name: string, as = call): Promise<string> {
  const response = await as('/v1/tags', { body: tagBody({ name }) });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body.data.id;
}
const tags = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'tag', id })) });
const countOf = async (id: string, as = call) => (await as(`/v1/tags/${id}`)).body.data.attributes.company_count;

test('a tag is created, read, changed and deleted', async () => {
  const created = await call('/v1/tags', { body: tagBody({ name: '  Hot ', color: 7 }) });
  const { id } = created.body.data;
  assert.deepEqual(created.body.data, { type: 'tag', id, attributes: { name: 'Hot', color: 7, company_count: 0 } });
  const changed = await call(`/v1/tags/${id}`, { method: 'PATCH', body: tagBody({ color: 2 }) });
  assert.deepEqual(changed.body.data.attributes, { name: 'Hot', color: 2, company_count: 0 });
  assert.deepEqual((await call(`/v1/tags/${id}`)).body.data, changed.body.data);
  assert.equal((await call(`/v1/tags/${id}`, { method: 'DELETE' })).status, 204);
  assert.equal(errorOf(await call(`/v1/tags/${id}`)), '404 entity_not_found');
  assert.equal(errorOf(await call(`/v1/tags/${id}`, { method: 'DELETE' })), '404 entity_not_found');
});

test('names of tags are unique within an account regardless of case, but not across accounts', async () => {
  const id = await createTag('Partner');
  const second = await createTag('Rival');
  assert.equal(errorOf(await call('/v1/tags', { body: tagBody({ name: 'PARTNER' }) })), '409 conflict /data/attributes/name');
  const renamed = await call(`/v1/tags/${second}`, { method: 'PATCH', body: tagBody({ name: 'partner' }) });
  assert.equal(errorOf(renamed), '409 conflict /data/attributes/name');
  assert.equal((await call(`/v1/tags/${id}`, { method: 'PATCH', body: tagBody({ name: 'PARTNER' }) })).status, 200);
  await createTag('Partner', callAsOther);
  const racing = await Promise.all(Array.from({ length: 5 }, () => call('/v1/tags', { body: tagBody({ name: 'Race' }) })));
  assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});

test('an invalid tag is rejected with a pointer', async () => {
  const id = await createTag('Shape');
  const wrong: [Record<string, unknown>, string][] = [
    [tagBody({ name: '' }), '/data/attributes/name'],
    [tagBody({ name: '   ' }), '/data/attributes/name'],
    [tagBody({ name: 'x'.repeat(101) }), '/data/attributes/name'],
    [tagBody({ name: 'Color', color: 10 }), '/data/attributes/color'],
    [tagBody({ name: 'Color', color: 1.5 }), '/data/attributes/color'],
    [tagBody({ name: 'More', size: 3 }), '/data/attributes/size'],
    [{ data: { type: 'list', attributes: { name: 'Kind' } } }, '/data/type'],
    [{ data: { type: 'tag', attributes: { name: 'More' }, id: '4' } }, '/data/id'],
    [{ ...tagBody({ name: 'More' }), meta: {} }, '/meta'],
  ];
  for (const [body, pointer] of wrong) {
    assert.equal(errorOf(await call('/v1/tags', { body })), `400 invalid_parameter ${pointer}`, JSON.stringify(body));
  }
  assert.equal(errorOf(await call(`/v1/tags/${id}`, { method: 'PATCH', body: tagBody({}) })), '400 invalid_parameter /data/attributes');
  for (const unknown of ['99999999', 'x', '0x1']) assert.equal(errorOf(await call(`/v1/tags/${unknown}`)), '404 entity_not_found');
});

test('tags are paginated and sorted by name', async () => {
  const reader = await service.newAccount();
  const as = checkedClient(service, reader);
  for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'echo']) await createTag(name, as);
  const names: string[] = [];
  for (let num = 1; num <= 3; num++) {
    const { body } = await as(`/v1/tags?page[num]=${num}&page[size]=2`);
    assert.deepEqual(body.meta.pagination, { page_num: num, page_size: 2, page_count: 3, total_count: 5 });
    names.push(...body.data.map((tag: { attributes: { name: string } }) => tag.attributes.name));
  }
  assert.deepEqual(names, ['Alpha', 'Bravo', 'charlie', 'delta', 'echo']);
  assert.equal(errorOf(await as('/v1/tags?page[size]=101')), '400 invalid_parameter page[size]');
  assert.equal(errorOf(await as('/v1/tags?page[num]=102&page[size]=100')), '416 offset_exceeded page[num]');
});

test('companies can be tagged and untagged, all or nothing, and the activity records who did it', async () => {
  const [first, second] = [await createTag('One'), await createTag('Two')];
  const path = `/v1/companies/${companies[0]}/tags`;
  const both = await call(path, { body: tags(first, second) });
  assert.deepEqual(both.body.data, [
    { type: 'tag', id: first },
    { type: 'tag', id: second },
  ]);
  assert.equal((await call(path, { body: tags(first) })).body.data.length, 2);
  assert.equal(await countOf(first), 1);
  assert.equal((await call(path, { method: 'DELETE', body: tags(first) })).status, 204);
  assert.equal((await call(path, { method: 'DELETE', body: tags(first) })).status, 204);
  assert.deepEqual([await countOf(first), await countOf(second)], [0, 1]);
  const company = await call(`/v1/companies/${companies[0]}?include=tags`);
  assert.deepEqual(company.body.data.relationships.tags, [{ type: 'tag', id: second, attributes: { name: 'Two', color: 0 } }]);
  const activities = await db
    .selectFrom('activities')
    .select(['kind', 'detail', 'actor_id'])
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(activities.map(({ kind, detail }) => `${kind} ${detail}`).sort(), ['tagged One', 'tagged Two', 'untagged One']);
  assert.ok(activities.every(({ actor_id }) => actor_id === account.userId));
  assert.equal(errorOf(await call(path, { body: tags(first, '99999999') })), '404 entity_not_found /data/1');
  assert.equal(await countOf(first), 0);
  assert.equal(errorOf(await call('/v1/companies/999999999/tags', { body: tags(first) })), '404 entity_not_found');
  assert.equal(errorOf(await call(path, { body: { data: [] } })), '400 invalid_parameter /data');
  assert.equal(errorOf(await call(path, { body: { data: [{ type: 'list', id: first }] } })), '400 invalid_parameter /data/0/type');
});

test('another account can neither see nor change a tag', async () => {
  const mine = await createTag('Shared name');
  const theirs = await createTag('Shared name', callAsOther);
  await call(`/v1/companies/${companies[1]}/tags`, { body: tags(mine) });
  await callAsOther(`/v1/companies/${companies[1]}/tags`, { body: tags(theirs) });
  await callAsOther(`/v1/companies/${companies[2]}/tags`, { body: tags(theirs) });
  assert.deepEqual([await countOf(mine), await countOf(theirs, callAsOther)], [1, 2]);
  for (const options of [{}, { method: 'DELETE' }, { method: 'PATCH', body: tagBody({ name: 'Mine now' }) }]) {
    assert.equal(errorOf(await callAsOther(`/v1/tags/${mine}`, options)), '404 entity_not_found');
  }
  const path = `/v1/companies/${companies[1]}/tags`;
  assert.equal(errorOf(await callAsOther(path, { body: tags(mine) })), '404 entity_not_found /data/0');
  assert.equal(errorOf(await callAsOther(path, { method: 'DELETE', body: tags(mine) })), '404 entity_not_found /data/0');
  assert.equal(await countOf(mine), 1);
  assert.equal((await callAsOther(`/v1/tags/${theirs}`, { method: 'DELETE' })).status, 204);
  assert.equal(await countOf(mine), 1);
});

test('a tag that a feed uses by id or by name cannot be deleted', async () => {
  const id = await createTag('Wanted');
  for (const value of [id, 'Wanted']) {
    const filters = { all: [{ field: 'tag', operator: 'is' as const, values: [value], excluded: false }] };
    const feed = await createFeed(service.ctx, account.accountId, { name: 'Asks for it', filters });
    const refused = await call(`/v1/tags/${id}`, { method: 'DELETE' });
    assert.equal(errorOf(refused), '409 conflict');
    assert.match(firstOf(refused.body.errors).title, /Asks for it/);
    await db.deleteFrom('custom_feeds').where('account_id', '=', account.accountId).where('id', '=', feed.id).execute();
  }
  assert.equal((await call(`/v1/tags/${id}`, { method: 'DELETE' })).status, 204);
});

const jobBody = (verb: 'add' | 'remove', attributes: Record<string, unknown>) => ({ data: { type: `batch_${verb}_tags_job`, attributes } });
const jobsPath = (verb: 'add' | 'remove') => `/v1/tags/batch-${verb}-tags-jobs`;
const company = (id: string) => ({ type: 'company', id });
async function runJob(verb: 'add' | 'remove', attributes: Record<string, unknown>) {
  const created = await call(jobsPath(verb), { body: jobBody(verb, attributes) });
  assert.equal(created.status, 202, JSON.stringify(created.body));
  assert.equal(created.body.data.attributes.status, 'running');
  const { pathname } = new URL(required(created.headers.get('location')));
  await runQueuedJobs(service);
  return (await call(pathname)).body.data.attributes;
}

test('batch jobs add tags to companies and remove them, and report the outcome of each item', async () => {
  const [first, second] = [await createTag('Batch one'), await createTag('Batch two')];
  await call(`/v1/companies/${companies[3]}/tags`, { body: tags(first, second) });
  await call(`/v1/companies/${companies[4]}/tags`, { body: tags(first) });
  const items = [
    company(itemAt(companies, 3)),
    company(itemAt(companies, 4)),
    company(itemAt(companies, 5)),
    company(itemAt(companies, 5)),
    company('999999999'),
  ];
  const added = await runJob('add', { tag_ids: [first, second], items: [...items, { type: 'contact', id: '1' }] });
  const statuses = (attributes: { results: { status: string }[] }) => attributes.results.map(({ status }) => status);
  assert.deepEqual(statuses(added), ['already_present', 'added', 'added', 'already_present', 'not_found', 'scope_mismatch']);
  assert.deepEqual(added.summary, { added: 2, already_present: 2, not_found: 1, scope_mismatch: 1, failed_count: 0 });
  assert.deepEqual([await countOf(first), await countOf(second)], [3, 3]);
  const removed = await runJob('remove', { tag_ids: [second], items: items.slice(0, 2).concat(company(itemAt(companies, 9))) });
  assert.deepEqual(statuses(removed), ['removed', 'removed', 'not_present']);
  assert.deepEqual(removed.summary, { removed: 2, not_present: 1, not_found: 0, scope_mismatch: 0, failed_count: 0 });
  assert.deepEqual([await countOf(first), await countOf(second)], [3, 1]);
});

test('batch jobs with an advanced search count all companies that they found', async () => {
  const [id, chosen] = [await createTag('By search'), await createTag('Chosen')];
  await runJob('add', { tag_ids: [chosen], items: companies.slice(0, 12).map(company) });
  await runJob('add', { tag_ids: [id], items: companies.slice(0, 2).map(company) });
  const added = await runJob('add', { tag_ids: [id], advanced_search: { tag_ids: [chosen] } });
  assert.deepEqual([added.status, added.results], ['completed', undefined]);
  assert.deepEqual(added.summary, { added: 10, already_present: 2, not_found: 0, scope_mismatch: 0, failed_count: 0 });
  const removed = await runJob('remove', { tag_ids: [chosen], advanced_search: { tag_ids: [chosen] } });
  assert.equal(removed.summary.removed, 12);
  assert.deepEqual([await countOf(id), await countOf(chosen)], [12, 0]);
});

test('invalid batch jobs are rejected, and jobs belong to their account', async () => {
  const id = await createTag('Errors');
  const theirs = await createTag('Errors', callAsOther);
  const wrong: [Record<string, unknown>, string][] = [
    [{ tag_ids: [id] }, '400 invalid_parameter /data/attributes'],
    [{ tag_ids: [], items: [company('1')] }, '400 invalid_parameter /data/attributes/tag_ids'],
    [{ tag_ids: [id], items: [company('1')], advanced_search: { search_terms: ['x'] } }, '400 invalid_parameter /data/attributes'],
    [{ tag_ids: [id], advanced_search: { emails: ['a@b.example'] } }, '400 invalid_parameter /data/attributes/advanced_search/emails'],
    [{ tag_ids: [id], advanced_search: { search_terms: [] } }, '400 invalid_parameter /data/attributes/advanced_search'],
    [{ tag_ids: [id], list_id: 'static_1', items: [company('1')] }, '400 invalid_parameter /data/attributes/list_id'],
    [{ tag_ids: [id, theirs], items: [company('1')] }, '404 entity_not_found /data/attributes/tag_ids/1'],
  ];
  for (const verb of ['add', 'remove'] as const) {
    for (const [attributes, expected] of wrong) {
      assert.equal(errorOf(await call(jobsPath(verb), { body: jobBody(verb, attributes) })), expected, JSON.stringify(attributes));
    }
  }
  const created = await call(jobsPath('add'), { body: jobBody('add', { tag_ids: [id], items: [company(firstOf(companies))] }) });
  const jobId = created.body.data.id;
  assert.equal(errorOf(await callAsOther(`${jobsPath('add')}/${jobId}`)), '404 entity_not_found');
  assert.equal(errorOf(await call(`${jobsPath('remove')}/${jobId}`)), '404 entity_not_found');
  assert.equal((await call(`/v1/tags/${id}`, { method: 'DELETE' })).status, 204);
  await runQueuedJobs(service);
  const failed = (await call(`${jobsPath('add')}/${jobId}`)).body.data.attributes;
  assert.deepEqual([failed.status, failed.errors[0].code, failed.summary], ['failed', 'entity_not_found', undefined]);
});

test('texts that the database cannot store are rejected with a pointer, in bodies and in queries', async () => {
  for (const name of ['a\u0000b', 'a\ud800b']) {
    assert.equal(errorOf(await call('/v1/tags', { body: tagBody({ name }) })), '400 invalid_parameter /data/attributes/name');
  }
  const body = { data: { type: 'company', attributes: { custom_fields: { 'a\u0000': { value: 1 } } } } };
  const refused = await call(`/v1/companies/${companies[0]}`, { method: 'PATCH', body });
  assert.equal(errorOf(refused), '400 invalid_parameter /data/attributes/custom_fields');
  assert.equal(errorOf(await call('/v1/lists?filter[scope]=company%00')), '400 invalid_parameter filter[scope]');
  assert.equal((await call('/v1/tags', { body: tagBody({ name: 'Größe 🎯' }) })).status, 201);
});
