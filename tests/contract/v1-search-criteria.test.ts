import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService();
service.clock.set('2026-10-15T12:00:00.000Z');
const account = await service.newAccount();
const call = v1Client(service, account);
const { db, ids } = service.ctx;
const query = `?account_id=${account.accountId}`;
const now = service.clock.now();
const [inSchilda, elsewhere, person] = firstItems(await ids.records(db, 3), 3);
await db
  .insertInto('companies')
  .values([
    { id: inSchilda, name: 'Schilda Works', city: 'Schilda', origin: 'import', updated_at: now },
    { id: elsewhere, name: 'Other Works', city: 'Ulm', origin: 'import', updated_at: now },
  ])
  .execute();
await db
  .insertInto('contacts')
  .values({ id: person, company_id: inSchilda, full_name: 'Ada Example', title: 'Buyer', updated_at: now })
  .execute();

const emptyCompanySearches = [
  {},
  { search_terms: [] },
  { search_terms: [' '] },
  { locations: [] },
  { locations: [{}] },
  { locations: [{}, {}] },
  { locations: [{ city: '' }] },
  { industries: { classification: 'internal', codes: [] } },
  { employee_ranges: [] },
  { revenue: {} },
  { icp_ids: [] },
  { tag_ids: [], list_ids: [] },
  { filters: {} },
  { search_terms: [], locations: [{}], revenue: {}, filters: {} },
];
const emptyContactSearches = [
  {},
  { search_terms: [] },
  { emails: [] },
  { company_ids: [] },
  { positions: [], departments: [], hierarchy_levels: [] },
  { buyer_persona_ids: [] },
  { filters: {} },
];

const createList = async (scope: string) => {
  const attributes = { name: `All ${scope}`, scope };
  return (await call(`/v1/lists${query}`, { body: { data: { type: 'list', attributes } } })).body.data.id;
};

for (const [scope, searches] of [
  ['company', emptyCompanySearches],
  ['contact', emptyContactSearches],
] as const) {
  test(`a ${scope} search with only empty criteria is rejected, as a search and in a job`, async () => {
    const path = scope === 'company' ? '/v1/companies/search' : '/v1/contacts/search';
    const list_id = await createList(scope);
    for (const search of searches) {
      const context = JSON.stringify(search);
      const refused = await call(`${path}${query}`, { body: search });
      assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [400, 'invalid_parameter'], context);
      assert.equal(firstOf(refused.body.errors).source?.pointer, '', context);
      const attributes = { list_id, advanced_search: search };
      const job = await call(`/v1/lists/batch-add-to-list-jobs${query}`, { body: { data: { type: 'batch_add_to_list_job', attributes } } });
      assert.deepEqual([job.status, job.body.errors?.[0]?.code], [400, 'invalid_parameter'], context);
    }
  });
}

test('an empty criterion next to others has no effect', async () => {
  const foundIds = async (path: string, search: object) => {
    const { status, body } = await call(`${path}${query}`, { body: search });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ id }: { id: string }) => id);
  };
  const searches = [
    { locations: [{}, { city: 'Schilda' }] },
    { locations: [{ city: 'Schilda', street: '' }] },
    { locations: [{ city: 'Schilda' }], industries: { classification: 'nace', codes: [] }, revenue: {}, tag_ids: [], filters: {} },
  ];
  for (const search of searches) assert.deepEqual(await foundIds('/v1/companies/search', search), [inSchilda], JSON.stringify(search));
  assert.deepEqual(await foundIds('/v1/contacts/search', { positions: ['buyer'], emails: [], filters: {} }), [person]);
});

test('the ids of profiles and personas may be in upper case', async () => {
  const create = async (path: string, type: string, attributes: object): Promise<string> => {
    const { status, body } = await call(`${path}${query}`, {
      body: { data: { type, attributes: { name: 'In upper case', ...attributes } } },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id.toUpperCase();
  };
  const icp = await create('/v1/icps', 'icp', { filters: { location: [{ city: 'Schilda' }] } });
  const persona = await create('/v1/buyer-personas', 'buyer_persona', { positions: ['buyer'] });
  const companies = await call(`/v1/companies/search${query}`, { body: { icp_ids: [icp] } });
  assert.deepEqual(
    companies.body.data.map(({ id }: { id: string }) => id),
    [inSchilda],
  );
  const contacts = await call(`/v1/contacts/search${query}`, { body: { buyer_persona_ids: [persona] } });
  assert.deepEqual(
    contacts.body.data.map(({ id }: { id: string }) => id),
    [person],
  );
});
