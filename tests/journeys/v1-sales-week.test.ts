import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import createClient, { type Middleware } from 'openapi-fetch';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { importFinancials } from '../../server/src/domain/imports/import-financials.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import { importSignals } from '../../server/src/domain/imports/import-signals.ts';
import type { Importer } from '../../server/src/domain/imports/importer.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { addressOfAudi, addressOfSap } from '../kit/create-sample-records.ts';
import { chrome } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';
import type { paths } from '../kit/v1-api.ts';

/**
 * A week of a sales team with the generated client. Each test builds on the previous ones; the last one checks that every operation of
 * `tests/contract/v1-operations.csv` has succeeded at least once.
 */
const service = await startTestService();
const { ctx } = service;
const account = await service.newAccount({ name: 'Acme', timezone: 'Europe/Berlin', credits: 100 });
const client = createClient<paths>({ baseUrl: service.url, headers: { 'x-api-key': account.key } });
const query = { account_id: account.accountId };

const succeeded = new Set<string>();
const remember: Middleware = {
  onResponse({ request, schemaPath, response }) {
    if (response.ok) succeeded.add(`${request.method} ${schemaPath}`);
  },
};
client.use(remember);

type ClientResult<Data> = { data?: Data; error?: unknown; response: Response };
/** Returns the data of a response that must be successful. */
async function dataOf<Data>(request: Promise<ClientResult<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await request;
  assert.ok(response.ok, `${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data as NonNullable<Data>;
}
/** Checks that a request to delete something succeeds. */
async function assertDeleted(request: Promise<ClientResult<unknown>>): Promise<void> {
  assert.equal((await request).response.status, 204);
}

async function importLines<Row>(importer: Importer<Row>, ...rows: Record<string, unknown>[]) {
  const records = async function* () {
    for (const [index, fields] of rows.entries()) yield { line: index + 1, fields };
  };
  const { refused } = await runImport(ctx, importer, records(), { dryRun: false });
  assert.deepEqual(refused, []);
}

let sap = '';
let audi = '';
const created: Record<string, string> = {};

test('Monday: set up the tracker and goals, and receive visitors', async () => {
  service.clock.set('2026-10-12T08:00:00.000Z');
  const [mine] = (await dataOf(client.GET('/v1/accounts', { params: { query } }))).data;
  assert.equal(mine?.attributes.name, 'Acme');
  assert.equal((await dataOf(client.GET('/v1/users/me'))).data.attributes.email, account.email);
  const tracker = await dataOf(client.GET('/v1/web-visits/tracker', { params: { query } }));
  assert.match(JSON.stringify(tracker.data), new RegExp(account.scriptHash));
  const consent = await dataOf(client.GET('/v1/settings/cookie-consent', { params: { query } }));
  assert.equal(consent.data.id, account.accountId);
  await dataOf(
    client.PATCH('/v1/settings/cookie-consent', {
      params: { query },
      body: { data: { type: 'cookie_consent_settings', attributes: { mode: 'always', cookie_lifetime_days: 90 } } },
    }),
  );
  await dataOf(client.GET('/v1/settings/data-processing', { params: { query } }));
  await dataOf(
    client.PATCH('/v1/settings/data-processing', {
      params: { query },
      body: { data: { type: 'data_processing_settings', attributes: { excluded_paths: ['/careers'] } } },
    }),
  );
  const goal = await dataOf(
    client.POST('/v1/web-visits/goals', {
      params: { query },
      body: {
        data: { type: 'goal', attributes: { name: 'Looked at prices', kind: 'page', match: { operator: 'contains', value: '/pricing' } } },
      },
    }),
  );
  created.goal = goal.data.id;
  const page = (ip: string, path: string, at: string, visitor_id = randomUUID()) => ({
    id: randomUUID(),
    kind: 'page_view' as const,
    occurred_at: at,
    ip,
    visitor_id,
    user_agent: chrome,
    url: `https://shop.example${path}`,
  });
  const sapVisitor = randomUUID();
  const events = [
    page(addressOfSap, '/?utm_source=news&utm_medium=email&utm_campaign=autumn', '2026-10-12T07:00:00.000Z', sapVisitor),
    page(addressOfSap, '/pricing', '2026-10-12T07:02:00.000Z', sapVisitor),
    page(addressOfAudi, '/pricing', '2026-10-12T07:30:00.000Z'),
    page(addressOfAudi, '/careers', '2026-10-12T07:40:00.000Z'),
  ];
  const receipt = await dataOf(client.POST('/v1/collect', { params: { query }, body: { events } }));
  assert.equal(receipt.data.attributes.accepted, 4);
  await service.drain();
  const found = await dataOf(client.GET('/v1/web-visits/companies', { params: { query: { ...query, include: ['company'] } } }));
  const byName = new Map(found.data.map(({ relationships: { company } }) => [required(company.attributes).name, company.id]));
  sap = getOrThrow(byName, 'SAP');
  audi = getOrThrow(byName, 'Audi');
  assert.ok(sap && audi);
  const visits = await dataOf(
    client.POST('/v1/web-visits', {
      params: { query: { ...query, include: ['company', 'location'] } },
      body: { start_date: '2026-10-12', end_date: '2026-10-12', filters: { company_id: sap } },
    }),
  );
  assert.deepEqual([visits.meta.pagination.total_count, firstOf(visits.data).attributes.campaign], [1, 'autumn']);
  assert.equal(firstOf((await dataOf(client.GET('/v1/web-visits/goals', { params: { query } }))).data).attributes.reached_count, 2);
  const reached = { params: { path: { goal_id: created.goal }, query } };
  assert.equal((await dataOf(client.GET('/v1/web-visits/goals/{goal_id}', reached))).data.attributes.name, 'Looked at prices');
  const enriched = await dataOf(client.GET('/v1/ip/enrich', { params: { query: { ...query, ip: addressOfSap, include: ['company'] } } }));
  assert.equal(enriched.data.relationships.company?.id, sap);
});

