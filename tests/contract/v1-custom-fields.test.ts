import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { startValidatingProxy } from '../kit/validating-proxy.ts';
import { whileLocked } from '../kit/while-locked.ts';

const service = await startTestService();
/** Every response is validated against the OpenAPI document. */
const proxy = await startValidatingProxy(service.url);
const { db } = service.ctx;
const account = await service.newAccount({ credits: 1000 });
const call = v1Client(proxy, account);
const query = `account_id=${account.accountId}`;
const companies = await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(20).execute();

type Failed = { status: number; body: { errors?: { code: string; source?: { pointer?: string } }[] } };
const pointersOf = (response: Failed) => required(response.body.errors).map(({ code, source }) => `${code} ${source?.pointer}`);

async function createField(attributes: Record<string, unknown>): Promise<string> {
  const response = await call(`/v1/custom-fields?${query}`, {
    body: { data: { type: 'custom_field', attributes: { scope: 'company', ...attributes } } },
  });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body.data.id;
}

const valuesBody = (custom_fields: unknown) => ({ data: { type: 'company', attributes: { custom_fields } } });
const patch = (companyId: string, body: unknown) => call(`/v1/companies/${companyId}?${query}`, { method: 'PATCH', body });
const storedValues = async (companyId: string) => (await call(`/v1/companies/${companyId}?${query}`)).body.data.attributes.custom_fields;

test('a custom field can be created, read, listed by scope, updated and deleted; its id is a slug of its name', async () => {
  const id = await createField({ name: 'Größe des Büros', type: 'number', description: 'In m²' });
  assert.equal(id, 'groesse_des_bueros');
  const again = await createField({ name: 'Größe des Büros', type: 'text' });
  assert.equal(again, `${id}_2`);
  const field = await call(`/v1/custom-fields/${id}?${query}`);
  assert.deepEqual(field.body.data, {
    type: 'custom_field',
    id,
    attributes: { name: 'Größe des Büros', scope: 'company', type: 'number', description: 'In m²', editable: true, prompt: null },
  });
  const contact = await createField({ name: 'Birthday', scope: 'contact', type: 'date' });
  const listed = await call(`/v1/custom-fields?${query}&filter[scope]=contact`);
  assert.deepEqual(
    listed.body.data.map((row: { id: string }) => row.id),
    [contact],
  );
  assert.equal(listed.body.meta.pagination?.total_count, 1);
  assert.deepEqual(statusAndCode(await call(`/v1/custom-fields?${query}&filter[scope]=tag`)), [400, 'invalid_parameter']);
  const body = { data: { type: 'custom_field', attributes: { name: 'Office', description: null } } };
  const updated = await call(`/v1/custom-fields/${id}?${query}`, { method: 'PATCH', body });
  assert.deepEqual(
    [updated.body.data.id, updated.body.data.attributes.name, updated.body.data.attributes.description],
    [id, 'Office', null],
  );
  const company = firstOf(companies).id;
  assert.equal((await patch(company, valuesBody({ [id]: { value: 5 } }))).status, 200);
  const gone = await call(`/v1/custom-fields/${id}?${query}`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.deepEqual(await storedValues(company), {});
  for (const [method, given] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PATCH', body],
  ] as const) {
    assert.deepEqual(statusAndCode(await call(`/v1/custom-fields/${id}?${query}`, { method, body: given })), [404, 'entity_not_found']);
  }
  const wrong = { data: { type: 'custom_field', attributes: { name: 'x', scope: 'company', type: 'text', prompt: 'Tell me' } } };
  assert.deepEqual(pointersOf(await call(`/v1/custom-fields?${query}`, { body: wrong })), ['invalid_parameter /data/attributes/prompt']);
});

