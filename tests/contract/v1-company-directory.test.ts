import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Insertable } from 'kysely';
import type { DB } from '../../server/src/db/schema.ts';
import { writeNameKeys } from '../../server/src/domain/companies/index-company-names.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import type { CompanySearch } from '../../server/src/domain/company-search/company-search.ts';
import { searchCompanies, searchCompanyIds } from '../../server/src/domain/company-search/search-companies.ts';
import { searchContactIds } from '../../server/src/domain/contacts/search-contacts.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { addCompany } from '../kit/add-company.ts';
import { checkedClient, pointerOf, rowsOfAllPages, statusAndCode } from '../kit/checked-client.ts';
import { chrome } from '../kit/events.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { runReattributions, visitCountsByLead } from '../kit/visits.ts';

const service = await startTestService();
const { ctx } = service;
const { db } = ctx;
const now = '2026-10-15T12:00:00.000Z';
service.clock.set(now);

async function newCompany(
  name: string,
  more: Partial<Insertable<DB['companies']>> & { alternative_names?: string[] } = {},
): Promise<string> {
  const id = await addCompany(service, name, more);
  await writeNameKeys(db, [{ id, name, alternative_names: more.alternative_names ?? [] }]);
  if (typeof more.domain === 'string') await db.insertInto('company_domains').values({ domain: more.domain, company_id: id }).execute();
  return id;
}

async function openAccount(options: Parameters<typeof service.newAccount>[0] = {}) {
  const account = await service.newAccount(options);
  const call = checkedClient(service, account);
  const creditsUsed = async () => (await call('/v1/accounts')).body.data[0].attributes.credits.used;
  return { account, call, creditsUsed };
}

async function visit(account: TestAccount, more: Record<string, unknown> = {}) {
  const event = {
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: service.clock.now().toISOString(),
    ip: '143.164.1.10',
    user_agent: chrome,
    url: 'https://shop.example/pricing',
    visitor_id: 'v1',
    ...more,
  };
  const response = await checkedClient(service, account)('/v1/collect', { body: { events: [event] } });
  assert.equal(response.status, 202);
  await service.drain();
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const namesOf = (rows: { attributes: { name: string } }[]) => rows.map(({ attributes }) => attributes.name);

const munich = { latitude: 48.137, longitude: 11.575 };
const zeppelin = await newCompany('Zeppelinwerke Quarzheim GmbH', {
  domain: 'zeppelinwerke-quarzheim.de',
  alternative_names: ['Luftfahrt Quarz'],
  description: 'Builds airships for cargo',
  keywords: ['airship', 'logistics'],
  email: 'info@zeppelinwerke-quarzheim.de',
  phone_numbers: ['+49 (841) 890-1234'],
  vat_id: 'DE 811 115 368',
  register: JSON.stringify({ id: 'HRB 4711', location: 'Ingolstadt', status: 'active' }),
  street_address: 'Werkstraße 1',
  postal_code: '85055',
  city: 'Ingolstadt',
  region_code: 'DE-BY',
  country_code: 'DE',
  latitude: 48.766,
  longitude: 11.425,
  industry_codes: ['food_manufacturing'],
  employee_range: '101-500',
  revenue: JSON.stringify({ value: 5_000_000, currency: 'EUR', year: 2025, estimated: false }),
  earnings: JSON.stringify({ value: 100_000, currency: 'EUR', year: 2025, estimated: false }),
  social_media_profiles: JSON.stringify({ linkedin: [{ url: 'https://linkedin.example/zeppelin' }] }),
  customer_orientation: 'b2b',
});
const twin = await newCompany('Zeppelinwerke Quarzheim Holding', { domain: 'zeppelin-holding.example', country_code: 'AT', city: 'Graz' });

test('retrieve companies: in the order of the ids, each charged once, without unknown ids, and none without enough credits', async () => {
  const { call, creditsUsed } = await openAccount({ credits: 2 });
  const response = await call(`/v1/companies?ids=${twin},${zeppelin},999999999999,${twin}`);
  assert.equal(response.status, 200);
  assert.deepEqual(idsOf(response.body.data), [twin, zeppelin]);
  assert.equal(response.body.meta.credits?.charged, 2);
  assert.equal((await call(`/v1/companies?ids=${twin},${zeppelin}`)).body.meta.credits?.charged, 0);
  assert.deepEqual(idsOf((await call(`/v1/companies?ids=00${twin},${twin}`)).body.data), [twin]);
  const third = await newCompany('Third one');
  const refused = await call(`/v1/companies?ids=${twin},${third}`);
  assert.deepEqual(statusAndCode(refused), [403, 'insufficient_credits']);
  assert.equal(refused.body.data, undefined);
  assert.equal(await creditsUsed(), 2);
  for (const wrong of ['', '?ids=', '?ids=abc', `?ids=${Array.from({ length: 101 }, (_, index) => index + 1).join(',')}`]) {
    const response = await call(`/v1/companies${wrong}`);
    assert.deepEqual(statusAndCode(response), [400, 'invalid_parameter'], wrong.slice(0, 20));
    if (wrong.length > 10) assert.equal(firstOf(response.body.errors).title, 'ids must be up to 100 ids, separated by commas.');
  }
  assert.deepEqual(statusAndCode(await call(`/v1/companies?ids=${twin}&include=secrets`)), [400, 'invalid_parameter']);
});

test('retrieve companies: 20 concurrent requests for the same ten companies charge ten credits', async () => {
  const { call, creditsUsed } = await openAccount({ credits: 10 });
  const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => newCompany(`Parallel ${index}`)));
  const responses = await Promise.all(Array.from({ length: 20 }, () => call(`/v1/companies?ids=${ids.join(',')}`)));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.equal(
    responses.reduce((sum, { body }) => sum + required(body.meta.credits).charged, 0),
    10,
  );
  assert.equal(await creditsUsed(), 10);
});