test('Tuesday: a feed of companies that viewed prices, in a folder, with a connected list', async () => {
  service.clock.set('2026-10-13T08:00:00.000Z');
  const feed = await dataOf(
    client.POST('/v1/web-visits/custom-feeds', {
      params: { query },
      body: {
        data: {
          type: 'custom_feed',
          attributes: { name: 'Prices', filters: { all: [{ field: 'goal', operator: 'is', values: [required(created.goal)] }] } },
          relationships: {
            folder: { type: 'custom_feed_folder', attributes: { name: 'Sales' } },
            connected_list: { type: 'list', attributes: { name: 'Looked at prices' } },
          },
        },
      },
    }),
  );
  created.feed = feed.data.id;
  await runQueuedJobs(service);
  const only = firstOf((await dataOf(client.GET('/v1/web-visits/custom-feeds', { params: { query } }))).data);
  assert.equal(only.id, created.feed);
  const folders = await dataOf(client.GET('/v1/web-visits/custom-feed-folders', { params: { query } }));
  assert.equal(firstOf(folders.data).attributes.name, 'Sales');
  const following = required(feed.data.relationships.connected_list).id;
  const followed = await dataOf(client.GET('/v1/lists/{list_id}/items', { params: { path: { list_id: following }, query } }));
  assert.deepEqual(new Set(followed.data.map(({ id }) => id)), new Set([sap, audi]));
  const params = { path: { custom_feed_id: created.feed }, query };
  const changed = await dataOf(
    client.PATCH('/v1/web-visits/custom-feeds/{custom_feed_id}', {
      params,
      body: { data: { type: 'custom_feed', attributes: { sort: '-visits' } } },
    }),
  );
  assert.equal(changed.data.attributes.sort, '-visits');
  await dataOf(client.GET('/v1/web-visits/custom-feeds/{custom_feed_id}', { params }));
  const inFeed = { ...query, 'filter[custom_feed_id]': created.feed };
  assert.equal((await dataOf(client.GET('/v1/web-visits/companies', { params: { query: inFeed } }))).data.length, 2);
  const campaigns = await dataOf(client.GET('/v1/campaigns', { params: { query } }));
  created.campaign = firstOf(campaigns.data).id;
  await dataOf(
    client.PATCH('/v1/campaigns/{id}', {
      params: { path: { id: created.campaign }, query },
      body: { data: { type: 'campaign', attributes: { name: 'Autumn news', budget: { amount: 500, currency: 'EUR' } } } },
    }),
  );
  const campaign = await dataOf(client.GET('/v1/campaigns/{id}', { params: { path: { id: created.campaign }, query } }));
  assert.equal(campaign.data.attributes.name, 'Autumn news');
  const stats = await dataOf(
    client.GET('/v1/campaigns/{id}/stats', {
      params: {
        path: { id: created.campaign },
        query: { ...query, start_period: '2026-10-12', end_period: '2026-10-14', frequency: 'day' },
      },
    }),
  );
  assert.deepEqual(
    stats.data.map(({ attributes }) => attributes.visits),
    [1, 0, 0],
  );
});

