import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchContactIds } from '../../server/src/domain/contacts/search-contacts.ts';
import { idsAfter } from '../../server/src/domain/ids-after.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, pointerOf, rowsOfAllPages, statusAndCode } from '../kit/checked-client.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;
const { db } = ctx;
const now = '2026-10-15T12:00:00.000Z';
service.clock.set(now);

async function openAccount(options: Parameters<typeof service.newAccount>[0] = {}) {
  const account = await service.newAccount(options);
  const call = checkedClient(service, account);
  const creditsUsed = async () => (await call('/v1/accounts')).body.data[0].attributes.credits.used;
  return { account, call, creditsUsed };
}

const companyId = firstOf(await ctx.ids.records(db, 1));
await db
  .insertInto('companies')
  .values({
    id: companyId,
    name: 'Quarz AG',
    domain: 'quarz.de',
    url: 'https://quarz.de',
    origin: 'import',
    updated_at: service.clock.now(),
  })
  .execute();
await db.insertInto('company_domains').values({ domain: 'quarz.de', company_id: companyId }).execute();

async function newContact(fullName: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = firstOf(await ctx.ids.records(db, 1));
  const [first_name, last_name] = fullName.split(' ');
  await db
    .insertInto('contacts')
    .values({
      id,
      company_id: companyId,
      full_name: fullName,
      first_name,
      last_name,
      updated_at: service.clock.now(),
      ...more,
    } as never)
    .execute();
  return id;
}

const withEmail = (email: string) => ({ email, emails: JSON.stringify([{ value: email, status: 'valid' }]) });
const anna = await newContact('Annegret Quastenberger', {
  ...withEmail('anna@quarz.de'),
  title: 'Head of Mining',
  department: 'engineering_department',
  hierarchy_level: 'director',
  phone_numbers: ['+49 841 1'],
  country_code: 'DE',
  social_media_profiles: JSON.stringify({ linkedin: [{ url: 'https://linkedin.example/anna' }] }),
});
const bert = await newContact('Bert Sand', { affiliation: 'former' });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('revealing a contact costs one credit, then nothing for twelve months; without credits it gets 403', async () => {
  const { call, creditsUsed } = await openAccount({ credits: 1 });
  const first = await call(`/v1/contacts/${anna}`);
  assert.equal(first.body.meta.credits?.charged, 1);
  assert.deepEqual(first.body.data.attributes, {
    first_name: 'Annegret',
    last_name: 'Quastenberger',
    full_name: 'Annegret Quastenberger',
    title: 'Head of Mining',
    department: 'engineering_department',
    hierarchy_level: 'director',
    affiliation: 'current',
    emails: [{ value: 'anna@quarz.de', status: 'valid' }],
    phone_numbers: ['+49 841 1'],
    social_media_profiles: { linkedin: [{ url: 'https://linkedin.example/anna' }] },
    country_code: 'DE',
    do_not_contact: false,
    custom_fields: {},
    updated_at: now,
  });
  assert.deepEqual(first.body.data.relationships, {
    company: { type: 'company', id: companyId },
    lists: [],
    buyer_personas: [],
    crm_connections: [],
    crm_suggestions: [],
  });
  assert.equal((await call(`/v1/contacts/${anna}`)).body.meta.credits?.charged, 0);
  const refused = await call(`/v1/contacts/${bert}`);
  assert.deepEqual([...statusAndCode(refused), refused.body.data], [403, 'insufficient_credits', undefined]);
  assert.equal(await creditsUsed(), 1);
  service.clock.set('2027-10-15T12:00:00.000Z');
  assert.equal((await call(`/v1/contacts/${anna}`)).body.meta.credits?.charged, 1);
  service.clock.set(now);
  for (const id of ['999999999999', 'abc']) assert.deepEqual(statusAndCode(await call(`/v1/contacts/${id}`)), [404, 'entity_not_found']);
});

