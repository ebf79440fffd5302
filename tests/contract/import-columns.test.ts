import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import { columnsOf, importKinds } from '../../server/src/domain/imports/import-kinds.ts';
import { importSignals } from '../../server/src/domain/imports/import-signals.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { lineImporter } from '../kit/import-lines.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const importLines = lineImporter(service);
const { db } = service.ctx;

test('a file with an unknown column is rejected with the list of known columns', async () => {
  const lines = ['company_domain,full_name,favorite_color', 'siemens.com,Ann Lee,blue', 'siemens.com,Bo Lee,red'];
  await assert.rejects(importLines(importContacts, lines), (error: Error) => {
    assert.match(error.message, /contacts does not read: "favorite_color"/);
    assert.match(error.message, /Accepted columns: .*company_domain.*email_status.*do_not_contact/);
    return true;
  });
  assert.equal((await db.selectFrom('contacts').select('id').execute()).length, 0);
  const report = await importLines(importContacts, lines, { ignoreUnknownColumns: true });
  assert.deepEqual([report.added, report.ignoredColumns], [2, ['favorite_color']]);
});

test('only the JSON lines with an unknown field are rejected, also if the field is inside an object', async () => {
  const report = await importLines(importCompanies, [
    '{"domain":"plain-one.com","name":"Plain"}',
    '{"domain":"plain-two.com","name":"Odd","favorite_color":"blue"}',
    '{"domain":"plain-three.com","name":"Odd","locations":[{"country_code":"DE","color":"blue"}]}',
  ]);
  assert.equal(report.added, 1);
  assert.deepEqual(report.refused[0], { line: 2, reasons: ['unknown fields: favorite_color'] });
  assert.match(firstOf(itemAt(report.refused, 1).reasons), /^locations\[0\] has unknown fields: color; known fields: name, street_address/);
});

test('every kind of import has a list of its columns', () => {
  for (const kind of importKinds) assert.ok(columnsOf(kind).length > 3, kind);
  assert.ok(columnsOf('contacts').includes('email_status'));
  for (const name of ['group_company_id', 'group_company_domain', 'do_not_contact', 'locations'])
    assert.ok(columnsOf('companies').includes(name));
});

test('rows that share a domain are counted and listed', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => `shop${index}.many-shops.com,${index < 400 ? 'Many Shops' : `Shop ${index}`}`);
  const report = await importLines(importCompanies, ['domain,name', ...rows, 'lonely-shop.com,Lonely']);
  assert.deepEqual([report.read, report.added, report.updated], [451, 52, 399]);
  assert.deepEqual(report.sharedDomains, [
    { domain: 'many-shops.com', rows: 400 },
    { domain: 'many-shops.com', rows: 50, separate: true },
  ]);
});

test('customers with the domain of an e-mail or internet provider are kept apart, and the domain is reported as ignored', async () => {
  const lines = [
    'domain,external_id,name,city,country_code',
    'gmail.com,,Mailbox Bakery,Ulm,DE',
    'gmail.com,,Mailbox Roofing,Bonn,DE',
    'gmail.com,,Mailbox Bakery,Bonn,DE',
    't-online.de,crm:mail-1,Mailbox Joinery,Ulm,DE',
    't-online.de,crm:mail-2,Mailbox Smithy,Ulm,DE',
    'gmx.de,,Mailbox Optics,Graz,AT',
    'bt.com,,BT Group plc,London,GB',
    'mailbox-own.com,,Mailbox Own,Ulm,DE',
  ];
  const ignored = [
    { domain: 'gmail.com', rows: 3, ignored: true },
    { domain: 't-online.de', rows: 2, ignored: true },
    { domain: 'gmx.de', rows: 1, ignored: true },
  ];
  const report = await importLines(importCompanies, lines);
  assert.deepEqual([report.added, report.updated, report.refused], [8, 0, []]);
  assert.deepEqual(report.sharedDomains, ignored);
  const stored = () =>
    db
      .selectFrom('companies')
      .select(['name', 'city', 'domain'])
      .where('name', 'like', 'Mailbox %')
      .orderBy('name')
      .orderBy('city')
      .execute();
  const before = await stored();
  assert.deepEqual(
    before.map(({ name, city, domain }) => [name, city, domain]),
    [
      ['Mailbox Bakery', 'Bonn', null],
      ['Mailbox Bakery', 'Ulm', null],
      ['Mailbox Joinery', 'Ulm', null],
      ['Mailbox Optics', 'Graz', null],
      ['Mailbox Own', 'Ulm', 'mailbox-own.com'],
      ['Mailbox Roofing', 'Bonn', null],
      ['Mailbox Smithy', 'Ulm', null],
    ],
  );
  const again = await importLines(importCompanies, [...lines, 'gmail.com,,Mailbox Later,Ulm,DE']);
  assert.deepEqual([again.added, again.updated], [1, 8], 'the same rows find their companies again');
  assert.deepEqual(
    (await stored()).filter(({ name }) => name !== 'Mailbox Later'),
    before,
  );
  const bt = await db.selectFrom('companies').select('name').where('domain', '=', 'bt.com').execute();
  assert.deepEqual(bt, [{ name: 'BT Group plc' }]);
  const alternative = await importLines(importCompanies, [
    'domain,name,alternative_domains',
    'mailbox-two.com,Mailbox Two,gmail.com|mailbox-two.net',
  ]);
  assert.equal(alternative.added, 1);
  const domains = await db.selectFrom('company_domains').select('domain').where('domain', 'in', ['gmail.com', 'mailbox-two.net']).execute();
  assert.deepEqual(domains, [{ domain: 'mailbox-two.net' }]);
});