test('Wednesday: lists and tags, individually and in batches', async () => {
  service.clock.set('2026-10-14T08:00:00.000Z');
  const list = await dataOf(
    client.POST('/v1/lists', {
      params: { query },
      body: { data: { type: 'list', attributes: { name: 'Call this week', scope: 'company' } } },
    }),
  );
  created.list = list.data.id;
  const lists = [{ type: 'list' as const, id: created.list }];
  await dataOf(client.POST('/v1/companies/{id}/lists', { params: { path: { id: sap }, query }, body: { data: lists } }));
  const ofCompanies = { 'filter[scope]': 'company' as const };
  const shown = await dataOf(client.GET('/v1/lists', { params: { query: { ...query, ...ofCompanies } } }));
  assert.ok(shown.data.some(({ id }) => id === created.list));
  const listParams = { path: { list_id: created.list }, query };
  await dataOf(
    client.PATCH('/v1/lists/{list_id}', { params: listParams, body: { data: { type: 'list', attributes: { name: 'Call on Friday' } } } }),
  );
  assert.equal((await dataOf(client.GET('/v1/lists/{list_id}', { params: listParams }))).data.attributes.item_count, 1);
  const items = [{ type: 'company' as const, id: audi }];
  const adding = await dataOf(
    client.POST('/v1/lists/batch-add-to-list-jobs', {
      params: { query },
      body: { data: { type: 'batch_add_to_list_job', attributes: { list_id: created.list, items } } },
    }),
  );
  await runQueuedJobs(service);
  const added = await dataOf(
    client.GET('/v1/lists/batch-add-to-list-jobs/{job_id}', { params: { path: { job_id: adding.data.id }, query } }),
  );
  assert.equal(added.data.attributes.status, 'completed');
  const memberships = await dataOf(client.POST('/v1/lists/company-memberships', { params: { query }, body: { company_ids: [sap, audi] } }));
  assert.equal(memberships.data.length, 2);
  const removing = await dataOf(
    client.POST('/v1/lists/batch-remove-from-list-jobs', {
      params: { query },
      body: { data: { type: 'batch_remove_from_list_job', attributes: { list_id: created.list, items } } },
    }),
  );
  const tag = await dataOf(
    client.POST('/v1/tags', { params: { query }, body: { data: { type: 'tag', attributes: { name: 'Hot', color: 3 } } } }),
  );
  created.tag = tag.data.id;
  const tagParams = { path: { id: created.tag }, query };
  await dataOf(
    client.POST('/v1/companies/{id}/tags', { params: { path: { id: sap }, query }, body: { data: [{ type: 'tag', id: created.tag }] } }),
  );
  await dataOf(client.PATCH('/v1/tags/{id}', { params: tagParams, body: { data: { type: 'tag', attributes: { name: 'Very hot' } } } }));
  const tagging = await dataOf(
    client.POST('/v1/tags/batch-add-tags-jobs', {
      params: { query },
      body: { data: { type: 'batch_add_tags_job', attributes: { tag_ids: [created.tag], advanced_search: { list_ids: [created.list] } } } },
    }),
  );
  const untagging = await dataOf(
    client.POST('/v1/tags/batch-remove-tags-jobs', {
      params: { query },
      body: { data: { type: 'batch_remove_tags_job', attributes: { tag_ids: [created.tag], items } } },
    }),
  );
  await runQueuedJobs(service);
  const job = (id: string) => ({ params: { path: { job_id: id }, query } });
  for (const done of [
    await dataOf(client.GET('/v1/lists/batch-remove-from-list-jobs/{job_id}', job(removing.data.id))),
    await dataOf(client.GET('/v1/tags/batch-add-tags-jobs/{job_id}', job(tagging.data.id))),
    await dataOf(client.GET('/v1/tags/batch-remove-tags-jobs/{job_id}', job(untagging.data.id))),
  ]) {
    assert.equal(done.data.attributes.status, 'completed');
  }
  assert.equal((await dataOf(client.GET('/v1/tags/{id}', { params: tagParams }))).data.attributes.company_count, 1);
  assert.equal((await dataOf(client.GET('/v1/tags', { params: { query } }))).data.length, 1);
  const fields = { name: 'Contract value', scope: 'company' as const, type: 'number' as const };
  const field = await dataOf(
    client.POST('/v1/custom-fields', { params: { query }, body: { data: { type: 'custom_field', attributes: fields } } }),
  );
  created.field = field.data.id;
  const fieldParams = { path: { id: created.field }, query };
  await dataOf(
    client.PATCH('/v1/custom-fields/{id}', {
      params: fieldParams,
      body: { data: { type: 'custom_field', attributes: { description: 'A year, in euros' } } },
    }),
  );
  assert.equal(
    (await dataOf(client.GET('/v1/custom-fields/{id}', { params: fieldParams }))).data.attributes.description,
    'A year, in euros',
  );
  assert.equal((await dataOf(client.GET('/v1/custom-fields', { params: { query } }))).data.length, 1);
  await dataOf(
    client.PATCH('/v1/companies/{id}', {
      params: { path: { id: sap }, query },
      body: { data: { type: 'company', attributes: { custom_fields: { [created.field]: { value: 12000 } } } } },
    }),
  );
  const include = ['tags' as const, 'lists' as const, 'web_visits' as const, 'icps' as const];
  const company = await dataOf(client.GET('/v1/companies/{id}', { params: { path: { id: sap }, query: { ...query, include } } }));
  assert.deepEqual(company.data.attributes.custom_fields, { [created.field]: { value: 12000 } });
  assert.equal(company.meta.credits.charged, 0, 'visitors are revealed for free');
  assert.equal(required(firstOf(company.data.relationships.tags).attributes).name, 'Very hot');
});

