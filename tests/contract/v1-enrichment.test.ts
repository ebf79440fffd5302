import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { enqueueAutomationRuns } from '../../server/src/domain/automations/run-automation.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import type { FieldProvider } from '../../server/src/domain/enrichment/field-provider.ts';
import { recordJobName } from '../../server/src/domain/record-jobs/create-record-job.ts';
import { recoverableRecordJobs } from '../../server/src/domain/record-jobs/recoverable-record-jobs.ts';
import { runRecordJob } from '../../server/src/domain/record-jobs/run-record-job.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { openAiFields } from '../../server/src/providers/ai/open-ai-fields.ts';
import { addCompany } from '../kit/add-company.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient, pointerOf, statusAndCode } from '../kit/checked-client.ts';
import { addressOfAudi } from '../kit/create-sample-records.ts';
import { chrome } from '../kit/events.ts';
import { runMerges, runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;
const { db } = ctx;
service.clock.set('2026-10-15T12:00:00.000Z');

async function openAccount(options: Parameters<typeof service.newAccount>[0] = {}) {
  const account = await service.newAccount(options);
  const call = checkedClient(service, account);
  const createField = async (name: string, type: string, prompt: string | null = null, scope = 'company') => {
    const attributes = { name, scope, type, ...(prompt !== null && { prompt }) };
    return (await call('/v1/custom-fields', { body: { data: { type: 'custom_field', attributes } } })).body.data.id;
  };
  const create = (attributes: object) => call('/v1/companies/enrichment-jobs', { body: jobBody(attributes) });
  const getJob = async (id: string) => (await call(`/v1/companies/enrichment-jobs/${id}`)).body.data.attributes;
  const creditsUsed = async () => (await call('/v1/accounts')).body.data[0].attributes.credits.used;
  return { account, call, createField, create, getJob, creditsUsed };
}

const jobBody = (attributes: object) => ({ data: { type: 'company_enrichment_job', attributes } });

const newCompany = (name: string, more?: Parameters<typeof addCompany>[2]) => addCompany(service, name, more);

const known = await newCompany('Known GmbH', {
  employee_count: 321,
  country_code: 'DE',
  city: 'Ulm',
  industry_codes: ['food_manufacturing'],
});
const unknown = await newCompany('Unknown GmbH');

test('the built-in provider answers from known facts; questions it cannot answer cost nothing', async () => {
  const { account, call, createField, create, getJob, creditsUsed } = await openAccount({ credits: 5 });
  const employees = await createField('Headcount', 'ai_number', 'How many employees does the company have?');
  const target = { company_ids: [known, unknown, '999999999', `0${known}`, '0999999999', known], custom_field_id: employees };
  const estimate = await call('/v1/companies/enrichment-jobs/estimate', { body: jobBody(target) });
  assert.deepEqual(estimate.body.data.attributes, { eligible: 2, already_covered: 0, estimated_credits: 2 });
  const created = await create(target);
  assert.deepEqual([created.status, created.body.data.attributes.status, created.body.meta.credits?.charged], [202, 'running', 0]);
  assert.ok(created.headers.get('location')?.endsWith(`${created.body.data.id}?account_id=${account.accountId}`));
  await runQueuedJobs(service);
  const { id } = created.body.data;
  const done = await getJob(id);
  assert.deepEqual(
    [done.status, done.progress, done.credits, done.results],
    [
      'completed',
      { total: 3, done: 3 },
      { estimated: 2, charged: 1 },
      [
        { type: 'company', id: known, status: 'enriched', value: 321 },
        { type: 'company', id: unknown, status: 'no_answer' },
        { type: 'company', id: '999999999', status: 'not_found' },
      ],
    ],
  );
  assert.equal(await creditsUsed(), 1);
  const record = await call(`/v1/companies/${known}`);
  assert.deepEqual([record.body.data.attributes.custom_fields, record.body.meta.credits?.charged], [{ [employees]: { value: 321 } }, 0]);
  const again = await create(target);
  await runQueuedJobs(service);
  assert.deepEqual((await getJob(again.body.data.id)).credits, { estimated: 1, charged: 0 });
  const usage = await db
    .selectFrom('usage_counts')
    .select('credits_charged')
    .where('account_id', '=', account.accountId)
    .where('operation', '=', 'createCompanyEnrichmentJob')
    .executeTakeFirstOrThrow();
  assert.equal(usage.credits_charged, 1);
  const summary = await createField('Who is it', 'ai_text', 'Say who this is.');
  const text = await create({ company_ids: [known], custom_field_id: summary });
  await runQueuedJobs(service);
  assert.match((await getJob(text.body.data.id)).results[0].value, /^Known GmbH is a company in food manufacturing, based in Ulm, Germany/);
  const other = await openAccount();
  assert.deepEqual(statusAndCode(await other.call(`/v1/companies/enrichment-jobs/${id}`)), [404, 'entity_not_found']);
});

test('an interrupted job continues where it stopped, and charges each company once', async () => {
  const { account, createField, create, getJob, creditsUsed } = await openAccount({ credits: 100 });
  const place = await createField('Place', 'ai_text', 'In which city is it located?');
  const ids = [];
  for (let index = 0; index < 6; index++) ids.push(await newCompany(`Resumed ${index}`, { city: `City ${index}` }));
  const job = (await create({ company_ids: ids, custom_field_id: place })).body.data;
  const { rows: queues } = await sql<{ queue_name: string | null }>`
    select queue_name from graphile_worker.jobs where key = ${`${recordJobName}:${account.accountId}:${job.id.slice(4)}`}`.execute(db);
  assert.deepEqual(queues, [{ queue_name: `${recordJobName}:${account.accountId}` }]);
  let attempts = 0;
  const failing = {
    ...ctx,
    aiFields: {
      name: 'test',
      answer: async () => {
        if (++attempts === 4) throw new Error('killed');
        return `answer ${attempts}`;
      },
    },
  };
  await assert.rejects(runRecordJob(failing, account.accountId, job.id.slice(4)));
  assert.deepEqual(
    [(await getJob(job.id)).status, (await getJob(job.id)).progress, await creditsUsed()],
    ['running', { total: 6, done: 3 }, 3],
  );
  await runRecordJob(failing, account.accountId, job.id.slice(4));
  const done = await getJob(job.id);
  assert.deepEqual([done.status, done.progress, done.credits.charged, await creditsUsed()], ['completed', { total: 6, done: 6 }, 6, 6]);
  assert.equal(attempts, 7);
  await runRecordJob(failing, account.accountId, job.id.slice(4));
  assert.equal(attempts, 7);
});

test('the job of a dead worker is taken over, but not while its heartbeat is recent', async () => {
  const { account, createField, create, getJob } = await openAccount({ credits: 100 });
  const place = await createField('Where', 'ai_text', 'In which city is it located?');
  const job = (await create({ company_ids: [known], custom_field_id: place })).body.data;
  const startedAt = service.clock.now();
  const dying = { ...ctx, aiFields: { name: 'test', answer: () => new Promise<string>(() => {}) } };
  void runRecordJob(dying, account.accountId, job.id.slice(4));
  const hasStarted = async () =>
    (await db.selectFrom('record_jobs').select('attempts').where('id', '=', job.id.slice(4)).executeTakeFirstOrThrow()).attempts === 1;
  while (!(await hasStarted())) await new Promise(setImmediate);
  service.clock.set(new Date(startedAt.getTime() + 60_000));
  await recoverInterruptedWork(ctx, [recoverableRecordJobs]);
  await runQueuedJobs(service);
  assert.equal((await getJob(job.id)).status, 'running');
  service.clock.set(new Date(startedAt.getTime() + 200_000));
  await recoverInterruptedWork(ctx, [recoverableRecordJobs]);
  await runQueuedJobs(service);
  assert.equal((await getJob(job.id)).status, 'completed');
  service.clock.set(startedAt);
});

test('a job whose worker died in every attempt fails instead of being started again', async () => {
  const { account, createField, create, getJob, creditsUsed } = await openAccount({ credits: 100 });
  const place = await createField('Where', 'ai_text', 'In which city is it located?');
  const job = (await create({ company_ids: [known], custom_field_id: place })).body.data;
  const died = new Date(service.clock.now().getTime() - 181_000);
  await db.updateTable('record_jobs').set({ attempts: 5, heartbeat_at: died }).where('id', '=', job.id.slice(4)).execute();
  await runRecordJob(ctx, account.accountId, job.id.slice(4));
  const done = await getJob(job.id);
  assert.deepEqual([done.status, done.errors?.[0]?.code, await creditsUsed()], ['failed', 'internal_server_error', 0]);
});

test('a job stops with insufficient_credits when the credits are used up', async () => {
  const { createField, create, getJob, creditsUsed } = await openAccount({ credits: 1 });
  const place = await createField('Place', 'ai_text', 'In which city is it located?');
  const ids = [await newCompany('Poor 1', { city: 'A' }), await newCompany('Poor 2', { city: 'B' })];
  const job = (await create({ company_ids: ids, custom_field_id: place })).body.data;
  await runQueuedJobs(service);
  const done = await getJob(job.id);
  assert.deepEqual(
    [done.status, done.progress, done.errors[0].code, await creditsUsed()],
    ['failed', { total: 2, done: 1 }, 'insufficient_credits', 1],
  );
});

test('a long job runs in batches until the credits are used up', async () => {
  const { account, createField, create, getJob, creditsUsed } = await openAccount({ credits: 130 });
  const place = await createField('Place', 'ai_text', 'In which city is it located?');
  const ids = [];
  for (let index = 0; index < 150; index++) ids.push(await newCompany(`Batched ${index}`, { city: `City ${index}` }));
  const job = (await create({ company_ids: ids, custom_field_id: place })).body.data;
  await runRecordJob(ctx, account.accountId, job.id.slice(4), 0);
  assert.deepEqual([(await getJob(job.id)).progress, await creditsUsed()], [{ total: 150, done: 100 }, 100]);
  await runQueuedJobs(service);
  const done = await getJob(job.id);
  assert.deepEqual(
    [done.status, done.progress, done.errors[0].code, await creditsUsed()],
    ['failed', { total: 150, done: 130 }, 'insufficient_credits', 130],
  );
  assert.deepEqual(
    done.results.map(({ id, value }: { id: string; value: string }) => [id, value]),
    ids.slice(0, 130).map((id, index) => [id, `City ${index}`]),
  );
});

test('an answer is stored for the current company, even if companies are merged before or while a job runs', async () => {
  const { account, createField, create, getJob, creditsUsed } = await openAccount({ credits: 10 });
  const place = await createField('Place', 'ai_text', 'In which city is it located?');
  const [early, late, remaining] = [await newCompany('Early'), await newCompany('Late'), await newCompany('Remaining', { city: 'Ulm' })];
  const job = (await create({ company_ids: [early, late], custom_field_id: place })).body.data;
  const merge = async (previous: string) => {
    await db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, remaining));
    await runMerges(service);
  };
  await merge(early);
  const asked: string[] = [];
  const provider: FieldProvider = {
    name: 'test',
    answer: async ({ company }) => {
      asked.push(company.name);
      if (company.name === 'Late') await merge(late);
      return `answer about ${company.name}`;
    },
  };
  await runRecordJob({ ...ctx, aiFields: provider }, account.accountId, job.id.slice(4));
  assert.deepEqual(asked, ['Remaining', 'Late']);
  const stored = db.selectFrom('custom_field_values').select(['record_id', 'value']).where('account_id', '=', account.accountId);
  assert.deepEqual(await stored.execute(), [{ record_id: remaining, value: 'answer about Late' }]);
  assert.deepEqual(
    (await getJob(job.id)).results.map(({ id, status }: { id: string; status: string }) => [id, status]),
    [
      [early, 'enriched'],
      [late, 'enriched'],
    ],
  );
  assert.equal(await creditsUsed(), 1);
});

