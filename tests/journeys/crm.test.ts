import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueueFollowCrm } from '../../server/src/domain/crm/follow-crm.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { importCrm } from '../../server/src/domain/imports/import-crm.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { addresses, callEarlier, visit } from '../kit/earlier.ts';
import { lineImporter } from '../kit/import-lines.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-10T12:00:00Z');
const importLines = lineImporter(service);
const heading = 'crm,record_type,external_id,name,domain,email,company_name,deleted';

const visitFrom = (account: TestAccount, ip: string) =>
  visit(service, account, { ip, visitor: 'one', events: [{ at: '2026-09-10T10:00:00Z' }] });

/** The account's only lead in the earlier API. */
async function leadOf(account: TestAccount) {
  const url = `${service.url}/accounts/${account.accountId}/leads?start_date=2026-09-01&end_date=2026-09-30`;
  const { data } = await callEarlier(url, { token: account.token });
  assert.equal(data.length, 1);
  const { crm_lead_id, crm_organization_id, status } = firstOf(data).attributes;
  return { crm_lead_id, crm_organization_id, status };
}

test('CRM ids and status of a lead are the same whether the CRM was imported before or after the first visit', async () => {
  const lines = [heading, 'acmecrm,lead,77,Audi lead,audi.com,,,', 'acmecrm,organization,9,AUDI AG,audi.com,,,'];
  const before = await service.newAccount();
  await importLines(importCrm(before.accountId), lines);
  await visitFrom(before, addresses.Audi);
  const after = await service.newAccount();
  await visitFrom(after, addresses.Audi);
  await importLines(importCrm(after.accountId), lines);
  assert.deepEqual(await leadOf(before), { crm_lead_id: 77, crm_organization_id: 9, status: 'handled' });
  assert.deepEqual(await leadOf(after), await leadOf(before));
  const unsorted = await service.newAccount();
  await importLines(importCrm(unsorted.accountId), [
    heading,
    ...['5', '77', '6'].map((id) => `acmecrm,lead,${id},Lead,audi.com,,,`),
    itemAt(lines, 2),
  ]);
  await visitFrom(unsorted, addresses.Audi);
  assert.deepEqual(await leadOf(unsorted), await leadOf(before));
});

test('a company that is added to the directory by its first visit is connected to its CRM record', async () => {
  const account = await service.newAccount();
  await importLines(importCrm(account.accountId), [heading, 'acmecrm,lead,12,Somebody,,jo@newcomer-works.com,,']);
  await importLines(importIpRanges, ['cidr,domain,company', '80.199.7.0/24,newcomer-works.com,Newcomer Works']);
  await visitFrom(account, '80.199.7.9');
  assert.deepEqual(await leadOf(account), { crm_lead_id: 12, crm_organization_id: null, status: 'handled' });
});

test('lists of the kind crm contain the records of the CRM by type and cannot be changed', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  await importLines(importCompanies, ['domain,name', 'first-maker.com,First', 'second-maker.com,Second']);
  await importLines(importContacts, ['company_domain,full_name,email', 'first-maker.com,Ann Lee,ann@first-maker.com']);
  const lines = [
    heading,
    'acmecrm,organization,1,First,first-maker.com,,,',
    'acmecrm,organization,2,Second,second-maker.com,,,',
    'acmecrm,contact,3,Someone,,ann@first-maker.com,,',
    'othercrm,deal,4,Deal,first-maker.com,,,',
  ];
  await importLines(importCrm(account.accountId), lines);
  const listsOf = async (scope: string) => {
    const { body } = await call(`/v1/lists?filter[scope]=${scope}&filter[kind]=crm`);
    return body.data.map(({ id, attributes }: { id: string; attributes: Record<string, unknown> }) => ({ id, ...attributes })) as {
      id: string;
      name: string;
      read_only: boolean;
      item_count: number;
    }[];
  };
  const shown = (found: Awaited<ReturnType<typeof listsOf>>) =>
    found.map(({ name, read_only, item_count }) => [name, read_only, item_count]);
  const companyLists = await listsOf('company');
  assert.deepEqual(shown(companyLists), [
    ['Acmecrm: organizations', true, 2],
    ['Othercrm: deals', true, 1],
  ]);
  assert.deepEqual(shown(await listsOf('contact')), [['Acmecrm: contacts', true, 1]]);

  const organizations = firstOf(companyLists).id;
  const rename = await call(`/v1/lists/${organizations}`, {
    method: 'PATCH',
    body: { data: { type: 'list', attributes: { name: 'Mine' } } },
  });
  assert.equal(errorOf(rename), '403 access_denied');
  const removal = await call(`/v1/lists/${organizations}`, { method: 'DELETE' });
  assert.equal(errorOf(removal), '403 access_denied');

  // A company leaves the list when its record is deleted or gets another domain.
  await importLines(importCrm(account.accountId), [
    heading,
    'acmecrm,organization,1,First,,,,yes',
    'acmecrm,organization,2,Second,nobody-knows-this-one.com,,,',
    'acmecrm,organization,5,Third,audi.com,,,',
  ]);
  const { body: items } = await call(`/v1/lists/${organizations}/items`);
  const audi = await service.ctx.db.selectFrom('companies').select('id').where('domain', '=', 'audi.com').executeTakeFirstOrThrow();
  assert.deepEqual(items.data, [{ type: 'company', id: audi.id }]);

  // A company and a contact that enter the directory later are connected in the background.
  await importLines(importCompanies, ['domain,name', 'nobody-knows-this-one.com,Nobody']);
  await importLines(importCrm(account.accountId), [heading, 'acmecrm,contact,6,Late Comer,,late@gmail.com,,']);
  await importLines(importContacts, ['company_domain,full_name,email', 'first-maker.com,Late Comer,late@gmail.com']);
  await enqueueFollowCrm(service.ctx);
  await runQueuedJobs(service);
  assert.deepEqual(shown(await listsOf('company')), [
    ['Acmecrm: organizations', true, 2],
    ['Othercrm: deals', true, 1],
  ]);
  assert.deepEqual(shown(await listsOf('contact')), [['Acmecrm: contacts', true, 2]]);
});

