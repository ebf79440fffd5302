import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { openGazetteer } from '../../server/src/providers/open-gazetteer.ts';
import { exampleResponse } from '../../server/src/v1/openapi/describe-operation.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { checkedClient, statusAndCode } from '../kit/checked-client.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { db } = service.ctx;
service.clock.set('2026-10-15T12:00:00.000Z');

async function openAccount(options: Parameters<typeof service.newAccount>[0] = {}) {
  const account = await service.newAccount(options);
  return { account, call: checkedClient(service, account) };
}

type Country = { id: string; attributes: { name: string; regions: { code: string; name: string }[] } };
type Suggestion = { attributes: { name: string; place_type: string; country_code: string } };
type Industry = { code: string; name: string; children: Industry[] };

test('countries: by their ISO 3166 code, with name and regions', async () => {
  const { call } = await openAccount();
  const countries: Country[] = (await call('/v1/reference-data/countries')).body.data;
  assert.ok(countries.length > 240);
  const germany = required(countries.find(({ id }) => id === 'DE'));
  assert.equal(germany.attributes.name, 'Germany');
  assert.ok(germany.attributes.regions.some(({ code, name }) => code === 'DE-BY' && name === 'Bayern'));
});

test('geo suggestions: by prefix, with typos and without accents, large places first', async () => {
  const { call } = await openAccount();
  const suggest = async (query: string, more = '') => {
    const response = await call(`/v1/reference-data/geo-suggestions?query=${encodeURIComponent(query)}${more}`);
    assert.equal(response.status, 200);
    return response.body.data.map(({ attributes }: Suggestion) => [attributes.name, attributes.country_code]);
  };
  assert.deepEqual((await suggest('Berlin', '&type=city'))[0], ['Berlin', 'DE']);
  assert.deepEqual((await suggest('zurich', '&type=city'))[0], ['Zürich', 'CH']);
  assert.deepEqual((await suggest('Helsnki', '&type=city'))[0], ['Helsinki', 'FI']);
  const cities: [string, string, string][] = [
    ['München', 'Munich', 'DE'],
    ['muenchen', 'Munich', 'DE'],
    ['Munchn', 'Munich', 'DE'],
    ['Köln', 'Köln', 'DE'],
    ['Koeln', 'Köln', 'DE'],
    ['Cologne', 'Köln', 'DE'],
    ['Wien', 'Vienna', 'AT'],
    ['Roma', 'Rome', 'IT'],
    ['Praha', 'Prague', 'CZ'],
    ['Lisboa', 'Lisbon', 'PT'],
    ['Kobenhavn', 'Copenhagen', 'DK'],
    ['København', 'Copenhagen', 'DK'],
    ['Kopenhavn', 'Copenhagen', 'DK'],
    ['Warszawa', 'Warsaw', 'PL'],
    ['Lodz', 'Łódź', 'PL'],
    ['Duesseldorf', 'Düsseldorf', 'DE'],
    ['Athina', 'Athens', 'GR'],
    ['Москва', 'Moscow', 'RU'],
    ['Bombay', 'Mumbai', 'IN'],
    ['東京', 'Tokyo', 'JP'],
  ];
  for (const [text, name, country] of cities) assert.deepEqual((await suggest(text, '&type=city'))[0], [name, country], text);
  const munichs = (await suggest('Muenchen', '&type=city&limit=50')).filter(
    ([name, country]: string[]) => name === 'Munich' && country === 'DE',
  );
  assert.equal(munichs.length, 1, 'a town is listed once, even if several of its names match');
  assert.deepEqual((await suggest('Bayern', '&type=region'))[0], ['Bayern', 'DE']);
  assert.deepEqual((await suggest('germny', '&type=country'))[0], ['Germany', 'DE']);
  assert.deepEqual((await suggest('bavaria'))[0], ['Bayern', 'DE']);
  for (const name of ['deutschland', 'Allemagne', 'Duitsland', 'Германия'])
    assert.deepEqual((await suggest(name))[0], ['Germany', 'DE'], name);
  const regions: [string, string][] = [
    ['Köln', 'DE-NW'],
    ['cologne', 'DE-NW'],
    ['munich', 'DE-BY'],
    ['Berlin', 'DE-BE'],
    ['Milano', 'IT-25'],
    ['Barcelona', 'ES-CT'],
    ['Toronto', 'CA-ON'],
    ['Wien', 'AT-9'],
  ];
  for (const [name, code] of regions) {
    const { body } = await call(`/v1/reference-data/geo-suggestions?query=${encodeURIComponent(name)}&type=city&limit=1`);
    assert.equal(body.data[0].attributes.region_code, code, name);
  }
  assert.equal((await suggest('a', '&limit=50')).length, 50);
  assert.equal((await suggest('san', '&limit=3')).length, 3);
  assert.deepEqual(await suggest('!!!'), []);
  for (const wrong of ['', '?query=', '?query=a&type=planet', '?query=a&limit=51', '?query=a&limit=0']) {
    assert.deepEqual(statusAndCode(await call(`/v1/reference-data/geo-suggestions${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('geo suggestions have at least 20,000 towns, and every alternative name belongs to one of them', async () => {
  const gazetteer = await openGazetteer();
  const cities = new Set(gazetteer.places.filter(({ type }) => type === 'city').map(({ name, countryCode }) => `${countryCode},${name}`));
  assert.ok(cities.size >= 20_000);
  const [, ...rows] = readFileSync(new URL('../../server/data/place-names.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const row of rows) assert.ok(cities.has(row.slice(row.indexOf(',') + 1)), row);
});

test('the region tables only contain regions of ISO 3166-2', async () => {
  const { places } = await openGazetteer();
  const regionCodes = new Set(places.flatMap(({ type, regionCode }) => (type === 'region' ? required(regionCode) : [])));
  for (const file of ['region-codes.csv', 'region-names.csv']) {
    const [, ...rows] = readFileSync(new URL(`../../server/data/${file}`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    for (const row of rows) assert.ok(regionCodes.has(lastOf(row.split(','))), `${file}: ${row}`);
  }
});

test('industries: a tree in each classification, with every code once', async () => {
  const { call } = await openAccount();
  const codesOf = (nodes: Industry[]): string[] => nodes.flatMap(({ code, children }) => [code, ...codesOf(children)]);
  const trees: Record<string, Industry[]> = {};
  for (const classification of ['internal', 'nace', 'wz']) {
    const response = await call(`/v1/reference-data/industries?classification=${classification}`);
    trees[classification] = response.body.data.map(({ attributes }: { attributes: Industry }) => attributes);
    const codes = codesOf(required(trees[classification]));
    assert.equal(new Set(codes).size, codes.length, classification);
    const rows = await db.selectFrom('industries').selectAll().execute();
    const expectedCodes =
      classification === 'internal' ? rows.map(({ code }) => code) : rows.flatMap((row) => row[classification as 'nace' | 'wz']);
    for (const code of expectedCodes) assert.ok(codes.includes(code), `${classification} ${code}`);
    if (classification === 'internal') assert.equal(codes.length, expectedCodes.length);
  }
  const find = (nodes: Industry[] | undefined, wanted: string) =>
    required(
      nodes?.find(({ code }) => code === wanted),
      wanted,
    );
  const farming = find(trees.internal, 'agriculture_forestry');
  assert.ok(farming.children.some(({ code }) => code === 'forestry_logging'));
  for (const classification of ['nace', 'wz']) {
    const tree = required(trees[classification]);
    assert.equal(tree.map(({ code }) => code).join(''), 'ABCDEFGHIJKLMNOPQRSTU');
    assert.equal(tree.flatMap(({ children }) => children).length, 88, 'every division is below its section');
  }
  const titleOf = (classification: string, section: string, division: string) =>
    find(find(trees[classification], section).children, division).name;
  assert.equal(titleOf('nace', 'J', '62'), 'Computer programming, consultancy and related activities');
  assert.equal(titleOf('wz', 'C', '28'), 'Maschinenbau');
  const computerProgramming = find(find(trees.wz, 'J').children, '62');
  assert.ok(computerProgramming.children.some(({ code }) => code === '62.01'));
  const sectionA = find(trees.nace, 'A');
  assert.deepEqual(
    codesOf(sectionA.children).filter((code) => code === '02'),
    ['02'],
  );
  assert.deepEqual((await call('/v1/reference-data/industries')).body.data[0].attributes.classification, 'internal');
  assert.deepEqual(statusAndCode(await call('/v1/reference-data/industries?classification=sic')), [400, 'invalid_parameter']);
});

test('the examples of industries and places have ids like those of responses', async () => {
  const { call } = await openAccount();
  type Example = { id: string; attributes: Record<string, unknown> };
  const exampleOf = (operationId: string) =>
    firstOf(exampleResponse(required(operations.find(({ id }) => id === operationId))).data as Example[]);
  const industry = exampleOf('getIndustries');
  const industries: Example[] = (await call('/v1/reference-data/industries')).body.data;
  const { code, name } = required(industries.find(({ id }) => id === industry.id)).attributes;
  assert.deepEqual([industry.attributes.code, industry.attributes.name], [code, name]);
  const places: Example[] = (await call('/v1/reference-data/geo-suggestions?query=Stuttgart&type=city')).body.data;
  for (const { id, attributes } of [firstOf(places), exampleOf('getGeoSuggestions')]) {
    const { region_code, latitude, longitude } = attributes;
    assert.equal(id, ['city', region_code, attributes.name, latitude, longitude].join(':'));
  }
});

test('usage: requests, errors and credits by operation and month, of this account only', async () => {
  const { account, call } = await openAccount({ credits: 10 });
  const other = await openAccount();
  const company = firstOf(await db.selectFrom('companies').select('id').limit(1).execute());
  await call(`/v1/companies/${company.id}`);
  await call(`/v1/companies/${company.id}`);
  await call('/v1/companies/999999999');
  await other.call('/v1/tags');
  await db
    .insertInto('usage_counts')
    .values({ account_id: account.accountId, month: '2026-08-01', operation: 'getCompany', requests: 5, errors: 1, credits_charged: 2 })
    .execute();
  const usage = async (query: string) =>
    (await call(`/v1/usage?${query}`)).body.data.map(({ attributes }: { attributes: object }) => attributes);
  type Counted = { operation: string; requests: number };
  const inOctober = async (): Promise<Counted[]> =>
    (await usage('start_period=2026-10&end_period=2026-10')).filter(({ operation }: Counted) => operation !== 'getEndpointsUsage');
  // Counts are flushed from time to time, so they may appear one after the other.
  await until(async () => (await inOctober())[0]?.requests === 3);
  const october = await inOctober();
  assert.deepEqual(october, [{ operation: 'getCompany', period: '2026-10', requests: 3, errors: 1, credits_charged: 1 }]);
  const span = await usage('start_period=2026-08&end_period=2026-10');
  assert.deepEqual(span[0], { operation: 'getCompany', period: '2026-08', requests: 5, errors: 1, credits_charged: 2 });
  assert.deepEqual(await usage('start_period=2026-01&end_period=2026-07'), []);
  const wrongPeriods = [
    '',
    'start_period=2026-08',
    'start_period=2026-13&end_period=2026-13',
    'start_period=2026-09&end_period=2026-08',
    'start_period=0000-01&end_period=2026-08',
  ];
  for (const wrong of wrongPeriods) {
    assert.deepEqual(statusAndCode(await call(`/v1/usage?${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('IP enrichment: one credit for a company, free otherwise, private addresses refused', async () => {
  const { call } = await openAccount({ credits: 1 });
  const audi = await call('/v1/ip/enrich?ip=143.164.1.10&include=company');
  assert.equal(audi.status, 200);
  assert.equal(audi.body.meta.credits?.charged, 1);
  const { attributes, relationships } = audi.body.data;
  assert.equal(relationships.company.attributes.name, 'Audi');
  assert.deepEqual([attributes.ip, attributes.kind, attributes.location.country_code], ['143.164.1.10', 'business', 'DE']);
  assert.ok(attributes.confidence > 0.5 && attributes.evidence.length > 0 && attributes.network.asn > 0);
  const again = await call('/v1/ip/enrich?ip=143.164.1.11');
  assert.deepEqual(
    [again.body.meta.credits?.charged, again.body.data.relationships.company],
    [0, { type: 'company', id: relationships.company.id }],
  );
  assert.equal((await call(`/v1/companies/${relationships.company.id}`)).body.meta.credits?.charged, 0);
  const rename = (name: string) => db.updateTable('companies').set({ name }).where('id', '=', relationships.company.id).execute();
  await rename('Audi, renamed by an import');
  const renamed = await call('/v1/ip/enrich?ip=143.164.1.10&include=company');
  assert.deepEqual(renamed.body.data.relationships.company.attributes, {
    ...relationships.company.attributes,
    name: 'Audi, renamed by an import',
  });
  await rename('Audi');
  const residential = await call('/v1/ip/enrich?ip=217.0.0.1');
  assert.deepEqual([residential.body.meta.credits?.charged, residential.body.data.relationships.company], [0, null]);
  assert.deepEqual(statusAndCode(await call('/v1/ip/enrich?ip=155.56.1.10')), [403, 'insufficient_credits']);
  for (const wrong of [
    '',
    '?ip=',
    '?ip=10.0.0.1',
    '?ip=127.0.0.1',
    '?ip=::1',
    '?ip=192.168.1.1',
    '?ip=224.0.0.1',
    '?ip=nonsense',
    '?ip=1.2.3',
  ]) {
    assert.deepEqual(statusAndCode(await call(`/v1/ip/enrich${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('a key without the scope of an operation gets 403', async () => {
  const { call } = await openAccount({ key: { scopes: ['tags:read'] } });
  for (const path of [
    '/v1/usage?start_period=2026-01&end_period=2026-01',
    '/v1/reference-data/countries',
    '/v1/ip/enrich?ip=8.8.8.8',
    '/v1/campaigns',
  ]) {
    assert.deepEqual(statusAndCode(await call(path)), [403, 'insufficient_scope'], path);
  }
});