test('Thursday: profiles, matches and enrichment', async () => {
  service.clock.set('2026-10-15T08:00:00.000Z');
  const countries = await dataOf(client.GET('/v1/reference-data/countries', { params: { query } }));
  assert.ok(countries.data.length > 240);
  const places = await dataOf(client.GET('/v1/reference-data/geo-suggestions', { params: { query: { ...query, query: 'Walldorf' } } }));
  assert.ok(places.data.length > 0);
  await dataOf(client.GET('/v1/reference-data/industries', { params: { query: { ...query, classification: 'nace' } } }));
  const icp = await dataOf(
    client.POST('/v1/icps', {
      params: { query },
      body: { data: { type: 'icp', attributes: { name: 'Germans', filters: { location: [{ country_code: 'DE' }] } } } },
    }),
  );
  created.icp = icp.data.id;
  assert.equal(icp.data.attributes.match_count, 2);
  const icpParams = { path: { id: created.icp }, query };
  await dataOf(
    client.PATCH('/v1/icps/{id}', { params: icpParams, body: { data: { type: 'icp', attributes: { description: 'Near us' } } } }),
  );
  assert.equal((await dataOf(client.GET('/v1/icps/{id}', { params: icpParams }))).data.attributes.description, 'Near us');
  assert.equal((await dataOf(client.GET('/v1/icps', { params: { query } }))).data.length, 1);
  const matches = await dataOf(
    client.GET('/v1/icps/company-matches', { params: { query: { ...query, company_ids: `${sap},${audi}`, include: ['company'] } } }),
  );
  assert.deepEqual(
    matches.data.map(({ attributes }) => attributes.score),
    [1, 1],
  );
  const search = await dataOf(
    client.POST('/v1/companies/search', { params: { query }, body: { icp_ids: [created.icp], search_terms: ['SAP'] } }),
  );
  assert.equal(firstOf(search.data).id, sap);
  const matched = firstOf(
    (
      await dataOf(
        client.POST('/v1/companies/match', { params: { query }, body: { companies: [{ company_name: 'SAP SE', url: 'sap.com' }] } }),
      )
    ).data,
  );
  assert.equal(firstOf(matched).relationships.company_summary.id, sap);
  const both = await dataOf(client.GET('/v1/companies', { params: { query: { ...query, ids: `${sap},${audi}` } } }));
  assert.deepEqual(
    both.data.map(({ id }) => id),
    [sap, audi],
  );
  await importLines(importSignals, {
    company_id: sap,
    category: 'business_expansion',
    title: 'A new office',
    published_at: '2026-10-14T00:00:00Z',
  });
  await importLines(importFinancials, { company_id: sap, year: 2025, currency: 'EUR', revenue: 34_000_000_000 });
  await importLines(importIpRanges, { company_id: sap, cidr: '155.56.0.0/16' });
  const signals = await dataOf(client.POST('/v1/companies/signals/search', { params: { query }, body: { company_ids: [sap] } }));
  const categories = new Set(signals.data.map(({ attributes }) => attributes.category));
  assert.deepEqual(categories, new Set(['business_expansion', 'web_intent']));
  const reports = await dataOf(client.GET('/v1/companies/{id}/financials', { params: { path: { id: sap }, query } }));
  assert.equal(firstOf(reports.data).attributes.revenue, 34_000_000_000);
  const ips = await dataOf(client.GET('/v1/companies/ips', { params: { query: { ...query, company_ids: sap } } }));
  assert.ok(JSON.stringify(ips.data).includes('155.56.'));
  const ai = { name: 'City', scope: 'company' as const, type: 'ai_text' as const, prompt: 'In which city is the company?' };
  const aiField = await dataOf(
    client.POST('/v1/custom-fields', { params: { query }, body: { data: { type: 'custom_field', attributes: ai } } }),
  );
  const job = {
    data: { type: 'company_enrichment_job' as const, attributes: { list_id: created.list, custom_field_id: aiField.data.id } },
  };
  const estimate = await dataOf(client.POST('/v1/companies/enrichment-jobs/estimate', { params: { query }, body: job }));
  assert.equal(estimate.data.attributes.eligible, 1);
  const enriching = await dataOf(client.POST('/v1/companies/enrichment-jobs', { params: { query }, body: job }));
  await runQueuedJobs(service);
  const enriched = await dataOf(
    client.GET('/v1/companies/enrichment-jobs/{job_id}', { params: { path: { job_id: enriching.data.id }, query } }),
  );
  assert.deepEqual([enriched.data.attributes.status, enriched.data.attributes.progress.done], ['completed', 1]);
});