test('an automation acts on companies that enter its feed by an answer', async () => {
  const { account, createField, create } = await openAccount({ credits: 10 });
  const place = await createField('Place', 'ai_text', 'In which city is it located?');
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const base = `/accounts/${account.accountId}`;
  const event = { id: randomUUID(), kind: 'page_view', occurred_at: ctx.clock.now().toISOString(), ip: addressOfAudi, user_agent: chrome };
  await checkedClient(service, account)('/v1/collect', { body: { events: [{ ...event, url: 'https://shop.example/' }] } });
  await service.drain();
  const filters = { all: [{ field: `custom_fields.${place}`, operator: 'contains', values: ['Ingolstadt'] }] };
  const feedId = String((await person.send('POST', `${base}/feeds`, { name: 'Near', filters })).body.id);
  const tagId = String((await person.send('POST', `${base}/tags`, { name: 'Near', color: 1 })).body.id);
  const actions = { tagId, assigneeId: null, listId: null, notify: [], webhook: null };
  const created = await person.send('POST', `${base}/automations`, { name: 'Tag', feedId, actions });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await enqueueAutomationRuns(ctx);
  await runQueuedJobs(service);
  const { company_id } = await db
    .selectFrom('leads')
    .select('company_id')
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  await create({ company_ids: [company_id], custom_field_id: place });
  await runQueuedJobs(service);
  await enqueueAutomationRuns(ctx);
  await runQueuedJobs(service);
  const tagged = await db.selectFrom('lead_tags').select(['company_id', 'tag_id']).where('account_id', '=', account.accountId).execute();
  assert.deepEqual(tagged, [{ company_id, tag_id: tagId }]);
});

