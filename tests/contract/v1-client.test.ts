import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import createClient from 'openapi-fetch';
import { required } from '../../server/src/lib/required.ts';
import { chrome } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import type { paths } from '../kit/v1-api.ts';
import { startValidatingProxy, validatedFetch } from '../kit/validating-proxy.ts';

// The client has types generated from the OpenAPI document: the compiler checks the requests, the tests check the responses.
const service = await startTestService();
const account = await service.newAccount({ name: 'Acme', credits: 5 });
const proxy = await startValidatingProxy(service.url);
const client = createClient<paths>({ baseUrl: proxy.url, headers: { 'x-api-key': account.key }, fetch: validatedFetch });
const query = { account_id: account.accountId };
const company = await service.ctx.db.selectFrom('companies').select(['id', 'name']).where('name', '=', 'SAP').executeTakeFirstOrThrow();

test('the generated client reads accounts and the current user', async () => {
  const all = await client.GET('/v1/accounts');
  assert.equal(all.data?.data[0]?.attributes.name, 'Acme');
  const me = await client.GET('/v1/users/me');
  assert.equal(me.data?.data.attributes.email, account.email);
  assert.equal(me.data?.data.attributes.team_role, 'owner');
});

test('the generated client reveals a company for a credit and manages its custom fields', async () => {
  const params = { path: { id: company.id }, query: { ...query, include: ['tags' as const, 'lists' as const] } };
  const first = await client.GET('/v1/companies/{id}', { params });
  assert.equal(first.data?.data.attributes.name, 'SAP');
  assert.equal(first.data?.meta.credits.charged, 1);
  assert.deepEqual(first.data?.data.relationships.tags, []);
  const customField = await client.POST('/v1/custom-fields', {
    params: { query, header: { 'Idempotency-Key': randomUUID() } },
    body: { data: { type: 'custom_field', attributes: { name: 'Contract value', scope: 'company', type: 'number' } } },
  });
  const id = required(customField.data).data.id;
  const changed = await client.PATCH('/v1/companies/{id}', {
    params: { path: { id: company.id }, query },
    body: { data: { type: 'company', attributes: { custom_fields: { [id]: { value: 7 } } } } },
  });
  assert.deepEqual(changed.data?.data.attributes.custom_fields, { [id]: { value: 7 } });
  const listed = await client.GET('/v1/custom-fields', { params: { query: { ...query, 'filter[scope]': 'company', 'page[size]': 5 } } });
  assert.equal(listed.data?.meta.pagination.total_count, 1);
  const field = await client.GET('/v1/custom-fields/{id}', { params: { path: { id }, query } });
  assert.equal(field.data?.data.attributes.type, 'number');
  const renamed = await client.PATCH('/v1/custom-fields/{id}', {
    params: { path: { id }, query },
    body: { data: { type: 'custom_field', attributes: { name: 'Value' } } },
  });
  assert.equal(renamed.data?.data.attributes.name, 'Value');
  assert.equal((await client.DELETE('/v1/custom-fields/{id}', { params: { path: { id }, query } })).response.status, 204);
});

test('the generated client sends an event and reads the visitor company', async () => {
  const receipt = await client.POST('/v1/collect', {
    params: { query },
    body: {
      events: [
        {
          id: randomUUID(),
          kind: 'page_view',
          occurred_at: new Date().toISOString(),
          ip: '155.56.1.10',
          user_agent: chrome,
          url: 'https://shop.example/',
        },
      ],
    },
  });
  assert.deepEqual(receipt.data?.data.attributes, { accepted: 1, rejected: [] });
  await service.drain();
  const found = await client.GET('/v1/web-visits/companies', { params: { query: { ...query, include: ['company'] } } });
  assert.equal(found.data?.data[0]?.relationships.company.attributes?.name, 'SAP');
});

test('the generated client creates a batch job, reads its summary, and gets a documented error', async () => {
  const own = { account_id: account.accountId };
  const list = { ...own, id: '4711', kind: 'static', scope: 'company', name: 'Targets', item_count: 1, created_at: new Date() } as const;
  await service.ctx.db.insertInto('lists').values(list).execute();
  await service.ctx.db
    .insertInto('list_items')
    .values({ ...own, list_id: '4711', item_id: company.id, added_at: new Date() })
    .execute();
  const items = [{ type: 'company' as const, id: company.id }];
  const attributes = { list_id: 'static_4711', items };
  const created = await client.POST('/v1/lists/batch-remove-from-list-jobs', {
    params: { query },
    body: { data: { type: 'batch_remove_from_list_job', attributes } },
  });
  assert.equal(created.response.status, 202);
  await runQueuedJobs(service);
  const params = { path: { job_id: required(created.data).data.id }, query };
  const done = await client.GET('/v1/lists/batch-remove-from-list-jobs/{job_id}', { params });
  assert.equal(done.data?.data.attributes.status, 'completed');
  assert.equal(done.data?.data.attributes.summary?.removed, 1);
  const missing = await client.GET('/v1/lists/batch-remove-from-list-jobs/{job_id}', { params: { path: { job_id: 'job_x' }, query } });
  assert.equal(missing.error?.errors[0]?.code, 'entity_not_found');
});