test('concurrent updates of different attributes of a custom field are both kept and in the audit log', async () => {
  const id = await createField({ name: 'Tier', type: 'text' });
  const change = (attributes: object) =>
    call(`/v1/custom-fields/${id}?${query}`, { method: 'PATCH', body: { data: { type: 'custom_field', attributes } } });
  const responses = await whileLocked(db, sql`select 1 from custom_fields where id = ${id} for update`, [
    () => change({ name: 'Level' }),
    () => change({ description: 'A, B or C' }),
  ]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  const { name, description } = (await call(`/v1/custom-fields/${id}?${query}`)).body.data.attributes;
  assert.deepEqual([name, description], ['Level', 'A, B or C']);
  const entries = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('account_id', '=', account.accountId)
    .where('action', '=', 'custom_field.changed')
    .where('subject_id', '=', id)
    .execute();
  assert.deepEqual(entries.map(({ detail }) => JSON.stringify(detail)).sort(), [
    '{"description":{"to":"A, B or C","from":null}}',
    '{"name":{"to":"Level","from":"Tier"}}',
  ]);
});

test('an update of a company changes only the given custom fields, and null clears a field', async () => {
  const company = itemAt(companies, 1).id;
  const [text, number, flag, date] = await Promise.all([
    createField({ name: 'A text', type: 'text' }),
    createField({ name: 'A number', type: 'number' }),
    createField({ name: 'A flag', type: 'boolean' }),
    createField({ name: 'A date', type: 'date' }),
  ]);
  const all = { [text]: { value: 'x' }, [number]: { value: 1.5 }, [flag]: { value: false }, [date]: { value: '2026-02-28' } };
  const response = await patch(company, valuesBody(all));
  assert.equal(response.status, 200);
  assert.deepEqual(response.body.data, { type: 'company', id: company, attributes: { custom_fields: all } });
  assert.equal(response.body.meta.credits, undefined);
  assert.deepEqual(await storedValues(company), all);
  const cleared = await patch(company, valuesBody({ [number]: { value: null }, [flag]: { value: true } }));
  assert.deepEqual(cleared.body.data.attributes.custom_fields, { [number]: { value: null }, [flag]: { value: true } });
  const expected = { [text]: { value: 'x' }, [flag]: { value: true }, [date]: { value: '2026-02-28' } };
  assert.deepEqual(await storedValues(company), expected);
  assert.equal((await patch(company, valuesBody({ [number]: { value: null } }))).status, 200);
  assert.deepEqual(await storedValues(company), expected);
  assert.equal((await patch(company, valuesBody({ [date]: { value: '2026-02-28T10:00:00Z' } }))).status, 200);
});

test('a malformed body gets 400 invalid_parameter with a pointer, and nothing is written', async () => {
  const company = itemAt(companies, 2).id;
  const id = await createField({ name: 'Structure', type: 'text' });
  const many = (count: number) =>
    valuesBody(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { value: 'x' }])));
  const cases: [unknown, string][] = [
    [{}, '/data'],
    [{ data: { type: 'company' } }, '/data/attributes'],
    [{ data: { type: 'company', attributes: {} } }, '/data/attributes/custom_fields'],
    [valuesBody({}), '/data/attributes/custom_fields'],
    [many(101), '/data/attributes/custom_fields'],
    [valuesBody({ [id]: {} }), `/data/attributes/custom_fields/${id}/value`],
    [valuesBody({ [id]: 'x' }), `/data/attributes/custom_fields/${id}`],
    [valuesBody({ [id]: { value: 'x', type: 'text' } }), `/data/attributes/custom_fields/${id}/type`],
    [valuesBody({ [id]: { value: ['x'] } }), `/data/attributes/custom_fields/${id}/value`],
    [{ data: { type: 'contact', attributes: { custom_fields: { [id]: { value: 'x' } } } } }, '/data/type'],
    [{ data: { id: company, type: 'company', attributes: { custom_fields: { [id]: { value: 'x' } } } } }, '/data/id'],
    [{ ...valuesBody({ [id]: { value: 'x' } }), meta: {} }, '/meta'],
    [[], ''],
  ];
  for (const [body, pointer] of cases) {
    const response = await patch(company, body);
    assert.deepEqual(statusAndCode(response), [400, 'invalid_parameter'], JSON.stringify(body).slice(0, 100));
    assert.ok(
      pointersOf(response).includes(`invalid_parameter ${pointer}`),
      `${JSON.stringify(body).slice(0, 100)}: ${pointersOf(response)}`,
    );
  }
  const names = ['one', 'two', 'three'];
  const wrongTypes = await patch(company, valuesBody(Object.fromEntries(names.map((name) => [name, { value: ['x'] }]))));
  assert.deepEqual(
    wrongTypes.body.errors.map(({ title }) => title),
    names.map((name) => `/data/attributes/custom_fields/${name}/value must be string or number or boolean or null.`),
  );
  // The proxy treats null as no body, so this request bypasses it.
  const nothing = await v1Client(service, account)(`/v1/companies/${company}?${query}`, { method: 'PATCH', body: null });
  assert.deepEqual(pointersOf(nothing), ['invalid_parameter ']);
  // Each of a hundred unknown fields is reported.
  const hundred = await patch(company, many(100));
  assert.deepEqual([hundred.status, hundred.body.errors.length, firstOf(hundred.body.errors).code], [400, 100, 'bad_request']);
  assert.deepEqual(await storedValues(company), {});
});

