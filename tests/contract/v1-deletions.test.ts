import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, statusAndCode } from '../kit/checked-client.ts';
import { createSampleRecords, type SampleRecords } from '../kit/create-sample-records.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService();
const { db } = service.ctx;

async function openAccount(word: string) {
  const account = await service.newAccount({ credits: 1000 });
  const created = await createSampleRecords(service, account, word);
  const call = checkedClient(service, account);
  const remove = (path: string) => call(path, { method: 'DELETE' });
  const patch = (path: string, type: string, data: object) => call(path, { method: 'PATCH', body: { data: { type, ...data } } });
  return { account, created, call, remove, patch };
}

/** Kinds of records that can be deleted, each with its path and, if feeds can refer to it, the filters that do. */
const kinds: Record<string, { path(created: SampleRecords): string; filters?(created: SampleRecords): object[] }> = {
  tag: {
    path: ({ tag }) => `/v1/tags/${tag}`,
    filters: ({ tag }) => [{ field: 'tag', values: [tag] }],
  },
  list: {
    path: ({ list }) => `/v1/lists/${list}`,
    filters: ({ list }) => [{ field: 'list', values: [list] }],
  },
  icp: {
    path: ({ icp }) => `/v1/icps/${icp}`,
    filters: ({ icp }) => [{ field: 'icp', values: [icp] }],
  },
  goal: {
    path: ({ goal }) => `/v1/web-visits/goals/${goal}`,
    filters: ({ goal }) => [{ field: 'goal', values: [goal] }],
  },
  'text field': {
    path: ({ textField }) => `/v1/custom-fields/${textField}`,
    filters: ({ textField }) => [{ field: `custom_fields.${textField}`, operator: 'contains', values: ['x'] }],
  },
  'AI field': { path: ({ aiField }) => `/v1/custom-fields/${aiField}` },
  'field of contacts': { path: ({ contactField }) => `/v1/custom-fields/${contactField}` },
  persona: { path: ({ persona }) => `/v1/buyer-personas/${persona}` },
  'list of contacts': { path: ({ contactList }) => `/v1/lists/${contactList}` },
  feed: { path: ({ feed }) => `/v1/web-visits/custom-feeds/${feed}` },
};