test('retrieve contacts: in the order of the ids, charged once despite concurrent requests, and none without enough credits', async () => {
  const { call, creditsUsed } = await openAccount({ credits: 2 });
  const responses = await Promise.all(Array.from({ length: 20 }, () => call(`/v1/contacts?ids=${bert},${anna},${bert},999999999`)));
  for (const response of responses) assert.deepEqual(idsOf(response.body.data), [bert, anna]);
  assert.equal(
    responses.reduce((sum, { body }) => sum + required(body.meta.credits).charged, 0),
    2,
  );
  assert.deepEqual(idsOf((await call(`/v1/contacts?ids=00${bert},${bert}`)).body.data), [bert]);
  assert.equal((await call(`/v1/contacts/00${bert}`)).body.data.id, bert);
  const third = await newContact('Third Person');
  assert.deepEqual(statusAndCode(await call(`/v1/contacts?ids=${bert},${third}`)), [403, 'insufficient_credits']);
  assert.equal(await creditsUsed(), 2);
  for (const wrong of ['', '?ids=x', `?ids=${anna}&include=boss`]) {
    assert.deepEqual(statusAndCode(await call(`/v1/contacts${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('get contact: company, lists, personas and CRM records with their owners are included on request', async () => {
  const { account, call } = await openAccount();
  const { accountId } = account;
  const at = service.clock.now();
  await db
    .insertInto('lists')
    .values({ account_id: accountId, id: '701', kind: 'static', scope: 'contact', name: 'Callers', item_count: 1, created_at: at })
    .execute();
  await db.insertInto('list_items').values({ account_id: accountId, list_id: '701', item_id: anna, added_at: at }).execute();
  const persona = await call('/v1/buyer-personas', {
    body: { data: { type: 'buyer_persona', attributes: { name: 'Miners', positions: ['mining'], countries: ['DE'] } } },
  });
  await call('/v1/buyer-personas', {
    body: { data: { type: 'buyer_persona', attributes: { name: 'Sellers', departments: ['sales_department'] } } },
  });
  const record = {
    account_id: accountId,
    crm: 'hub',
    name: 'annegret quastenberger',
    owner_name: 'Olga',
    owner_email: 'olga@us.example',
    updated_at: at,
  };
  await db
    .insertInto('crm_records')
    .values([
      { ...record, id: '1', record_type: 'contact', external_id: 'a' },
      { ...record, id: '2', record_type: 'contact', external_id: 'b' },
      { ...record, id: '3', record_type: 'organization', external_id: 'c' },
    ])
    .execute();
  await db
    .insertInto('crm_connections')
    .values([
      { account_id: accountId, id: '11', company_id: companyId, record_id: '1', status: 'connected', matched_on: 'email' },
      { account_id: accountId, id: '12', company_id: companyId, record_id: '2', status: 'suggested', matched_on: 'name' },
      { account_id: accountId, id: '13', company_id: companyId, record_id: '3', status: 'connected', matched_on: 'domain' },
    ])
    .execute();
  const include = 'company,lists,buyer_personas,crm_connections.crm_record.crm_owner,crm_suggestions';
  const { relationships } = (await call(`/v1/contacts/${anna}?include=${include}`)).body.data;
  assert.deepEqual(relationships.company.attributes, { name: 'Quarz AG', domain: 'quarz.de', url: 'https://quarz.de' });
  assert.deepEqual(
    relationships.lists,
    [
      {
        type: 'list',
        id: 'static_701',
        attributes: { name: 'Callers', scope: 'contact', kind: 'static', read_only: false, item_count: 1, created_at: now },
      },
    ].concat(relationships.lists.slice(1)),
  );
  assert.deepEqual(relationships.buyer_personas, [{ type: 'buyer_persona', id: persona.body.data.id, attributes: { name: 'Miners' } }]);
  assert.equal(relationships.crm_connections.length, 1);
  assert.deepEqual(relationships.crm_connections[0].relationships.crm_record.relationships.crm_owner.attributes, {
    name: 'Olga',
    email: 'olga@us.example',
  });
  assert.deepEqual(idsOf(relationships.crm_suggestions), ['12']);
  const plain = (await call(`/v1/contacts/${anna}`)).body.data.relationships;
  assert.deepEqual(plain.buyer_personas, [{ type: 'buyer_persona', id: persona.body.data.id }]);
  assert.deepEqual(plain.crm_connections, [{ type: 'crm_connection', id: '11' }]);
  const other = await openAccount();
  const foreign = (await other.call(`/v1/contacts/${anna}?include=${include}`)).body.data.relationships;
  const staticLists = foreign.lists.filter(({ id }: { id: string }) => id.startsWith('static_'));
  assert.deepEqual([staticLists, foreign.buyer_personas, foreign.crm_connections, foreign.crm_suggestions], [[], [], [], []]);
});

test('search contacts: every criterion finds the contact only with a matching value; unrevealed data is not shown', async () => {
  const { account, call } = await openAccount({ credits: 0 });
  const persona = await call('/v1/buyer-personas', {
    body: { data: { type: 'buyer_persona', attributes: { name: 'Miners', positions: ['mining'] } } },
  });
  const finds = async (body: object) => {
    const response = await call('/v1/contacts/search?page[size]=100', { body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    assert.equal(response.body.meta.credits?.charged, 0);
    return idsOf(response.body.data).includes(anna);
  };
  const cases: [object, object][] = [
    [{ search_terms: ['anegret quastenburger'] }, { search_terms: ['xqzwvk'] }],
    [{ emails: [' ANNA@quarz.de'] }, { emails: ['other@quarz.de'] }],
    [{ company_ids: [companyId] }, { company_ids: ['1'] }],
    [{ positions: ['mining'] }, { positions: ['cooking'] }],
    [{ departments: ['engineering_department'] }, { departments: ['sales_department'] }],
    [{ hierarchy_levels: ['director'] }, { hierarchy_levels: ['vp'] }],
    [{ affiliation: 'current', emails: ['anna@quarz.de'] }, { affiliation: 'former' }],
    [{ buyer_persona_ids: [persona.body.data.id] }, { buyer_persona_ids: [randomUUID()] }],
    [{ filters: { has_email: true } }, { filters: { has_email: false } }],
    [{ filters: { has_phone: true } }, { filters: { has_phone: false } }],
  ];
  for (const [holds, fails] of cases) {
    assert.equal(await finds(holds), true, JSON.stringify(holds));
    assert.equal(await finds(fails), false, JSON.stringify(fails));
  }
  const found = await call('/v1/contacts/search?include=company', { body: { emails: ['anna@quarz.de'] } });
  assert.deepEqual(found.body.data[0], {
    type: 'contact_summary',
    id: anna,
    attributes: {
      first_name: 'Annegret',
      last_name: 'Quastenberger',
      full_name: 'Annegret Quastenberger',
      title: 'Head of Mining',
      department: 'engineering_department',
      hierarchy_level: 'director',
      has_email: true,
      has_phone: true,
    },
    relationships: { company: { type: 'company', id: companyId, attributes: { name: 'Quarz AG', domain: 'quarz.de' } } },
  });
  const other = await openAccount();
  assert.deepEqual((await other.call('/v1/contacts/search', { body: { buyer_persona_ids: [persona.body.data.id] } })).body.data, []);
  for (let index = 0; index < 12; index++) await newContact(`Paging Person${index}`, { title: 'Pager' });
  const rows = await rowsOfAllPages((cursor) =>
    call(`/v1/contacts/search?page[size]=5&page[cursor]=${cursor}`, { body: { positions: ['pager'] } }),
  );
  assert.equal(new Set(idsOf(rows)).size, 12);
  const ids: string[] = [];
  for await (const batch of searchContactIds(ctx, account.accountId, { positions: ['pager'] })) ids.push(...batch);
  assert.deepEqual(ids, idsOf(rows));
  for (const [body, pointer] of [
    [{}, ''],
    [{ names: [] }, '/names'],
    [{ affiliation: 'maybe' }, '/affiliation'],
    [{ filters: { has_fax: true } }, '/filters/has_fax'],
  ] as const) {
    const response = await call('/v1/contacts/search', { body });
    assert.deepEqual([...statusAndCode(response), pointerOf(response)], [400, 'invalid_parameter', pointer]);
  }
  assert.deepEqual(statusAndCode(await call('/v1/contacts/search?page[cursor]=x', { body: { emails: ['a'] } })), [
    400,
    'invalid_parameter',
  ]);
});

test('a search finds the same contacts whether or not it reads them in the order of their ids, which it does up to a limit', async () => {
  const created: string[] = [];
  for (let index = 0; index < 12; index++) created.push(await newContact(`Ordered Person${index}`, { title: 'Orderly' }));
  const lastId = Number(created.at(-1));
  const read = (maxReadInOrder: number) =>
    db.transaction().execute(async (trx) => {
      const found: string[] = [];
      const bitmapScans: string[] = [];
      const conditions = sql<boolean>`k.title = 'Orderly'`;
      const query = { table: 'contacts', alias: 'k', conditions, after: '0', batchSize: 5, matches: 20, maxReadInOrder } as const;
      for await (const ids of idsAfter(trx, query)) {
        found.push(...ids);
        const { rows } = await sql<{ setting: string }>`select current_setting('enable_bitmapscan') as setting`.execute(trx);
        bitmapScans.push(firstOf(rows).setting);
      }
      return { found, bitmapScans: [...new Set(bitmapScans)] };
    });
  assert.deepEqual(await read(0), { found: created, bitmapScans: ['on'] });
  assert.deepEqual(await read(lastId / 2 + 1), { found: created, bitmapScans: ['on'] });
  assert.deepEqual(await read(lastId * 10), { found: created, bitmapScans: ['off'] });
});

test('update a contact: custom fields and do_not_contact change only for this account, and not at all if one is invalid', async () => {
  const { call } = await openAccount();
  const other = await openAccount();
  const fieldBody = (name: string, type: string, editable = true) => ({
    body: { data: { type: 'custom_field', attributes: { name, scope: 'contact', type, editable } } },
  });
  await call('/v1/custom-fields', fieldBody('Score', 'number'));
  await call('/v1/custom-fields', fieldBody('Managed', 'text', false));
  const update = (attributes: object, id = anna) =>
    call(`/v1/contacts/${id}`, { method: 'PATCH', body: { data: { type: 'contact', attributes } } });
  const done = await update({ custom_fields: { score: { value: 7 } }, do_not_contact: true });
  assert.deepEqual(done.body.data, {
    type: 'contact',
    id: anna,
    attributes: { custom_fields: { score: { value: 7 } }, do_not_contact: true },
  });
  assert.equal((await update({ do_not_contact: true }, `00${anna}`)).body.data.id, anna);
  const read = async (client: typeof call) => {
    const { do_not_contact, custom_fields } = (await client(`/v1/contacts/${anna}`)).body.data.attributes;
    return { do_not_contact, custom_fields };
  };
  assert.deepEqual(await read(call), { do_not_contact: true, custom_fields: { score: { value: 7 } } });
  assert.deepEqual(await read(other.call), { do_not_contact: false, custom_fields: {} });
  const failed = await update({ custom_fields: { score: { value: 'seven' }, managed: { value: 'x' } }, do_not_contact: false });
  assert.equal(failed.status, 403);
  assert.deepEqual(
    failed.body.errors.map(({ code, source }) => [code, source?.pointer]),
    [
      ['access_denied', '/data/attributes/custom_fields/managed'],
      ['bad_request', '/data/attributes/custom_fields/score'],
    ],
  );
  assert.deepEqual(await read(call), { do_not_contact: true, custom_fields: { score: { value: 7 } } });
  await update({ custom_fields: { score: { value: null } } });
  await update({ do_not_contact: false });
  assert.deepEqual(await read(call), { do_not_contact: false, custom_fields: {} });
  assert.deepEqual(statusAndCode(await update({ do_not_contact: true }, '999999999')), [404, 'entity_not_found']);
  for (const wrong of [{}, { name: 'x' }, { do_not_contact: 'yes' }, { custom_fields: {} }])
    assert.deepEqual(statusAndCode(await update(wrong)), [400, 'invalid_parameter']);
});

test('find contact data: estimated, found in the directory and among visitors, charged if found, available for seven days', async () => {
  const { account, call, creditsUsed } = await openAccount({ credits: 5 });
  const carla = await newContact('Carla Kies');
  const nobody = await newContact('Nobody Known');
  await db
    .insertInto('visitors')
    .values([
      {
        account_id: account.accountId,
        id: 'v1',
        first_seen_at: new Date(now),
        last_seen_at: new Date(now),
        email: 'Carla.Kies@quarz.de',
        first_name: 'Carla',
        last_name: 'Kies',
      },
      ...['carla@elsewhere.de', 'kies@mail.quarz.de'].map((email) => ({
        account_id: account.accountId,
        id: email,
        first_seen_at: new Date(now),
        last_seen_at: new Date(now),
        email,
        first_name: 'carla',
        last_name: 'KIES',
      })),
    ])
    .execute();
  const body = (attributes: object) => ({ body: { data: { type: 'find_contact_data_job', attributes } } });
  const target = { contact_ids: [anna, carla, nobody, '999999999'] };
  await call(`/v1/contacts/${anna}`);
  const estimate = await call('/v1/contacts/find-contact-data-jobs/estimate', body(target));
  assert.deepEqual(estimate.body.data.attributes, { eligible: 3, already_covered: 1, estimated_credits: 2 });
  const created = await call('/v1/contacts/find-contact-data-jobs', body(target));
  assert.equal(created.status, 202);
  assert.equal(created.body.data.attributes.status, 'running');
  assert.equal(created.body.meta.credits?.charged, 0);
  assert.ok(created.headers.get('location')?.includes(created.body.data.id));
  await runQueuedJobs(service);
  const path = `/v1/contacts/find-contact-data-jobs/${created.body.data.id}`;
  const { attributes } = (await call(path)).body.data;
  assert.deepEqual(
    [attributes.status, attributes.progress, attributes.credits],
    ['completed', { total: 4, done: 4 }, { estimated: 2, charged: 1 }],
  );
  const emailsOfCarla = ['carla.kies@quarz.de', 'kies@mail.quarz.de'].map((value) => ({ value, status: 'unverified' }));
  assert.deepEqual(attributes.results, [
    { type: 'contact', id: anna, status: 'found', emails: [{ value: 'anna@quarz.de', status: 'valid' }], phone_numbers: ['+49 841 1'] },
    { type: 'contact', id: carla, status: 'found', emails: emailsOfCarla, phone_numbers: [] },
    { type: 'contact', id: nobody, status: 'no_data' },
    { type: 'contact', id: '999999999', status: 'not_found' },
  ]);
  assert.equal(await creditsUsed(), 2);
  const record = await call(`/v1/contacts/${carla}`);
  assert.deepEqual([record.body.data.attributes.emails, record.body.meta.credits?.charged], [emailsOfCarla, 0]);
  const other = await openAccount();
  assert.deepEqual((await other.call(`/v1/contacts/${carla}`)).body.data.attributes.emails, []);
  assert.deepEqual(statusAndCode(await other.call(path)), [404, 'entity_not_found']);
  service.clock.set('2026-10-22T12:00:01.000Z');
  assert.deepEqual(statusAndCode(await call(path)), [404, 'entity_not_found']);
  service.clock.set(now);
});

test('find contact data: a job for a list stops when the credits are used up, and invalid input is rejected', async () => {
  const { account, call, creditsUsed } = await openAccount({ credits: 1 });
  const { accountId } = account;
  const at = service.clock.now();
  for (const [id, scope] of [
    ['801', 'contact'],
    ['802', 'company'],
  ] as const) {
    await db.insertInto('lists').values({ account_id: accountId, id, kind: 'static', scope, name: id, created_at: at }).execute();
  }
  const people = [];
  for (let number = 0; number < 3; number++)
    people.push(await newContact(`Listed Person${number}`, withEmail(`listed${number}-${accountId}@quarz.de`)));
  for (const id of people)
    await db.insertInto('list_items').values({ account_id: accountId, list_id: '801', item_id: id, added_at: at }).execute();
  const body = (attributes: object) => ({ body: { data: { type: 'find_contact_data_job', attributes } } });
  const create = (attributes: object) => call('/v1/contacts/find-contact-data-jobs', body(attributes));
  const job = (await create({ list_id: 'static_801' })).body.data;
  await runQueuedJobs(service);
  const { attributes } = (await call(`/v1/contacts/find-contact-data-jobs/${job.id}`)).body.data;
  assert.deepEqual(
    [attributes.status, attributes.progress, attributes.credits.charged, attributes.errors[0].code],
    ['failed', { total: 3, done: 1 }, 1, 'insufficient_credits'],
  );
  assert.equal(await creditsUsed(), 1);
  const cases: [object, number, string, string | undefined][] = [
    [{}, 400, 'invalid_parameter', '/data/attributes'],
    [{ contact_ids: [anna], list_id: 'static_801' }, 400, 'invalid_parameter', '/data/attributes'],
    [{ contact_ids: [] }, 400, 'invalid_parameter', '/data/attributes/contact_ids'],
    [{ list_id: 'static_802' }, 400, 'invalid_parameter', '/data/attributes/list_id'],
    [{ list_id: 'static_999' }, 404, 'entity_not_found', undefined],
    [{ contact_ids: [anna], fast: true }, 400, 'invalid_parameter', '/data/attributes/fast'],
  ];
  for (const [wrong, status, code, pointer] of cases) {
    for (const path of ['/v1/contacts/find-contact-data-jobs', '/v1/contacts/find-contact-data-jobs/estimate']) {
      const response = await call(path, body(wrong));
      assert.deepEqual([...statusAndCode(response), pointerOf(response)], [status, code, pointer], JSON.stringify(wrong));
    }
  }
  assert.deepEqual(statusAndCode(await call(`/v1/contacts/find-contact-data-jobs/job_${randomUUID()}`)), [404, 'entity_not_found']);
});

test('find contact data: a list of more than 10,000 contacts is processed, without listing each result', async () => {
  const { account, call } = await openAccount({ credits: 10 });
  const { accountId } = account;
  const { pool } = service.connection;
  const count = 10_001;
  await pool.query(
    "insert into lists (account_id, id, kind, scope, name, item_count, created_at) values ($1, 803, 'static', 'contact', 'Large', $2, now())",
    [accountId, count],
  );
  const last = await newContact('Lara Large', withEmail('lara.large@quarz.de'));
  await pool.query(
    `insert into list_items (account_id, list_id, item_id, added_at)
     select $1, 803, $3::bigint - n, now() from generate_series(0, $2::int - 1) as n`,
    [accountId, count, last],
  );
  const page = await call('/v1/lists/static_803/items?page[size]=1');
  assert.equal(page.body.meta.pagination!.total_count, count);
  const path = '/v1/contacts/find-contact-data-jobs';
  const job = (await call(path, { body: { data: { type: 'find_contact_data_job', attributes: { list_id: 'static_803' } } } })).body.data;
  assert.deepEqual(job.attributes.progress, { total: count, done: 0 });
  // As if a worker had been killed after it had processed all contacts but the last.
  await pool.query("update record_job_items set status = 'not_found' where account_id = $1 and record_id <> $2", [accountId, last]);
  await runQueuedJobs(service);
  const { status, progress, credits, results } = (await call(`${path}/${job.id}`)).body.data.attributes;
  assert.deepEqual([status, progress, credits.charged, results], ['completed', { total: count, done: count }, 1, undefined]);
  assert.deepEqual((await call(`/v1/contacts/${last}`)).body.data.attributes.emails, [{ value: 'lara.large@quarz.de', status: 'valid' }]);
});
