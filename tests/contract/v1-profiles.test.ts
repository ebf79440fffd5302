import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { loadDirectory } from '../../bench/screens-dataset.ts';
import { refreshAllMatches } from '../../server/src/domain/icps/refresh-all-matches.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { addCompany } from '../kit/add-company.ts';
import { checkedClient, pointerOf, statusAndCode } from '../kit/checked-client.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;
const { db } = ctx;
service.clock.set('2026-10-15T12:00:00.000Z');

async function openAccount() {
  const account = await service.newAccount();
  return { account, call: checkedClient(service, account) };
}

const newCompany = (name: string, more?: Parameters<typeof addCompany>[2]) => addCompany(service, name, more);

const addLead = (accountId: string, companyId: string) =>
  db.insertInto('leads').values({ account_id: accountId, company_id: companyId }).execute();
const icpBody = (attributes: object) => ({ data: { type: 'icp', attributes } });
const personaBody = (attributes: object) => ({ data: { type: 'buyer_persona', attributes } });

const fitting = await newCompany('Fitting', {
  country_code: 'DE',
  city: 'Ulm',
  employee_range: '101-500',
  industry_codes: ['food_manufacturing'],
  revenue: JSON.stringify({ value: 10_000_000, currency: 'EUR' }),
  customer_orientation: 'both',
  keywords: ['sausages'],
});
const half = await newCompany('Half', { country_code: 'DE', employee_range: '101-500', industry_codes: ['oil_gas'] });
const unmatched = await newCompany('Unmatched', { country_code: 'FR' });
const filters = {
  optional: ['industries'],
  location: [{ country_code: 'DE' }],
  employee_ranges: ['101-500'],
  industries: { classification: 'internal', codes: ['food_manufacturing'] },
};