/** Lists the columns with references to records that no longer exist. */
async function danglingReferences({ accountId }: TestAccount): Promise<string[]> {
  const references: [table: string, column: string, target: string][] = [
    ['lead_tags', 'tag_id', 'tags'],
    ['list_items', 'list_id', 'lists'],
    ['lists', 'feed_id', 'custom_feeds'],
    ['custom_feeds', 'folder_id', 'feed_folders'],
    ['campaigns', 'list_id', 'lists'],
    ['campaigns', 'custom_feed_id', 'custom_feeds'],
    ['icp_matches', 'icp_id', 'icps'],
    ['custom_field_values', 'field_id', 'custom_fields'],
    ['alert_known_leads', 'feed_id', 'custom_feeds'],
    ['alert_deliveries', 'feed_id', 'custom_feeds'],
  ];
  const columns: string[] = [];
  for (const [table, column, target] of references) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} r where r.account_id = ${accountId} and r.${sql.ref(column)} is not null and not exists (
        select 1 from ${sql.table(target)} t where t.account_id = ${accountId} and t.id = r.${sql.ref(column)})`.execute(db);
    if (rows.length > 0) columns.push(`${table}.${column}`);
  }
  const { rows } = await sql`
    select 1 from visits v cross join lateral jsonb_array_elements(v.goals) as hit (goal) where v.account_id = ${accountId} and not exists (
      select 1 from goals g where g.account_id = ${accountId} and g.id::text = hit.goal ->> 'goalId')`.execute(db);
  if (rows.length > 0) columns.push('visits.goals');
  return columns;
}

for (const [kind, { path, filters }] of Object.entries(kinds)) {
  test(`a record of the kind "${kind}" is deleted with its dependents${filters ? ', but not while a feed uses it' : ''}`, async () => {
    const { account, created, call, remove, patch } = await openAccount('alpha');
    const campaign = await patch(`/v1/campaigns/${created.campaign}`, 'campaign', {
      relationships: { list: { type: 'list', id: created.list }, custom_feed: { type: 'custom_feed', id: created.feed } },
    });
    assert.equal(campaign.status, 200, JSON.stringify(campaign.body));
    if (filters) {
      const [filter] = filters(created);
      const attributes = { name: 'Dependent', filters: { all: [filter] } };
      const feed = await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes } } });
      assert.equal(feed.status, 201, JSON.stringify(feed.body));
      const refused = await remove(path(created));
      assert.deepEqual(statusAndCode(refused), [409, 'conflict']);
      assert.match(firstOf(refused.body.errors).title, /"Dependent"/);
      assert.equal((await remove(`/v1/web-visits/custom-feeds/${feed.body.data.id}`)).status, 204);
    }
    // Some clients send the content type without a body.
    const removed = await call(path(created), { method: 'DELETE', headers: { 'content-type': 'application/json' } });
    assert.equal(removed.status, 204);
    assert.deepEqual(statusAndCode(await remove(path(created))), [404, 'entity_not_found']);
    await runQueuedJobs(service);
    assert.deepEqual(await danglingReferences(account), []);
    // Other records stay readable with all includes, and past jobs still report what they did.
    const includes = 'tags,lists,icps,web_visits';
    assert.equal((await call(`/v1/companies/${created.company}?include=${includes}`)).status, 200);
    assert.equal((await call(`/v1/contacts/${created.contact}?include=lists,buyer_personas`)).status, 200);
    assert.equal((await call(`/v1/campaigns/${created.campaign}?include=list,custom_feed`)).status, 200);
    assert.equal((await call('/v1/web-visits/custom-feeds?include=folder,connected_list,owner')).status, 200);
    assert.equal((await call(`/v1/lists/batch-add-to-list-jobs/${created.addToListJob}`)).status, 200);
    assert.equal((await call(`/v1/tags/batch-add-tags-jobs/${created.addTagsJob}`)).status, 200);
    assert.equal((await call(`/v1/companies/enrichment-jobs/${created.enrichmentJob}`)).status, 200);
  });
}

test('deleting a feed deletes its list, its empty folder and its campaign references, unless another feed uses the list', async () => {
  const { created, call, remove, patch } = await openAccount('beta');
  const campaignPath = `/v1/campaigns/${created.campaign}?include=list,custom_feed`;
  const relationships = { list: { type: 'list', id: created.feedList }, custom_feed: { type: 'custom_feed', id: created.feed } };
  assert.equal((await patch(`/v1/campaigns/${created.campaign}`, 'campaign', { relationships })).status, 200);
  const all = [{ field: 'list', values: [created.feedList] }];
  const body = { data: { type: 'custom_feed', attributes: { name: 'Dependent', filters: { all } } } };
  const feed = await call('/v1/web-visits/custom-feeds', { body });
  assert.deepEqual(statusAndCode(await remove(`/v1/web-visits/custom-feeds/${created.feed}`)), [409, 'conflict']);
  assert.equal((await call(campaignPath)).body.data.relationships.custom_feed.id, created.feed, 'a refused deletion changes nothing');
  assert.equal((await remove(`/v1/web-visits/custom-feeds/${feed.body.data.id}`)).status, 204);
  assert.equal((await remove(`/v1/web-visits/custom-feeds/${created.feed}`)).status, 204);
  assert.deepEqual(statusAndCode(await call(`/v1/lists/${created.feedList}`)), [404, 'entity_not_found']);
  assert.deepEqual((await call('/v1/web-visits/custom-feed-folders')).body.data, []);
  const { list, custom_feed } = (await call(campaignPath)).body.data.relationships;
  assert.deepEqual([list, custom_feed], [null, null]);
});

test('jobs that need a deleted record fail with an error', async () => {
  const { created, call, remove } = await openAccount('gamma');
  const body = (type: string, attributes: object) => ({ body: { data: { type, attributes } } });
  const adding = await call(
    '/v1/lists/batch-add-to-list-jobs',
    body('batch_add_to_list_job', { list_id: created.list, items: [{ type: 'company', id: created.company }] }),
  );
  const tagging = await call(
    '/v1/tags/batch-add-tags-jobs',
    body('batch_add_tags_job', { tag_ids: [created.tag], advanced_search: { icp_ids: [created.icp] } }),
  );
  const enriching = await call(
    '/v1/companies/enrichment-jobs',
    body('company_enrichment_job', { company_ids: [created.company], custom_field_id: created.aiField }),
  );
  for (const kind of ['list', 'tag', 'icp', 'AI field'])
    assert.equal((await remove(required(kinds[kind]).path(created))).status, 204, kind);
  await runQueuedJobs(service);
  for (const path of [
    `/v1/lists/batch-add-to-list-jobs/${adding.body.data.id}`,
    `/v1/tags/batch-add-tags-jobs/${tagging.body.data.id}`,
    `/v1/companies/enrichment-jobs/${enriching.body.data.id}`,
  ]) {
    const { attributes } = (await call(path)).body.data;
    assert.equal(attributes.status, 'failed', path);
    assert.equal(attributes.errors.length, 1, path);
  }
});