test('Friday: contacts and an export', async () => {
  service.clock.set('2026-10-16T08:00:00.000Z');
  const person = { company_id: sap, full_name: 'Ada Lang', title: 'Head of Sales', department: 'sales_department' };
  await importLines(importContacts, { ...person, hierarchy_level: 'director', email: 'ada.lang@sap.com', email_status: 'valid' });
  const persona = await dataOf(
    client.POST('/v1/buyer-personas', {
      params: { query },
      body: { data: { type: 'buyer_persona', attributes: { name: 'Sales', departments: ['sales_department'] } } },
    }),
  );
  created.persona = persona.data.id;
  const personaParams = { path: { id: created.persona }, query };
  await dataOf(
    client.PATCH('/v1/buyer-personas/{id}', {
      params: personaParams,
      body: { data: { type: 'buyer_persona', attributes: { hierarchy_levels: ['director'] } } },
    }),
  );
  await dataOf(client.GET('/v1/buyer-personas/{id}', { params: personaParams }));
  assert.equal((await dataOf(client.GET('/v1/buyer-personas', { params: { query } }))).data.length, 1);
  const found = await dataOf(
    client.POST('/v1/contacts/search', {
      params: { query },
      body: { company_ids: [sap], buyer_persona_ids: [created.persona], filters: { has_email: true } },
    }),
  );
  const contact = firstOf(found.data).id;
  const people = await dataOf(
    client.POST('/v1/lists', {
      params: { query },
      body: { data: { type: 'list', attributes: { name: 'People to call', scope: 'contact' } } },
    }),
  );
  const onList = [{ type: 'list' as const, id: people.data.id }];
  const contactParams = { path: { id: contact }, query };
  await dataOf(client.POST('/v1/contacts/{id}/lists', { params: contactParams, body: { data: onList } }));
  const memberships = await dataOf(client.POST('/v1/lists/contact-memberships', { params: { query }, body: { contact_ids: [contact] } }));
  assert.equal(memberships.data.length, 1);
  const job = { data: { type: 'find_contact_data_job' as const, attributes: { list_id: people.data.id } } };
  const estimate = await dataOf(client.POST('/v1/contacts/find-contact-data-jobs/estimate', { params: { query }, body: job }));
  assert.equal(estimate.data.attributes.eligible, 1);
  const finding = await dataOf(client.POST('/v1/contacts/find-contact-data-jobs', { params: { query }, body: job }));
  await runQueuedJobs(service);
  const done = await dataOf(
    client.GET('/v1/contacts/find-contact-data-jobs/{job_id}', { params: { path: { job_id: finding.data.id }, query } }),
  );
  assert.equal(done.data.attributes.status, 'completed');
  const details = await dataOf(client.GET('/v1/contacts/{id}', { params: contactParams }));
  assert.equal(firstOf(details.data.attributes.emails).value, 'ada.lang@sap.com');
  assert.equal((await dataOf(client.GET('/v1/contacts', { params: { query: { ...query, ids: contact } } }))).data.length, 1);
  await dataOf(
    client.PATCH('/v1/contacts/{id}', {
      params: contactParams,
      body: { data: { type: 'contact', attributes: { do_not_contact: true } } },
    }),
  );
  await assertDeleted(client.DELETE('/v1/contacts/{id}/lists', { params: contactParams, body: { data: onList } }));

  const { numeric_id } = (
    await dataOf(
      client.GET('/v1/web-visits/custom-feeds/{custom_feed_id}', { params: { path: { custom_feed_id: required(created.feed) }, query } }),
    )
  ).data.attributes;
  const headers = { authorization: `Token token=${account.token}` };
  const form = { account_id: account.accountId, custom_feed_id: numeric_id, start_date: '2026-10-12', end_date: '2026-10-16' };
  const requested = await fetch(`${service.url}/export-requests`, { method: 'POST', headers, body: new URLSearchParams(form) });
  const { data } = await readJson<{ data: { id: string } }>(requested);
  await runQueuedJobs(service);
  const response = await fetch(`${service.url}/export-requests/${data.id}`, { headers });
  const { attributes } = (await readJson<{ data: { attributes: { status: string; download_url: string } } }>(response)).data;
  assert.equal(attributes.status, 'processed');
  const file = await (await fetch(attributes.download_url, { headers })).text();
  assert.match(file, /SAP/);
  assert.match(file, /Audi/);
});