test('a profile can be created, read, listed, updated and deleted, and has the number of its matches', async () => {
  const { account, call } = await openAccount();
  for (const id of [fitting, half, unmatched]) await addLead(account.accountId, id);
  const createResponse = await call('/v1/icps', { body: icpBody({ name: ' Food in Germany ', description: 'Ours', filters }) });
  assert.equal(createResponse.status, 201);
  const { id, attributes } = createResponse.body.data;
  assert.deepEqual(
    { name: attributes.name, description: attributes.description, filters: attributes.filters, match_count: attributes.match_count },
    { name: 'Food in Germany', description: 'Ours', filters, match_count: 2 },
  );
  assert.deepEqual((await call(`/v1/icps/${id}`)).body.data, createResponse.body.data);
  assert.deepEqual((await call('/v1/icps')).body.data, [createResponse.body.data]);
  const renamed = await call(`/v1/icps/${id}`, { method: 'PATCH', body: icpBody({ name: 'Food' }) });
  assert.deepEqual([renamed.body.data.attributes.name, renamed.body.data.attributes.match_count], ['Food', 2]);
  const changed = await call(`/v1/icps/${id}`, { method: 'PATCH', body: icpBody({ filters: { location: [{ country_code: 'FR' }] } }) });
  assert.deepEqual([changed.body.data.attributes.description, changed.body.data.attributes.match_count], ['Ours', 1]);
  assert.equal((await call(`/v1/icps/${id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(statusAndCode(await call(`/v1/icps/${id}`)), [404, 'entity_not_found']);
  assert.deepEqual(statusAndCode(await call(`/v1/icps/${id}`, { method: 'DELETE' })), [404, 'entity_not_found']);
  assert.deepEqual(await db.selectFrom('icp_matches').selectAll().where('account_id', '=', account.accountId).execute(), []);
});

test('the score of a match is the share of matching criteria, and the missed criteria are listed', async () => {
  const { account, call } = await openAccount();
  await addLead(account.accountId, fitting);
  const all = { ...filters, optional: [], revenue: { min: 1_000_000 }, customer_orientation: ['b2b'], keywords: ['sausage'] };
  const icp = (await call('/v1/icps', { body: icpBody({ name: 'All', filters: all }) })).body.data.id;
  service.clock.set('2026-10-15T12:00:01.000Z');
  const other = (await call('/v1/icps', { body: icpBody({ name: 'Germans', filters: { ...filters } }) })).body.data.id;
  const response = await call(`/v1/icps/company-matches?company_ids=${half},${fitting},${unmatched}&include=company,icp`);
  assert.deepEqual(
    response.body.data.map((match: never) => {
      const {
        attributes,
        relationships,
      }: {
        attributes: object;
        relationships: { company: { attributes: object }; icp: { id: string } };
      } = match;
      return [relationships.company.attributes, relationships.icp.id, attributes];
    }),
    [
      [{ name: 'Half' }, other, { score: 0.67, matched: ['location', 'employee_ranges'], missed: ['industries'] }],
      [
        { name: 'Fitting' },
        icp,
        { score: 1, matched: ['location', 'employee_ranges', 'industries', 'revenue', 'customer_orientation', 'keywords'], missed: [] },
      ],
      [{ name: 'Fitting' }, other, { score: 1, matched: ['location', 'employee_ranges', 'industries'], missed: [] }],
    ],
  );
  const filtered = await call(`/v1/icps/company-matches?company_ids=${fitting}&filter[icp_id]=${other}`);
  assert.equal(filtered.body.data.length, 1);
  assert.deepEqual(filtered.body.data[0].relationships, { company: { type: 'company', id: fitting }, icp: { type: 'icp', id: other } });
  const record = await call(`/v1/companies/${fitting}?include=icps`);
  assert.deepEqual(record.body.data.relationships.icps.map(({ attributes }: { attributes: { name: string } }) => attributes.name).sort(), [
    'All',
    'Germans',
  ]);
  for (const wrong of ['', '?company_ids=x', `?company_ids=${half}&filter[icp_id]=1`, `?company_ids=${half}&include=tags`]) {
    assert.deepEqual(statusAndCode(await call(`/v1/icps/company-matches${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('matches of companies that the account does not know are listed, but not counted', async () => {
  const { account, call } = await openAccount();
  const icp = (await call('/v1/icps', { body: icpBody({ name: 'Germans', filters }) })).body.data;
  const matches = await call(`/v1/icps/company-matches?company_ids=${fitting},${half}`);
  assert.equal(matches.body.data.length, 2);
  const count = async () => (await call(`/v1/icps/${icp.id}`)).body.data.attributes.match_count;
  assert.equal(await count(), 0);
  await addLead(account.accountId, fitting);
  await refreshAllMatches(ctx as never);
  assert.equal(await count(), 1);
});

test('a stricter profile never matches more companies', async () => {
  const { account, call } = await openAccount();
  const choice = <Value>(...values: Value[]) => fc.constantFrom(...values);
  const companies: string[] = [];
  for (const [index, country_code] of ['DE', 'DE', 'FR', 'FR', null, 'DE'].entries()) {
    const id = await newCompany(`Strict ${index}`, {
      country_code,
      employee_range: index % 2 === 0 ? '101-500' : '11-100',
      industry_codes: index < 3 ? ['food_manufacturing'] : [],
      revenue: index === 4 ? null : JSON.stringify({ value: index * 1_000_000, currency: 'EUR' }),
      customer_orientation: index === 1 ? 'b2c' : 'b2b',
      keywords: index > 2 ? ['steel'] : ['food'],
    });
    await addLead(account.accountId, id);
    companies.push(id);
  }
  const criteria = {
    location: fc.subarray([{ country_code: 'DE' }, { country_code: 'FR' }], { minLength: 1 }),
    employee_ranges: fc.subarray(['101-500', '11-100'], { minLength: 1 }),
    industries: fc.constant({ classification: 'internal', codes: ['food_manufacturing'] }),
    revenue: choice({ min: 1_500_000 }, { max: 3_500_000 }, { min: 500_000, max: 2_500_000 }),
    customer_orientation: choice(['b2b'], ['b2c']),
    keywords: choice(['steel'], ['food'], ['steel', 'food']),
  };
  const profile = fc.record(criteria, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0);
  const matchesOf = async (given: object) => {
    const { status, body } = await call('/v1/icps', { body: icpBody({ name: randomUUID(), filters: given }) });
    assert.equal(status, 201, JSON.stringify([given, body]));
    const query = `company_ids=${companies.join(',')}&filter[icp_id]=${body.data.id}`;
    const { data } = (await call(`/v1/icps/company-matches?${query}`)).body;
    assert.equal(data.length, body.data.attributes.match_count);
    await call(`/v1/icps/${body.data.id}`, { method: 'DELETE' });
    return new Map<string, number>(
      data.map((match: { relationships: { company: { id: string } }; attributes: { score: number } }) => [
        match.relationships.company.id,
        match.attributes.score,
      ]),
    );
  };
  await fc.assert(
    fc.asyncProperty(profile, profile, fc.nat(), async (wide, further, at) => {
      const names = Object.keys(wide);
      const optional = names.length > 1 ? [itemAt(names, at % names.length)] : [];
      const loose = await matchesOf({ ...wide, optional });
      const strict = await matchesOf({ ...further, ...wide });
      for (const [id, score] of strict) {
        assert.ok(loose.has(id), `${id} matches the stricter of ${JSON.stringify([wide, further, optional])} alone`);
        assert.equal(score, 1);
      }
    }),
    { numRuns: 30, seed: 20_261_116 },
  );
});

test('refreshing all matches adds, keeps and deletes matches as companies change', async () => {
  const { account, call } = await openAccount();
  const late = await newCompany('Late', { country_code: 'FR' });
  await addLead(account.accountId, late);
  const icp = (await call('/v1/icps', { body: icpBody({ name: 'Germans', filters: { location: [{ country_code: 'DE' }] } }) })).body.data;
  assert.equal(icp.attributes.match_count, 0);
  await db.updateTable('companies').set({ country_code: 'DE' }).where('id', '=', late).execute();
  await refreshAllMatches(ctx as never);
  assert.equal((await call(`/v1/icps/${icp.id}`)).body.data.attributes.match_count, 1);
  const version = () => db.selectFrom('icp_matches').select(sql`xmin::text`.as('version')).where('icp_id', '=', icp.id).execute();
  const before = await version();
  await refreshAllMatches(ctx as never);
  assert.deepEqual(await version(), before, 'a match that has not changed is not written again');
  await db.updateTable('companies').set({ country_code: 'FR' }).where('id', '=', late).execute();
  await refreshAllMatches(ctx as never);
  assert.equal((await call(`/v1/icps/${icp.id}`)).body.data.attributes.match_count, 0);
});

test('a job computes the matches of an account with many companies', async () => {
  const { account, call } = await openAccount();
  await loadDirectory(db, 2001);
  await sql`
    insert into leads (account_id, company_id) select ${account.accountId}::bigint, id from companies where origin = 'bench'`.execute(db);
  const icp = (await call('/v1/icps', { body: icpBody({ name: 'Small', filters: { employee_ranges: ['11-100'] } }) })).body.data;
  const count = async () => (await call(`/v1/icps/${icp.id}`)).body.data.attributes.match_count;
  assert.equal(await count(), 0);
  await runQueuedJobs(service);
  assert.equal(await count(), 2001);
  await call(`/v1/icps/${icp.id}`, { method: 'PATCH', body: icpBody({ filters: { location: [{ country_code: 'DE' }] } }) });
  assert.equal(await count(), 2001);
  await runQueuedJobs(service);
  const { rows } = await sql<{ matches: number }>`select count(*)::int as matches from icp_matches where icp_id = ${icp.id}`.execute(db);
  assert.ok(firstOf(rows).matches > 0 && firstOf(rows).matches < 2001);
  assert.equal(await count(), firstOf(rows).matches);
});

test('profiles and personas: invalid input is rejected with a pointer', async () => {
  const { call } = await openAccount();
  const name = 'Twice';
  await call('/v1/icps', { body: icpBody({ name, filters }) });
  await call('/v1/buyer-personas', { body: personaBody({ name, positions: ['CTO'] }) });
  type Case = [string, unknown, number, string, string | undefined];
  const invalidCriteria: [object, string][] = [
    [{ location: [{}] }, '/location'],
    [{ location: [{ country_code: 'DE' }, {}] }, '/location/1'],
    [{ location: [{ city: ' ' }] }, '/location'],
    [{ employee_ranges: [] }, '/employee_ranges'],
    [{ industries: { classification: 'nace', codes: [] } }, '/industries'],
    [{ revenue: {} }, '/revenue'],
    [{ keywords: [' '] }, '/keywords'],
    [{ optional: ['revenue'] }, '/optional/0'],
    [{ optional: ['color'] }, '/optional/0'],
    [{ optional: ['location', 'employee_ranges', 'industries'] }, '/optional'],
  ];
  const cases: Case[] = [
    ['/v1/icps', icpBody({ name: 'tWICE', filters }), 409, 'conflict', '/data/attributes/name'],
    ['/v1/icps', icpBody({ name: '  ', filters }), 400, 'invalid_parameter', '/data/attributes/name'],
    ['/v1/icps', icpBody({ name: 'x' }), 400, 'invalid_parameter', '/data/attributes/filters'],
    ['/v1/icps', icpBody({ name: 'x', filters: {} }), 400, 'invalid_parameter', '/data/attributes/filters'],
    ...invalidCriteria.map(
      ([criterion, pointer]): Case => [
        '/v1/icps',
        icpBody({ name: 'x', filters: { ...filters, ...criterion } }),
        400,
        'invalid_parameter',
        `/data/attributes/filters${pointer}`,
      ],
    ),
    ['/v1/icps', icpBody({ name: 'x', filters: { color: ['red'] } }), 400, 'invalid_parameter', '/data/attributes/filters/color'],
    ['/v1/icps', { data: { type: 'tag', attributes: { name: 'x', filters } } }, 400, 'invalid_parameter', '/data/type'],
    ['/v1/icps', { ...icpBody({ name: 'x', filters }), extra: 1 }, 400, 'invalid_parameter', '/extra'],
    ['/v1/buyer-personas', personaBody({ name: 'TWICE', positions: ['CTO'] }), 409, 'conflict', '/data/attributes/name'],
    ['/v1/buyer-personas', personaBody({ name: 'x' }), 400, 'invalid_parameter', '/data/attributes'],
    [
      '/v1/buyer-personas',
      personaBody({ name: 'x', departments: ['kitchen'] }),
      400,
      'invalid_parameter',
      '/data/attributes/departments/0',
    ],
    ['/v1/buyer-personas', personaBody({ name: 'x', countries: ['Germany'] }), 400, 'invalid_parameter', '/data/attributes/countries/0'],
    ['/v1/buyer-personas', personaBody({ name: 'x', shoes: [1] }), 400, 'invalid_parameter', '/data/attributes/shoes'],
  ];
  for (const [path, body, status, code, pointer] of cases) {
    const response = await call(path, { body });
    assert.deepEqual([...statusAndCode(response), pointerOf(response)], [status, code, pointer], JSON.stringify(body));
  }
  for (const path of ['/v1/icps', '/v1/buyer-personas']) {
    for (const id of [randomUUID(), 'abc']) {
      assert.deepEqual(statusAndCode(await call(`${path}/${id}`)), [404, 'entity_not_found']);
      assert.deepEqual(statusAndCode(await call(`${path}/${id}`, { method: 'DELETE' })), [404, 'entity_not_found']);
    }
  }
});

test('a persona can be created, read, listed, updated and deleted', async () => {
  const { call } = await openAccount();
  const persona = {
    name: 'Heads of IT',
    departments: ['it_department'],
    hierarchy_levels: ['director'],
    positions: ['Head'],
    countries: ['de'],
  };
  const createResponse = await call('/v1/buyer-personas', { body: personaBody(persona) });
  assert.equal(createResponse.status, 201);
  assert.deepEqual(createResponse.body.data.attributes, { ...persona, countries: ['DE'] });
  const { id } = createResponse.body.data;
  assert.deepEqual((await call(`/v1/buyer-personas/${id}`)).body.data, createResponse.body.data);
  assert.deepEqual((await call('/v1/buyer-personas')).body.data, [createResponse.body.data]);
  const changed = await call(`/v1/buyer-personas/${id}`, { method: 'PATCH', body: personaBody({ positions: [], name: 'IT' }) });
  assert.deepEqual(changed.body.data.attributes, { ...persona, name: 'IT', positions: [], countries: ['DE'] });
  const emptied = { departments: [], hierarchy_levels: [], positions: [], countries: [] };
  assert.deepEqual(statusAndCode(await call(`/v1/buyer-personas/${id}`, { method: 'PATCH', body: personaBody(emptied) })), [
    400,
    'invalid_parameter',
  ]);
  assert.equal((await call(`/v1/buyer-personas/${id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual((await call('/v1/buyer-personas')).body.data, []);
});

test('two accounts with profiles and personas of the same names see only their own', async () => {
  const [mine, theirs] = [await openAccount(), await openAccount()];
  const ids: Record<string, string>[] = [];
  for (const { account, call } of [mine, theirs]) {
    await addLead(account.accountId, fitting);
    const icp = await call('/v1/icps', { body: icpBody({ name: 'Same', filters }) });
    const persona = await call('/v1/buyer-personas', { body: personaBody({ name: 'Same', positions: ['CTO'] }) });
    ids.push({ icp: icp.body.data.id, persona: persona.body.data.id });
  }
  assert.deepEqual((await mine.call('/v1/icps')).body.data.length, 1);
  assert.deepEqual((await mine.call('/v1/buyer-personas')).body.data.length, 1);
  const matches = (await mine.call(`/v1/icps/company-matches?company_ids=${fitting}`)).body.data;
  assert.deepEqual(
    matches.map(({ relationships }: { relationships: { icp: { id: string } } }) => relationships.icp.id),
    [firstOf(ids).icp],
  );
  for (const path of [`/v1/icps/${itemAt(ids, 1).icp}`, `/v1/buyer-personas/${itemAt(ids, 1).persona}`]) {
    const body = { data: { type: path.includes('icps') ? 'icp' : 'buyer_persona', attributes: { name: 'Stolen' } } };
    assert.deepEqual(statusAndCode(await mine.call(path)), [404, 'entity_not_found']);
    assert.deepEqual(statusAndCode(await mine.call(path, { method: 'PATCH', body })), [404, 'entity_not_found']);
    assert.deepEqual(statusAndCode(await mine.call(path, { method: 'DELETE' })), [404, 'entity_not_found']);
    assert.equal((await theirs.call(path)).body.data.attributes.name, 'Same');
  }
});

test('of sixty concurrent requests to create a profile, only fifty succeed', async () => {
  const { call } = await openAccount();
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      call('/v1/icps', { body: icpBody({ name: `Profile ${index}`, filters: { keywords: ['x'] } }) }),
    ),
  );
  assert.equal(responses.filter(({ status }) => status === 201).length, 50);
  assert.equal(responses.filter((response) => statusAndCode(response)[1] === 'conflict').length, 10);
});