test('retrieve companies: the id of a merged company returns the current company, once', async () => {
  const { call } = await openAccount();
  const kept = await newCompany('Kept company');
  const gone = await newCompany('Gone company');
  await mergeCompanies(ctx, gone, kept);
  const response = await call(`/v1/companies?ids=${gone},${kept}`);
  assert.deepEqual(idsOf(response.body.data), [kept]);
  assert.deepEqual(
    namesOf((await call('/v1/companies/search', { body: { search_terms: ['gone company'] } })).body.data).includes('Gone company'),
    false,
  );
});

test('search companies: names, domains and descriptions are found, even with typos, and an exact name comes first', async () => {
  const { call } = await openAccount();
  const search = async (term: string) => namesOf((await call('/v1/companies/search', { body: { search_terms: [term] } })).body.data);
  assert.equal((await search('Zeppelinwerke Quarzheim GmbH'))[0], 'Zeppelinwerke Quarzheim GmbH');
  await addCompany(service, 'Quarzkontor', { domain: 'quarzkontor.com', alternative_names: ['Quarzkontor AG'] });
  await addCompany(service, 'Quarzkontor AG Dental', { domain: 'quarzkontor-dental.com' });
  assert.equal((await search('QUARZKONTOR ag'))[0], 'Quarzkontor');
  assert.ok((await search('zepelinwerke quartzheim')).includes('Zeppelinwerke Quarzheim GmbH'));
  assert.ok((await search('zeppelinwerke-quarzhiem.de')).includes('Zeppelinwerke Quarzheim GmbH'));
  assert.ok((await search('Luftfart')).includes('Zeppelinwerke Quarzheim GmbH'));
  assert.ok((await search('airships for')).includes('Zeppelinwerke Quarzheim GmbH'));
  assert.deepEqual(await search('xqzwvkj'), []);
  assert.deepEqual(await search('100%_'), []);
});

test('search companies: names that begin with the term come before names that contain it, even before those of visitors', async () => {
  const { call, account } = await openAccount();
  await newCompany('Im Quillonde', { domain: 'im-quillonde.com' });
  await newCompany('Zu Quillonde', { domain: 'zu-quillonde.com' });
  await newCompany('Quillonde Maritime Engineering Services and Consulting', { domain: 'q-engineering.com' });
  await newCompany('Stonewall Mills', { description: 'Makes Quillonde paper' });
  await createCorrection(ctx, account.accountId, { target: '203.0.113.77', effect: 'company', company: 'zu-quillonde.com' });
  await visit(account, { ip: '203.0.113.77' });
  const { body } = await call('/v1/companies/search', { body: { search_terms: ['quillonde'] } });
  assert.deepEqual(namesOf(body.data), [
    'Quillonde Maritime Engineering Services and Consulting',
    'Zu Quillonde',
    'Im Quillonde',
    'Stonewall Mills',
  ]);
});

test('search companies: a name is found with another legal form, "the" and conjunctions, and in another script', async () => {
  const { call } = await openAccount();
  const search = async (...terms: string[]) => namesOf((await call('/v1/companies/search', { body: { search_terms: terms } })).body.data);
  await newCompany('Morvexa & Tildon');
  await newCompany('Zhurnalkov');
  for (const term of ['Morvexa & Tildon GmbH', 'Morvexa and Tildon', 'The Morvexa & Tildon Company, Inc.'])
    assert.equal((await search(term))[0], 'Morvexa & Tildon', term);
  assert.deepEqual(await search('Журналков'), ['Zhurnalkov']);
  assert.deepEqual((await search('ООО Журналков', 'Morvexa und Tildon')).sort(), ['Morvexa & Tildon', 'Zhurnalkov']);
});