test('a block gets the company that is named, without the domain of its provider', async () => {
  const report = await importLines(importIpRanges, [
    'cidr,company,domain',
    '203.0.113.0/28,Mailbox Glass,t-online.de',
    '203.0.113.16/28,Mailbox Steel,t-online.de',
    '203.0.113.32/28,,t-online.de',
  ]);
  assert.deepEqual([report.added, report.refused], [2, [{ line: 4, reasons: ["t-online.de is a provider's domain: name the company"] }]]);
  const names = await db
    .selectFrom('companies')
    .select(['name', 'domain'])
    .where('name', 'in', ['Mailbox Glass', 'Mailbox Steel'])
    .orderBy('name')
    .execute();
  assert.deepEqual(names, [
    { name: 'Mailbox Glass', domain: null },
    { name: 'Mailbox Steel', domain: null },
  ]);
});

test('cells of a CSV file contain objects as JSON, with profiles as URLs', async () => {
  const report = await importLines(importCompanies, [
    'domain,name,locations,social_media_profiles',
    'json-in-csv.com,Json,"[{""country_code"":""at"",""city"":""Graz""}]","{""linkedin"":""https://linkedin.example/json""}"',
    'bad-in-csv.com,Bad,x,"{""linkedin"":""nothing""}"',
  ]);
  assert.deepEqual(report.refused, [
    {
      line: 3,
      reasons: [
        'social_media_profiles.linkedin must be a URL that begins with http:// or https://, or a list of them',
        'locations must be a list of objects',
      ],
    },
  ]);
  const created = await db
    .selectFrom('companies')
    .innerJoin('company_locations', 'company_locations.company_id', 'companies.id')
    .select(['social_media_profiles', 'company_locations.city'])
    .where('domain', '=', 'json-in-csv.com')
    .executeTakeFirstOrThrow();
  assert.deepEqual(created, { social_media_profiles: { linkedin: [{ url: 'https://linkedin.example/json' }] }, city: 'Graz' });
});

test('a group has one parent company, whichever subsidiary names it, and groups cannot be circular', async () => {
  const report = await importLines(importCompanies, [
    'domain,name,group_company_domain',
    'group-head.com,Head,',
    'group-child.com,Child,group-head.com',
    'group-grandchild.com,Grandchild,group-child.com',
    'group-orphan.com,Orphan,nobody-has-this-domain.com',
  ]);
  assert.deepEqual(report.refused, [{ line: 5, reasons: ['no company has the domain nobody-has-this-domain.com: import it first'] }]);
  const idOf = async (domain: string) =>
    (await db.selectFrom('companies').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()).id;
  const circle = await importLines(importCompanies, ['domain,group_company_domain', 'group-head.com,group-grandchild.com']);
  assert.equal(circle.refused.length, 1);
  // A parent that joins another group takes its subsidiaries along.
  await importLines(importCompanies, ['domain,name,group_company_domain', 'group-top.com,Top,', 'group-head.com,,group-top.com']);
  const account = await service.newAccount({ credits: 100 });
  const call = checkedClient(service, account);
  const top = await idOf('group-top.com');
  for (const domain of ['group-head.com', 'group-child.com', 'group-grandchild.com']) {
    const { body } = await call(`/v1/companies/${await idOf(domain)}?include=group_company`);
    const group = body.data.relationships.group_company;
    assert.deepEqual([group.id, group.attributes.name], [top, 'Top'], domain);
  }
});

test('the company search finds companies by their additional locations', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  await importLines(importCompanies, [
    '{"domain":"far-away-works.com","name":"Far Away Works","country_code":"NZ","locations":[{"country_code":"IS","city":"Akureyri","latitude":65.68,"longitude":-18.1}]}',
  ]);
  for (const location of [{ city: 'akureyri' }, { country_code: 'IS' }, { geo: { latitude: 65.7, longitude: -18, distance: 50 } }]) {
    const { body } = await call('/v1/companies/search', { body: { locations: [location], search_terms: ['far away works'] } });
    assert.equal(body.data.length, 1, JSON.stringify(location));
  }
  const { body } = await call('/v1/companies/search', { body: { locations: [{ city: 'Akureyri', country_code: 'NZ' }] } });
  assert.deepEqual(body.data, [], 'all parts of a location must match the same place');
});

test('a file of signals with an unknown column is rejected', async () => {
  await assert.rejects(
    importLines(importSignals, ['company_domain,category,title,published_at,mood', 'siemens.com,job_ads,x,2026-01-01,good']),
    /mood/,
  );
});