test('a CRM list is deleted with its last record unless a feed uses it, and an account has at most 20 CRMs', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  const importRows = (rows: string[]) => importLines(importCrm(account.accountId), [heading, ...rows]);
  const listIds = async () => {
    const { body } = await call('/v1/lists?filter[scope]=company&filter[kind]=crm');
    return body.data.map(({ id }: { id: string }) => id) as string[];
  };
  await importRows(['acmecrm,organization,1,First,first-maker.com,,,', 'acmecrm,deal,2,Deal,first-maker.com,,,']);
  const [deals, organizations] = await listIds();
  const filters = { all: [{ field: 'list', operator: 'is', values: [organizations] }] };
  const { body } = await call('/v1/web-visits/custom-feeds', {
    body: { data: { type: 'custom_feed', attributes: { name: 'In the CRM', filters } } },
  });
  const deletions = ['acmecrm,organization,1,First,,,,yes', 'acmecrm,deal,2,Deal,,,,yes'];
  await importRows(deletions);
  assert.deepEqual(await listIds(), [organizations], `${deals} is deleted`);
  assert.equal((await call(`/v1/web-visits/custom-feeds/${body.data.id}`, { method: 'DELETE' })).status, 204);
  await importRows(deletions);
  assert.deepEqual(await listIds(), []);
  const report = await importRows(Array.from({ length: 22 }, (_, index) => `crm${index % 21},deal,${index},Deal,,,,`));
  assert.equal(report.added, 21);
  assert.deepEqual(report.refused, [
    { line: 22, reasons: ['An account can have records of at most 20 CRMs. The column "crm" must contain the name of the CRM.'] },
  ]);
});

test('a CRM contact is connected by e-mail address or, if it has none, by name at its company', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  await importLines(importCompanies, ['domain,name', 'twins-works.com,Twins']);
  await importLines(importContacts, [
    'company_domain,full_name,email',
    'twins-works.com,Sam Roe,sam@twins-works.com',
    'twins-works.com,Sam Roe,sam.roe@twins-works.com',
    'twins-works.com,Kim Poe,',
  ]);
  await importLines(importCrm(account.accountId), [
    heading,
    'acmecrm,contact,31,S. Roe (old name),,sam@twins-works.com,,',
    'acmecrm,contact,32,Sam Roe,,sam.roe@twins-works.com,,',
    'acmecrm,contact,33,kim poe,twins-works.com,,,',
  ]);
  const contacts = await service.ctx.db
    .selectFrom('contacts')
    .innerJoin('companies', 'companies.id', 'contacts.company_id')
    .select(['contacts.id', 'contacts.email'])
    .where('companies.domain', '=', 'twins-works.com')
    .orderBy('contacts.id')
    .execute();
  const ids = contacts.map(({ id }) => id).join(',');
  const { body } = await call(`/v1/contacts?ids=${ids}&include=crm_connections,crm_connections.crm_record`);
  type Connected = { relationships: { crm_connections: { relationships: { crm_record: { attributes: { external_id: string } } } }[] } };
  const contactsFound: Connected[] = body.data;
  const externalIds = contactsFound.map(({ relationships }) =>
    relationships.crm_connections.map((connection) => connection.relationships.crm_record.attributes.external_id),
  );
  assert.deepEqual(externalIds, [['31'], ['32'], ['33']]);
});