test('end of the week: read the usage and delete the records; every operation has succeeded at least once', async () => {
  const usage = await dataOf(client.GET('/v1/usage', { params: { query: { ...query, start_period: '2026-10', end_period: '2026-10' } } }));
  assert.ok(usage.data.length > 0);
  const company = { path: { id: sap }, query };
  await assertDeleted(
    client.DELETE('/v1/companies/{id}/tags', { params: company, body: { data: [{ type: 'tag', id: required(created.tag) }] } }),
  );
  await assertDeleted(
    client.DELETE('/v1/companies/{id}/lists', { params: company, body: { data: [{ type: 'list', id: required(created.list) }] } }),
  );
  await assertDeleted(
    client.DELETE('/v1/web-visits/custom-feeds/{custom_feed_id}', { params: { path: { custom_feed_id: required(created.feed) }, query } }),
  );
  await dataOf(
    client.PATCH('/v1/web-visits/goals/{goal_id}', {
      params: { path: { goal_id: required(created.goal) }, query },
      body: { data: { type: 'goal', attributes: { active: false } } },
    }),
  );
  await assertDeleted(client.DELETE('/v1/web-visits/goals/{goal_id}', { params: { path: { goal_id: required(created.goal) }, query } }));
  await assertDeleted(client.DELETE('/v1/icps/{id}', { params: { path: { id: required(created.icp) }, query } }));
  await assertDeleted(client.DELETE('/v1/buyer-personas/{id}', { params: { path: { id: required(created.persona) }, query } }));
  await assertDeleted(client.DELETE('/v1/tags/{id}', { params: { path: { id: required(created.tag) }, query } }));
  await assertDeleted(client.DELETE('/v1/lists/{list_id}', { params: { path: { list_id: required(created.list) }, query } }));
  await assertDeleted(client.DELETE('/v1/custom-fields/{id}', { params: { path: { id: required(created.field) }, query } }));

  const [, ...rows] = readFileSync(new URL('../contract/v1-operations.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const missing = rows
    .map((row) => row.split(','))
    .filter(([, , method, path]) => !succeeded.has(`${method} ${path}`))
    .map(([, name]) => name);
  assert.deepEqual([rows.length, missing], [90, []]);
});