test('an invalid enrichment job is rejected with a pointer', async () => {
  const { account, call, createField } = await openAccount();
  const ai = await createField('Ai', 'ai_text');
  const text = await createField('Text', 'text');
  const people = await createField('People', 'ai_text', null, 'contact');
  await db
    .insertInto('lists')
    .values({ account_id: account.accountId, id: '901', kind: 'static', scope: 'contact', name: 'L', created_at: service.clock.now() })
    .execute();
  const cases: [object, number, string, string | undefined][] = [
    [{ custom_field_id: ai }, 400, 'invalid_parameter', '/data/attributes'],
    [{ company_ids: [known], list_id: 'static_901', custom_field_id: ai }, 400, 'invalid_parameter', '/data/attributes'],
    [{ company_ids: [known] }, 400, 'invalid_parameter', '/data/attributes/custom_field_id'],
    [{ company_ids: [known], custom_field_id: text }, 400, 'invalid_parameter', '/data/attributes/custom_field_id'],
    [{ company_ids: [known], custom_field_id: people }, 400, 'invalid_parameter', '/data/attributes/custom_field_id'],
    [{ company_ids: [known], custom_field_id: 'nothing' }, 404, 'entity_not_found', undefined],
    [{ list_id: 'static_901', custom_field_id: ai }, 400, 'invalid_parameter', '/data/attributes/list_id'],
    [{ list_id: 'static_999', custom_field_id: ai }, 404, 'entity_not_found', undefined],
    [{ company_ids: [known], custom_field_id: ai, model: 'x' }, 400, 'invalid_parameter', '/data/attributes/model'],
  ];
  for (const [attributes, status, code, pointer] of cases) {
    for (const path of ['/v1/companies/enrichment-jobs', '/v1/companies/enrichment-jobs/estimate']) {
      const response = await call(path, { body: jobBody(attributes) });
      assert.deepEqual([...statusAndCode(response), pointerOf(response)], [status, code, pointer], JSON.stringify(attributes));
    }
  }
  assert.deepEqual(statusAndCode(await call(`/v1/companies/enrichment-jobs/job_${randomUUID()}`)), [404, 'entity_not_found']);
  assert.deepEqual(statusAndCode(await call('/v1/companies/enrichment-jobs/nothing')), [404, 'entity_not_found']);
});