test('every invalid field gets a bad_request error with its pointer, and nothing is written', async () => {
  const company = itemAt(companies, 3).id;
  const good = await createField({ name: 'Good', type: 'text' });
  const number = await createField({ name: 'Count', type: 'number' });
  const date = await createField({ name: 'Day', type: 'date' });
  const flag = await createField({ name: 'Flag', type: 'boolean' });
  const ai = await createField({ name: 'Guess', type: 'ai_text', prompt: 'What do they sell?' });
  const collection = await createField({ name: 'People', type: 'contact_collection' });
  const contact = await createField({ name: 'Of contacts', scope: 'contact', type: 'text' });
  const wrong: Record<string, unknown> = {
    [number]: '5',
    [date]: '2026-02-30',
    [flag]: 'true',
    [ai]: 'x',
    [collection]: 'x',
    [contact]: 'x',
    'no/such~field': 'x',
  };
  const body = valuesBody(Object.fromEntries(Object.entries({ [good]: 'x', ...wrong }).map(([id, value]) => [id, { value }])));
  const response = await patch(company, body);
  assert.equal(response.status, 400);
  const pointers = Object.keys(wrong).map((id) => `bad_request /data/attributes/custom_fields/${id.replace('~', '~0').replace('/', '~1')}`);
  assert.deepEqual(pointersOf(response).sort(), pointers.sort());
  assert.deepEqual(await storedValues(company), {});
  for (const [id, value] of [
    [good, 5],
    [date, '31.12.2026'],
    [date, 20261231],
    [number, true],
    [ai, null],
  ] as const) {
    assert.deepEqual(statusAndCode(await patch(company, valuesBody({ [id]: { value } }))), [400, 'bad_request'], `${id} ${value}`);
  }
});

test('a field that is not editable gets 403, even if another field is invalid', async () => {
  const company = itemAt(companies, 4).id;
  const managed = await createField({ name: 'Managed', type: 'text', editable: false });
  const response = await patch(company, valuesBody({ unknown_field: { value: 1 }, [managed]: { value: 'x' } }));
  assert.equal(response.status, 403);
  assert.deepEqual(pointersOf(response), [
    `access_denied /data/attributes/custom_fields/${managed}`,
    'bad_request /data/attributes/custom_fields/unknown_field',
  ]);
});

test('an unknown company gets 404 before its fields are checked; fields of another account are unknown', async () => {
  for (const id of ['999999999', 'abc']) assert.deepEqual(statusAndCode(await patch(id, {})), [400, 'invalid_parameter']);
  assert.deepEqual(statusAndCode(await patch('abc', valuesBody({ nothing: { value: 1 } }))), [404, 'entity_not_found']);
  assert.deepEqual(statusAndCode(await patch('999999999', valuesBody({ nothing: { value: 1 } }))), [404, 'entity_not_found']);
  const other = await service.newAccount();
  const foreign = await v1Client(service, other)(`/v1/custom-fields?account_id=${other.accountId}`, {
    body: { data: { type: 'custom_field', attributes: { name: 'Foreign', scope: 'company', type: 'text' } } },
  });
  assert.deepEqual(statusAndCode(await patch(itemAt(companies, 5).id, valuesBody({ [foreign.body.data.id]: { value: 'x' } }))), [
    400,
    'bad_request',
  ]);
});

test('two concurrent updates never mix, even if one clears what the other sets', async () => {
  const company = itemAt(companies, 6).id;
  const ids = await Promise.all(['Left', 'Middle', 'Right'].map((name) => createField({ name, type: 'number' })));
  const [left, middle, right] = firstItems(ids, 3);
  for (let round = 0; round < 15; round++) {
    await Promise.all([
      patch(company, valuesBody({ [left]: { value: null }, [middle]: { value: 1 }, [right]: { value: 1 } })),
      patch(company, valuesBody({ [right]: { value: 2 }, [middle]: { value: 2 }, [left]: { value: 2 } })),
    ]);
    const now = await storedValues(company);
    const state = [now[left]?.value, now[middle]?.value, now[right]?.value];
    assert.ok(JSON.stringify(state) === '[2,2,2]' || JSON.stringify(state) === '[null,1,1]', JSON.stringify(state));
  }
});