test('search companies: every criterion finds the company only with a matching value', async () => {
  const { account, call } = await openAccount();
  await db.insertInto('tags').values({ account_id: account.accountId, id: '501', name: 'Hot' }).execute();
  await db.insertInto('lead_tags').values({ account_id: account.accountId, company_id: zeppelin, tag_id: '501' }).execute();
  await db
    .insertInto('lists')
    .values({ account_id: account.accountId, id: '601', kind: 'static', scope: 'company', name: 'L', created_at: service.clock.now() })
    .execute();
  await db
    .insertInto('list_items')
    .values({ account_id: account.accountId, list_id: '601', item_id: zeppelin, added_at: service.clock.now() })
    .execute();
  const icp = await call('/v1/icps', {
    body: { data: { type: 'icp', attributes: { name: 'Airships', filters: { keywords: ['airship'], employee_ranges: ['101-500'] } } } },
  });
  assert.equal(icp.status, 201);
  const finds = async (criteria: object) => {
    const response = await call('/v1/companies/search?page[size]=100', {
      body: { search_terms: ['zeppelinwerke quarzheim'], ...criteria },
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return idsOf(response.body.data).includes(zeppelin);
  };
  const cases: [object, object][] = [
    [{ locations: [{ city: 'ingolstadt' }] }, { locations: [{ city: 'Berlin' }] }],
    [{ locations: [{ street: 'werkstr' }] }, { locations: [{ street: 'Hauptstr' }] }],
    [{ locations: [{ postal_code: '85055' }] }, { locations: [{ postal_code: '1' }] }],
    [{ locations: [{ country_code: 'de', region_code: 'de-by' }] }, { locations: [{ country_code: 'DE', region_code: 'DE-BE' }] }],
    [{ locations: [{ city: 'Berlin' }, { country_code: 'DE' }] }, { locations: [{ city: 'Berlin', country_code: 'DE' }] }],
    [{ locations: [{ geo: { ...munich, distance: 75 } }] }, { locations: [{ geo: { ...munich, distance: 65 } }] }],
    [
      { industries: { classification: 'internal', codes: ['food_manufacturing'] } },
      { industries: { classification: 'internal', codes: ['oil_gas'] } },
    ],
    [
      { industries: { classification: 'internal', codes: ['consumer_goods_manufacturing'] } },
      { industries: { classification: 'internal', codes: ['mining_oil_gas'] } },
    ],
    [{ industries: { classification: 'nace', codes: ['C'] } }, { industries: { classification: 'nace', codes: ['B', '1'] } }],
    [{ industries: { classification: 'nace', codes: ['10'] } }, { industries: { classification: 'nace', codes: ['06'] } }],
    [{ industries: { classification: 'wz', codes: ['10'] } }, { industries: { classification: 'wz', codes: ['06'] } }],
    [{ employee_ranges: ['1-10', '101-500'] }, { employee_ranges: ['1-10'] }],
    [{ employee_ranges: ['101-500'] }, { employee_ranges: ['1-10', '11-100'] }],
    [{ revenue: { min: 5_000_000, max: 5_000_000 } }, { revenue: { min: 5_000_001 } }],
    [{ icp_ids: [icp.body.data.id] }, { icp_ids: [randomUUID()] }],
    [{ tag_ids: ['501'] }, { tag_ids: ['502'] }],
    [{ list_ids: ['static_601'] }, { list_ids: ['crm_601'] }],
    [{ filters: { has_phone: true } }, { filters: { has_phone: false } }],
    [{ filters: { has_email: true } }, { filters: { has_email: false } }],
    [{ filters: { has_social_media_profiles: true } }, { filters: { has_social_media_profiles: false } }],
    [{ filters: { do_not_contact: false } }, { filters: { do_not_contact: true } }],
    [{ filters: { has_financials_revenue: true } }, { filters: { has_financials_revenue: false } }],
    [{ filters: { has_financials_earnings: true } }, { filters: { has_financials_earnings: false } }],
    [{ filters: { has_financials_net_worth: false } }, { filters: { has_financials_net_worth: true } }],
    [{ filters: { has_ip_addresses: false } }, { filters: { has_ip_addresses: true } }],
  ];
  for (const [holds, fails] of cases) {
    assert.equal(await finds(holds), true, JSON.stringify(holds));
    assert.equal(await finds(fails), false, JSON.stringify(fails));
  }
  const other = await openAccount();
  for (const foreign of [{ tag_ids: ['501'] }, { list_ids: ['static_601'] }, { icp_ids: [icp.body.data.id] }]) {
    assert.deepEqual((await other.call('/v1/companies/search', { body: foreign })).body.data, [], JSON.stringify(foreign));
  }
});

test('search companies: pages repeat no company while others are added, and cost no credits', async () => {
  const { account, call } = await openAccount({ credits: 0 });
  for (let index = 0; index < 25; index++) await newCompany(`Pagetown Mill ${index}`, { city: 'Pagetown' });
  for (const body of [{ locations: [{ city: 'Pagetown' }] }, { search_terms: ['Pagetown Mill'] }]) {
    const first = await call('/v1/companies/search?page[size]=7', { body });
    const total = required(first.body.meta.pagination).total_count;
    assert.ok(total >= 25);
    assert.equal(first.body.meta.credits?.charged, 0);
    let added = 0;
    const rows = await rowsOfAllPages(async (cursor) => {
      if (added++ === 1) await newCompany('Pagetown Mill late', { city: 'Elsewhere' });
      return call(`/v1/companies/search?page[size]=7&page[cursor]=${cursor}`, { body });
    });
    assert.equal(new Set(idsOf(rows)).size, rows.length);
    assert.ok(rows.length >= total);
  }
  const batches = [];
  for await (const ids of searchCompanyIds(ctx, account.accountId, { locations: [{ city: 'Pagetown' }] })) batches.push(...ids);
  assert.equal(batches.length, 25);
  for (const cursor of ['nonsense', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('["1"]').toString('base64url')]) {
    const broken = await call(`/v1/companies/search?page[cursor]=${cursor}`, { body: { search_terms: ['x'] } });
    assert.deepEqual([...statusAndCode(broken), pointerOf(broken)], [400, 'invalid_parameter', 'page[cursor]']);
  }
});

test('search companies and contacts: more than 10,000 matches are not counted, and pages continue through all of them', async () => {
  const { account, call } = await openAccount({ credits: 0 });
  const count = 10_050;
  const { pool } = service.connection;
  // There are gaps between the ids, as if other records had been added in between.
  await pool.query(
    `insert into companies (id, name, origin, city, updated_at)
     select 700000000 + n * 10 + n / 1000 * 100000, 'Windowtown Works ' || n, 'import', 'Windowtown', now() from generate_series(1, $1::int) as n`,
    [count],
  );
  await pool.query(
    `insert into contacts (id, company_id, full_name, title, updated_at)
     select id + 1, id, 'Wanda Window', 'Glazier', now() from companies where city = 'Windowtown'`,
  );
  const searches = [
    ['/v1/companies/search', { search_terms: ['Windowtown'] }],
    ['/v1/companies/search', { locations: [{ city: 'Windowtown' }] }],
    ['/v1/contacts/search', { search_terms: ['Wanda Window'] }],
    ['/v1/contacts/search', { positions: ['glazier'] }],
  ] as const;
  for (const [path, body] of searches) {
    const ids: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page++) {
      const response = await call(`${path}?page[size]=100${cursor}`, { body });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      assert.equal(response.body.meta.pagination!.total_count, undefined);
      ids.push(...idsOf(response.body.data));
      cursor = `&page[cursor]=${response.body.meta.pagination!.next_cursor}`;
    }
    assert.equal(new Set(ids).size, 500, path);
  }
  const all = async (batches: AsyncIterable<string[]>) => {
    const ids: string[] = [];
    for await (const batch of batches) ids.push(...batch);
    return [ids.length, new Set(ids).size];
  };
  const bounds = async (search: CompanySearch) => {
    const { totalCount, minCount } = await searchCompanies(ctx, account.accountId, search, { cursor: null, size: 1 });
    return [totalCount, minCount];
  };
  assert.deepEqual(await bounds({ search_terms: ['Windowtown'] }), [null, 2000], 'words are counted up to a lower limit');
  assert.deepEqual(await bounds({ locations: [{ city: 'Windowtown' }] }), [null, 10_000]);
  assert.deepEqual(await bounds({ search_terms: ['Works 1000'], locations: [{ city: 'Windowtown' }] }), [1, 1]);
  assert.deepEqual(await all(searchCompanyIds(ctx, account.accountId, { search_terms: ['Windowtown'] })), [count, count]);
  assert.deepEqual(await all(searchContactIds(ctx, account.accountId, { positions: ['glazier'] })), [count, count]);
});

test('search companies: far more than 10,000 matches are estimated, but an outdated estimate is corrected', async () => {
  const { call } = await openAccount({ credits: 0 });
  const { pool } = service.connection;
  await pool.query(
    `insert into companies (id, name, origin, city, updated_at)
     select 800000000 + n, 'Estimated Works ' || n, 'import', 'Estimatetown', now() from generate_series(1, 16000) as n`,
  );
  await pool.query('analyze companies');
  const search = () => call('/v1/companies/search?page[size]=100', { body: { search_terms: ['Estimated'] } });
  const many = (await search()).body;
  assert.deepEqual([many.data.length, many.meta.pagination!.total_count], [100, undefined]);
  await pool.query(`update companies set merged_into = 800000001 where city = 'Estimatetown' and id > 800000030`);
  const few = (await search()).body;
  assert.deepEqual([few.data.length, few.meta.pagination!.total_count], [30, 30]);
});

test('search companies: a rare and a common word find the companies with both, even if the words are prefixes or have typos', async () => {
  const { call } = await openAccount({ credits: 0 });
  const { pool } = service.connection;
  await pool.query(
    `insert into companies (id, name, origin, updated_at)
     select 900000000 + n, case n when 7 then 'Zyqqerian Ordinaries' when 8 then 'Zyqqerian Rare' else 'Ordinaries ' || n end, 'import', now()
     from generate_series(1, 25000) as n`,
  );
  await pool.query("insert into name_words (word) values ('zyqqerian') on conflict do nothing");
  await pool.query('analyze companies');
  const search = async (term: string) => idsOf((await call('/v1/companies/search', { body: { search_terms: [term] } })).body.data);
  assert.deepEqual(await search('Zyqqerian Ordinaries'), ['900000007']);
  assert.deepEqual(await search('ordinar zyqq'), ['900000007']);
  assert.deepEqual(await search('Zyqqerien Ordinaries'), ['900000007']);
});

test('search companies: of too many matches to rank, a recent visitor comes first, even if many leads have no visits left', async () => {
  const { account, call } = await openAccount({ credits: 0 });
  const { pool } = service.connection;
  await pool.query(
    `insert into companies (id, name, origin, updated_at)
     select 600000000 + n, 'Works of Leadenville ' || n, 'import', now() from generate_series(1, 1100) as n`,
  );
  await pool.query(
    `insert into leads (account_id, company_id, visits, first_visit_at, last_visit_at)
     select $1, 600000000 + n, (n = 1100)::int, visited.at, visited.at
     from generate_series(1, 1100) as n cross join lateral (select case when n = 1100 then $2::timestamptz end as at) as visited`,
    [account.accountId, now],
  );
  const found = (await call('/v1/companies/search?page[size]=10', { body: { search_terms: ['Leadenville'] } })).body;
  assert.deepEqual([idsOf(found.data)[0], found.meta.pagination!.total_count], ['600001100', 1100]);
});

test('search companies: no criterion, unknown keys and values out of range are rejected with a pointer', async () => {
  const { call } = await openAccount();
  const cases: [unknown, string][] = [
    [{}, ''],
    [{ names: ['x'] }, '/names'],
    [{ locations: [{ town: 'x' }] }, '/locations/0/town'],
    [{ locations: [{ geo: { latitude: 1, longitude: 1, distance: 501 } }] }, '/locations/0/geo/distance'],
    [{ filters: { has_fax: true } }, '/filters/has_fax'],
    [{ employee_ranges: ['7'] }, '/employee_ranges/0'],
  ];
  for (const [body, pointer] of cases) {
    const response = await call('/v1/companies/search', { body });
    assert.deepEqual([...statusAndCode(response), pointerOf(response)], [400, 'invalid_parameter', pointer]);
  }
});

test('match companies: a company is found by an alternative name among many companies with similar names', async () => {
  const { call } = await openAccount({ credits: 0 });
  for (let number = 0; number < 25; number++) await newCompany(`Fenwick Overland Haulage ${number}`);
  const zubrowka = await newCompany('Zubrowka Lines', { alternative_names: ['Fenwick Overland-Haulage'] });
  const inputs = [{ company_name: 'FENWICK OVERLAND HAULAGE' }, { company_name: 'Fenwick Overland Haulage Ltd.' }];
  const response = await call('/v1/companies/match', { body: { companies: inputs } });
  assert.deepEqual(
    response.body.data.map((found: { id: string }[]) => found[0]?.id),
    [zubrowka, zubrowka],
  );
});

test('match companies: a similar name is found even if another company has the words in its description', async () => {
  const { call } = await openAccount({ credits: 0 });
  const logistik = await newCompany('Wiesmoor Logistik Group');
  const text = 'Works with Wiesmoor, a group for logistics.';
  await newCompany('Unrelated Consulting', { description: text });
  for (const company_name of ['Wiesmoor Logistics Group', 'Wiesmoor Logistics']) {
    const response = await call('/v1/companies/match', { body: { companies: [{ company_name }] } });
    assert.deepEqual(idsOf(response.body.data[0]), [logistik], company_name);
  }
});

test('match companies: by VAT id, register, website, e-mail address, phone number and name, in the order of the inputs', async () => {
  const { call } = await openAccount({ credits: 0 });
  const inputs = [
    { vat_id: 'de811115368' },
    { register_id: 'HRB-4711', register_location: 'ingolstadt' },
    { url: 'http://www.zeppelinwerke-quarzheim.de/about?x=1' },
    { email: 'jane.doe@zeppelinwerke-quarzheim.de' },
    { company_name: 'ZEPPELINWERKE QUARZHEIM', country: 'Germany', city: 'Ingolstadt', phone: '0841 8901234' },
    { company_name: 'Zeppelinwerk Quarzheim' },
    { company_name: 'Nobody knows this one xqz' },
    { email: 'somebody@gmail.com' },
  ];
  const response = await call('/v1/companies/match', { body: { companies: inputs } });
  assert.equal(response.status, 200);
  assert.equal(response.body.meta.credits?.charged, 0);
  assert.equal(response.body.data.length, inputs.length);
  const best = response.body.data.map((found: { id: string }[]) => found[0]?.id ?? null);
  assert.deepEqual(best, [zeppelin, zeppelin, zeppelin, zeppelin, zeppelin, zeppelin, null, null]);
  const score = (at: number, rank = 0) => response.body.data[at][rank].attributes;
  assert.deepEqual(score(0), { match_score: 0.97, matched_on: ['vat_id'] });
  assert.deepEqual(score(1), { match_score: 0.95, matched_on: ['register_id'] });
  assert.deepEqual(score(3).matched_on, ['email']);
  assert.deepEqual(score(4).matched_on, ['company_name', 'phone', 'country', 'city']);
  assert.ok(score(4).match_score > 0.9, String(score(4).match_score));
  assert.ok(score(5).match_score < 0.75);
  // The holding in another country has a similar name and is ranked lower.
  assert.equal(response.body.data[4][1].id, twin);
  assert.ok(response.body.data[4][1].attributes.match_score < 0.5);
  const single = await call('/v1/companies/match?max_results_per_company=1', { body: { companies: [inputs[4]] } });
  assert.equal(single.body.data[0].length, 1);
  assert.deepEqual(single.body.data[0][0].relationships.company_summary.attributes.name, 'Zeppelinwerke Quarzheim GmbH');
});

test('match companies: invalid input is rejected with a pointer', async () => {
  const { call } = await openAccount();
  const cases: [string, unknown, string][] = [
    ['', { companies: [] }, '/companies'],
    ['', { companies: Array.from({ length: 201 }, () => ({ company_name: 'x' })) }, '/companies'],
    ['', { companies: [{ company_name: 'x' }, { city: 'Berlin' }] }, '/companies/1'],
    ['', { companies: [{ name: 'x' }] }, '/companies/0/name'],
    ['?max_results_per_company=21', { companies: [{ company_name: 'x' }] }, 'max_results_per_company'],
    ['?max_results_per_company=0', { companies: [{ company_name: 'x' }] }, 'max_results_per_company'],
  ];
  for (const [query, body, pointer] of cases) {
    const response = await call(`/v1/companies/match${query}`, { body });
    assert.deepEqual([...statusAndCode(response), pointerOf(response)], [400, 'invalid_parameter', pointer]);
  }
  const many = await call('/v1/companies/match', {
    body: { companies: Array.from({ length: 200 }, (_, index) => ({ company_name: `Bank ${index}` })) },
  });
  assert.equal(many.body.data?.length, 200, JSON.stringify(many.body.errors));
});

test('signals: directory news and web intent, newest first, charged per company on the page', async () => {
  const { account, call, creditsUsed } = await openAccount({ credits: 1 });
  const insert = (id: string, companyId: string, category: string, published: string, eventDate: string | null = null) =>
    db
      .insertInto('signals')
      .values({
        id,
        company_id: companyId,
        category,
        title: `${category} ${id}`,
        published_at: new Date(published),
        event_date: eventDate,
        confidence: 0.5,
      })
      .execute();
  const quiet = await newCompany('Company without news');
  await insert('91', zeppelin, 'job_ads', '2026-09-01T10:00:00Z', '2026-08-20');
  await insert('92', zeppelin, 'business_expansion', '2026-09-02T10:00:00Z');
  await insert('93', zeppelin, 'job_ads', '2026-09-02T10:00:00Z', '2026-08-25');
  const audi = (await db.selectFrom('companies').select('id').where('name', '=', 'Audi').executeTakeFirstOrThrow()).id;
  const goal = randomUUID();
  await db
    .insertInto('goals')
    .values({
      account_id: account.accountId,
      id: goal,
      name: 'Pricing seen',
      kind: 'page',
      operator: 'contains',
      pattern: '/pricing',
      created_at: new Date('2026-01-01'),
    })
    .execute();
  await visit(account, { occurred_at: '2026-05-01T10:00:00Z', url: 'https://shop.example/' });
  await visit(account, { occurred_at: '2026-10-10T10:00:00Z' });
  const search = (body: object, query = '') => call(`/v1/companies/signals/search${query}`, { body });
  const own = await search({ company_ids: [audi] });
  assert.deepEqual(
    own.body.data
      .map(({ attributes }: { attributes: { title: string; event_date: string } }) => [attributes.title, attributes.event_date])
      .sort(),
    [
      ['First visit', '2026-05-01'],
      ['Goal reached', '2026-10-10'],
      ['Return after a silence', '2026-10-10'],
    ],
  );
  assert.equal(own.body.meta.credits?.charged, 0);
  assert.equal(own.body.data.at(-1).attributes.title, 'First visit');
  // More visits on the same day change nothing; far more than usual in a week are a surge.
  await visit(account, { occurred_at: '2026-10-10T11:00:00Z' });
  assert.deepEqual((await search({ company_ids: [audi] })).body.data, own.body.data);
  for (const day of ['2026-09-21', '2026-09-28']) await visit(account, { occurred_at: `${day}T10:00:00Z`, url: 'https://shop.example/' });
  for (const hour of ['06', '07', '08', '09', '10'])
    await visit(account, { occurred_at: `2026-10-12T${hour}:00:00Z`, url: 'https://shop.example/' });
  const surging = await search({ company_ids: [audi], event_date: { from: '2026-10-12' } });
  assert.deepEqual(
    surging.body.data.map(({ attributes }: { attributes: { title: string; event_date: string } }) => [
      attributes.title,
      attributes.event_date,
    ]),
    [['Surge of visits', '2026-10-12']],
  );
  const nothing = await search({ company_ids: [quiet] });
  assert.deepEqual([nothing.body.data, nothing.body.meta.credits?.charged], [[], 0]);
  const all = await rowsOfAllPages((cursor) => search({ company_ids: [zeppelin, quiet] }, `?page[size]=2&page[cursor]=${cursor}`));
  assert.deepEqual(idsOf(all), ['93', '92', '91']);
  assert.equal(await creditsUsed(), 1);
  const ids = async (body: object) => idsOf((await search({ company_ids: [zeppelin], ...body })).body.data);
  assert.deepEqual(await ids({ categories: ['job_ads'] }), ['93', '91']);
  assert.deepEqual(await ids({ categories: [] }), ['93', '92', '91'], 'an empty criterion does not count');
  assert.deepEqual(await ids({ company_ids: [`00${zeppelin}`] }), ['93', '92', '91']);
  assert.deepEqual(await ids({ event_date: { from: '2026-08-21' } }), ['93']);
  assert.deepEqual(await ids({ event_date: { to: '2026-08-20' } }), ['91']);
  assert.deepEqual(await ids({ publication_date: { from: '2026-09-01', to: '2026-09-01' } }), ['91']);
  const old = await newCompany('Company with old news');
  for (const id of ['95', '96', '97']) await insert(id, old, 'job_ads', id === '95' ? '1968-05-01T10:00:00Z' : '1969-05-01T10:00:00Z');
  const rich = await openAccount({ credits: 1 });
  const oldest = (cursor: string) =>
    rich.call(`/v1/companies/signals/search?page[size]=1&page[cursor]=${cursor}`, { body: { company_ids: [old] } });
  assert.deepEqual(idsOf(await rowsOfAllPages(oldest)), ['97', '96', '95']);
  const other = await openAccount();
  assert.deepEqual((await other.call('/v1/companies/signals/search', { body: { company_ids: [audi] } })).body.data, []);
  await insert('94', twin, 'job_ads', '2026-09-01T10:00:00Z');
  assert.deepEqual(statusAndCode(await search({ company_ids: [twin] })), [403, 'insufficient_credits']);
  for (const [body, pointer] of [
    [{}, '/company_ids'],
    [{ company_ids: [] }, '/company_ids'],
    [{ company_ids: [twin], categories: ['gossip'] }, '/categories/0'],
    [{ company_ids: [twin], since: '2026' }, '/since'],
  ] as const) {
    const response = await search(body);
    assert.deepEqual([...statusAndCode(response), pointerOf(response)], [400, 'invalid_parameter', pointer]);
  }
});

test('financial reports: newest year first, for one credit, and free if there are no reports', async () => {
  const { call } = await openAccount({ credits: 1 });
  for (const year of [2023, 2025, 2024]) {
    await db
      .insertInto('financial_reports')
      .values({ company_id: zeppelin, year, currency: 'EUR', revenue: '5000000.50', employees: 120, source: 'register' })
      .execute();
  }
  assert.equal((await call(`/v1/companies/${twin}/financials`)).body.meta.credits?.charged, 0);
  const response = await call(`/v1/companies/${zeppelin}/financials`);
  assert.deepEqual(
    response.body.data.map(({ attributes }: { attributes: { year: number } }) => attributes.year),
    [2025, 2024, 2023],
  );
  assert.equal(response.body.data[0].attributes.revenue, 5_000_000.5);
  assert.equal(response.body.meta.credits?.charged, 1);
  assert.equal((await call(`/v1/companies/${zeppelin}/financials`)).body.meta.credits?.charged, 0);
  assert.deepEqual(statusAndCode(await call('/v1/companies/999999999999/financials')), [404, 'entity_not_found']);
  assert.deepEqual(statusAndCode(await call('/v1/companies/abc/financials')), [404, 'entity_not_found']);
});

test('company IPs: the most certain block first, at most the given number, and charged only if there are any', async () => {
  const { account, call } = await openAccount({ credits: 1 });
  await db
    .insertInto('company_ip_ranges')
    .values([
      { block: '203.0.113.0/28', company_id: zeppelin, source: 'test', updated_at: service.clock.now() },
      { block: '203.0.113.64/28', company_id: zeppelin, source: 'test', updated_at: service.clock.now() },
    ])
    .execute();
  const response = await call(`/v1/companies/ips?company_ids=${zeppelin},${twin},999999999`);
  assert.deepEqual(
    response.body.data.map(({ id, attributes }: { id: string; attributes: { ip_addresses: { ip: string }[] } }) => [
      id,
      attributes.ip_addresses.map(({ ip }) => ip),
    ]),
    [
      [zeppelin, ['203.0.113.0/28', '203.0.113.64/28']],
      [twin, []],
    ],
  );
  assert.equal(response.body.meta.credits?.charged, 1);
  assert.deepEqual(idsOf((await call(`/v1/companies/ips?company_ids=0${zeppelin}`)).body.data), [zeppelin]);
  assert.equal((await call(`/v1/companies/ips?company_ids=${zeppelin}&max_ip_addresses=1`)).body.data[0].attributes.ip_addresses.length, 1);
  await visit(account);
  const audi = (await db.selectFrom('companies').select('id').where('name', '=', 'Audi').executeTakeFirstOrThrow()).id;
  const visitor = await call(`/v1/companies/ips?company_ids=${audi}`);
  assert.equal(visitor.body.meta.credits?.charged, 0);
  const confidences = visitor.body.data[0].attributes.ip_addresses.map(({ confidence }: { confidence: number }) => confidence);
  assert.ok(confidences.length > 0);
  assert.deepEqual(
    confidences,
    [...confidences].sort((a, b) => b - a),
  );
  for (const wrong of ['', '?company_ids=x', `?company_ids=${twin}&max_ip_addresses=101`, `?company_ids=${twin}&max_ip_addresses=0`]) {
    assert.deepEqual(statusAndCode(await call(`/v1/companies/ips${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('company IPs: all blocks of an own network, even if its addresses are not a single block', () => {
  const { identifier } = ctx;
  const networks = Array.from({ length: 2000 }, (_, index) => identifier.findFacts(`${1 + (index % 220)}.${index % 251}.255.255`).network);
  const own = networks.filter((network) => network !== null).map(({ asn, cidr }) => ({ cidr, blocks: identifier.blocksOf(asn, 20) }));
  const complete = own.filter(({ blocks }) => blocks.length < 20);
  assert.ok(complete.some(({ blocks }) => blocks.length > 1));
  assert.deepEqual(
    complete.filter(({ cidr, blocks }) => !blocks.includes(cidr)),
    [],
  );
});

test('company IPs: the network of a visit is listed only if the company holds it and still visits from it', async () => {
  const account = await openAccount({ credits: 10 });
  const blocksOf = async (id: string) => {
    const { body } = await account.call(`/v1/companies/ips?company_ids=${id}`);
    return body.data[0].attributes.ip_addresses.map(({ ip, source }: { ip: string; source: string }) => `${source} ${ip}`);
  };
  const employer = await newCompany('Heimbüro Quarzheim GmbH', { domain: 'heimbuero-quarzheim.de' });
  const home = { ip: '80.128.0.10', visitor_id: 'home' };
  await visit(account.account, home);
  await visit(account.account, { ...home, kind: 'identify', email: 'anna@heimbuero-quarzheim.de' });
  assert.deepEqual(await visitCountsByLead(service, account.account), { 'Heimbüro Quarzheim GmbH': 1 });
  assert.deepEqual(await blocksOf(employer), []);

  await visit(account.account);
  const audi = (await db.selectFrom('companies').select('id').where('name', '=', 'Audi').executeTakeFirstOrThrow()).id;
  await db.deleteFrom('company_networks').where('company_id', '=', audi).execute();
  assert.deepEqual(await blocksOf(audi), ['visits 143.164.0.0/16']);
  await createCorrection(ctx, account.account.accountId, { target: '143.164.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account.account);
  assert.deepEqual(await blocksOf(audi), []);
});