test('an OpenAI-compatible endpoint is sent the facts, and its answer is validated', async () => {
  const requests: { headers: IncomingMessage['headers']; url: string; body: { model: string; messages: { content: string }[] } }[] = [];
  let reply: { status: number; content: string } = { status: 200, content: '{"value": "Sausages"}' };
  const endpoint = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    requests.push({ headers: req.headers, url: required(req.url), body: JSON.parse(body) });
    res.writeHead(reply.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ choices: [{ message: { content: reply.content } }] }));
  }).listen(0, '127.0.0.1');
  after(() => endpoint.close());
  await new Promise((resolve) => endpoint.once('listening', resolve));
  const url = `http://127.0.0.1:${portOf(endpoint)}/v1`;
  const withAi = { ...ctx, aiFields: openAiFields({ url, key: 'secret', model: 'small' }) };
  const { account, createField, create, getJob, creditsUsed } = await openAccount({ credits: 10 });
  const product = await createField('Product', 'ai_text', 'What do they make?');
  const number = await createField('Number', 'ai_number', 'How many?');
  const run = async (fieldId: string, companyId: string) => {
    const job = (await create({ company_ids: [companyId], custom_field_id: fieldId })).body.data;
    await runRecordJob(withAi, account.accountId, job.id.slice(4)).catch(() => {});
    return getJob(job.id);
  };
  assert.deepEqual((await run(product, known)).results, [{ type: 'company', id: known, status: 'enriched', value: 'Sausages' }]);
  assert.equal(firstOf(requests).url, '/v1/chat/completions');
  assert.equal(firstOf(requests).headers.authorization, 'Bearer secret');
  assert.equal(firstOf(requests).body.model, 'small');
  assert.match(itemAt(firstOf(requests).body.messages, 1).content, /What do they make\?.*Known GmbH/s);
  const before = await creditsUsed();
  for (const content of ['{"value": "many"}', '{"value": null}', 'I do not know', '{}']) {
    reply = { status: 200, content };
    assert.deepEqual((await run(number, unknown)).results, [{ type: 'company', id: unknown, status: 'no_answer' }], content);
  }
  reply = { status: 401, content: '' };
  const refused = await run(product, unknown);
  assert.deepEqual([refused.status, refused.errors[0].code], ['failed', 'service_unavailable']);
  reply = { status: 500, content: '' };
  assert.equal((await run(product, unknown)).status, 'running');
  assert.equal(await creditsUsed(), before);
});
