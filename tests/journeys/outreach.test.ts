import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importCrm } from '../../server/src/domain/imports/import-crm.ts';
import { importEmails } from '../../server/src/domain/imports/import-emails.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { addCompany } from '../kit/add-company.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { addresses, callEarlier, form, visit } from '../kit/earlier.ts';
import { lineImporter } from '../kit/import-lines.ts';
import { runMerges, runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-10T12:00:00Z');
const importLines = lineImporter(service);
const { db } = service.ctx;

const september = 'start_date=2026-09-01&end_date=2026-09-30';

async function accountWithVisits(...names: (keyof typeof addresses)[]) {
  const account = await service.newAccount();
  for (const name of names) await visit(service, account, { ip: addresses[name], visitor: name, events: [{ at: '2026-09-10T10:00:00Z' }] });
  return account;
}

async function signInAs(account: TestAccount) {
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  return person;
}

const leadsOf = async (account: TestAccount) =>
  (await callEarlier(`${service.url}/accounts/${account.accountId}/leads?${september}`, { token: account.token })).data.map(
    ({ attributes }) => ({
      name: attributes.name,
      emailed_to: attributes.emailed_to,
      status: attributes.status,
    }),
  );

const companyIdOf = async (domain: string) =>
  (await db.selectFrom('companies').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()).id;

test('a logged e-mail appears in both APIs, sets the status of the lead to handled, and can be deleted', async () => {
  const account = await accountWithVisits('Audi');
  const person = await signInAs(account);
  const audi = await companyIdOf('audi.com');
  const base = `/accounts/${account.accountId}`;
  assert.deepEqual(await leadsOf(account), [{ name: 'Audi', emailed_to: null, status: 'new' }]);

  const wrong = await person.send('POST', `${base}/companies/${audi}/emails`, { email: 'nobody' });
  assert.equal(wrong.status, 400);
  const logged = await person.send('POST', `${base}/companies/${audi}/emails`, { email: 'Ann@audi.example', subject: 'Hello' });
  assert.equal(logged.status, 201);
  await person.send('POST', `${base}/companies/${audi}/emails`, { email: 'bo@audi.example' });
  await person.send('POST', `${base}/companies/${audi}/emails`, { email: 'ann@audi.example' });
  assert.deepEqual(await leadsOf(account), [{ name: 'Audi', emailed_to: 'ann@audi.example,bo@audi.example', status: 'handled' }]);
  const { body } = await checkedClient(service, account)(`/v1/companies/${audi}`);
  const { meta } = body.data.attributes;
  assert.deepEqual(meta.emailed_to, ['ann@audi.example', 'bo@audi.example']);

  const handled = encodeURIComponent(JSON.stringify({ all: [{ field: 'status', operator: 'is', values: ['handled'] }] }));
  const found = await person.get<{ total: number }>(`${base}/leads?from=2026-09-01&to=2026-09-30&filters=${handled}`);
  assert.equal(found.body.total, 1);
  const listChanges = async () => {
    const path = `${base}/companies/${audi}/timeline?kind=change`;
    const { items } = (await person.get<{ items: { change: { kind: string; detail: string } }[] }>(path)).body;
    return items.map(({ change }) => `${change.kind} ${change.detail}`).sort();
  };
  const toAnn = ['emailed ann@audi.example', 'emailed ann@audi.example'];
  assert.deepEqual(await listChanges(), [...toAnn, 'emailed bo@audi.example']);

  const emails = await person.get<{ id: string; email: string }[]>(`${base}/companies/${audi}/emails`);
  for (const { id, email } of emails.body) {
    if (email === 'bo@audi.example') assert.equal((await person.send('DELETE', `${base}/emails/${id}`)).status, 204);
  }
  assert.deepEqual(await leadsOf(account), [{ name: 'Audi', emailed_to: 'ann@audi.example', status: 'handled' }]);
  assert.deepEqual(await listChanges(), toAnn);
  const audit = await db.selectFrom('audit_log').select('action').where('account_id', '=', account.accountId).execute();
  assert.equal(audit.filter(({ action }) => action === 'email.logged').length, 3);
  assert.equal(audit.filter(({ action }) => action === 'email.deleted').length, 1);
});

test('an e-mail imported twice is stored once, for the company of its recipient, even before the first visit of the company', async () => {
  const account = await service.newAccount();
  const lines = [
    'email,sent_at,subject,sender',
    'ann@audi.com,2026-09-01T08:00:00Z,Hello,Sam',
    'who@nobody-knows-this-place.com,2026-09-01,,',
  ];
  const first = await importLines(importEmails(account.accountId), lines);
  assert.equal(first.added, 1);
  assert.match(firstOf(firstOf(first.refused).reasons), /specify company_id or company_domain/);
  assert.equal((await importLines(importEmails(account.accountId), lines)).updated, 1);
  await visit(service, account, { ip: addresses.Audi, visitor: 'one', events: [{ at: '2026-09-10T10:00:00Z' }] });
  assert.deepEqual(await leadsOf(account), [{ name: 'Audi', emailed_to: 'ann@audi.com', status: 'handled' }]);
});

test('an e-mail is imported for a company that only the account can see', async () => {
  const account = await service.newAccount();
  const domain = 'only-seen-by-one.com';
  const id = await addCompany(service, 'Own company', { domain, origin: 'person', owner_account_id: account.accountId });
  const lines = [
    'email,sent_at,company_id,company_domain',
    `ann@${domain},2026-09-01,,`,
    `bob@gmail.com,2026-09-01,${id},`,
    `cyd@gmail.com,2026-09-01,,${domain}`,
  ];
  const { added } = await importLines(importEmails(account.accountId), lines);
  assert.equal(added, 3);
  const { accountId: otherId } = await service.newAccount();
  const { refused } = await importLines(importEmails(otherId), lines);
  assert.deepEqual(
    refused.map(({ reasons }) => reasons),
    [
      [`no company is known for ann@${domain}: specify company_id or company_domain, or import the company first`],
      [`there is no company ${id}`],
      [`no company has the domain ${domain}: import it first`],
    ],
  );
});

test('an imported e-mail has one recipient, and was not sent in the future', async () => {
  const { accountId } = await service.newAccount();
  const later = new Date(service.clock.now().getTime() + 1000).toISOString();
  const lines = ['email,sent_at', '"ann@audi.com,bob",2026-09-01', `ann@audi.com,${later}`];
  const { refused } = await importLines(importEmails(accountId), lines);
  assert.deepEqual(
    refused.map(({ reasons }) => reasons),
    [['email must be an e-mail address; found "ann@audi.com,bob"'], ['sent_at must not be in the future']],
  );
});

async function exportedNames(account: TestAccount): Promise<string[]> {
  const fields = { account_id: account.accountId, custom_feed_id: 'all_leads', start_date: '2026-09-01', end_date: '2026-09-30' };
  const { resource } = await callEarlier(`${service.url}/export-requests`, { ...form(fields), token: account.token });
  await runQueuedJobs(service);
  const { resource: done } = await callEarlier(`${service.url}/export-requests/${resource.id}`, { token: account.token });
  const file = await fetch(String(done.attributes.download_url), { headers: { authorization: `Token token=${account.token}` } });
  const { included } = await readJson<{ included: { type: string; attributes: { name: string } }[] }>(file);
  return included.flatMap(({ type, attributes }) => (type === 'leads' ? attributes.name : [])).sort();
}

test('do-not-contact is set per account, works as a search filter, and excludes companies from exports unless a setting includes them', async () => {
  const account = await accountWithVisits('Audi', 'SAP', 'BASF');
  const other = await accountWithVisits('Audi');
  const person = await signInAs(account);
  const call = checkedClient(service, account);
  const base = `/accounts/${account.accountId}`;
  const [audi, sap, basf] = [await companyIdOf('audi.com'), await companyIdOf('sap.com'), await companyIdOf('basf.com')];
  const flaggedNames = async (as = call) => {
    const body = { filters: { do_not_contact: true }, search_terms: ['audi', 'sap', 'basf'] };
    const response = await as('/v1/companies/search', { body });
    const found: { attributes: { name: string } }[] = response.body.data;
    return found.map(({ attributes }) => attributes.name).sort();
  };

  const set = await person.send('PATCH', `${base}/leads`, { companyIds: [audi], doNotContact: true });
  assert.equal((set.body as { changed: number }).changed, 1);
  await importLines(importCrm(account.accountId), [
    'crm,record_type,external_id,name,domain,do_not_contact',
    'x,organization,1,SAP,sap.com,yes',
  ]);
  assert.deepEqual(await flaggedNames(), ['Audi', 'SAP']);
  assert.deepEqual(await flaggedNames(checkedClient(service, other)), [], 'another account is not affected');
  assert.deepEqual(await exportedNames(account), ['BASF']);
  assert.deepEqual(await exportedNames(other), ['Audi']);

  const page = await person.get<{ doNotContact: boolean }>(`${base}/companies/${audi}`);
  assert.equal(page.body.doNotContact, true);
  const { body } = await call(`/v1/companies/${sap}`);
  assert.equal(body.data.attributes.meta.do_not_contact, true);

  // The directory's value applies to accounts that have not decided otherwise.
  await importLines(importCompanies, ['domain,do_not_contact', 'basf.com,yes']);
  assert.deepEqual(await exportedNames(account), []);
  await person.send('PATCH', `${base}/leads`, { companyIds: [basf], doNotContact: false });
  assert.deepEqual(await exportedNames(account), ['BASF']);

  const table = await person.send('POST', `${base}/exports`, { format: 'json', from: '2026-09-01', to: '2026-09-30' });
  assert.equal(table.status, 202);
  await runQueuedJobs(service);
  const rows = await person.get<{ name: string }[]>(`${base}/exports/${table.body.id}/file`);
  assert.deepEqual(
    rows.body.map(({ name }) => name),
    ['BASF'],
  );
  const exports = await person.get<{ id: string; doneRows: number; skippedRows: number }[]>(`${base}/exports`);
  const listed = exports.body.find(({ id }) => id === table.body.id);
  assert.deepEqual([listed?.doneRows, listed?.skippedRows], [1, 2], 'Audi and SAP are counted as skipped');
  const changed = await person.send('PATCH', `${base}/settings`, { outreach: { skip_do_not_contact: false } });
  assert.equal(changed.status, 200);
  assert.deepEqual(await exportedNames(account), ['Audi', 'BASF', 'SAP']);
  const audit = await db.selectFrom('audit_log').select(['action', 'subject_id']).where('account_id', '=', account.accountId).execute();
  assert.ok(audit.some(({ action, subject_id }) => action === 'company.contact_preference' && subject_id === audi));
  await importLines(importCompanies, ['domain,do_not_contact', 'basf.com,no']);
});

test('a user can assign a company to a group only if the account may change the directory', async () => {
  const account = await accountWithVisits('Audi');
  const person = await signInAs(account);
  const audi = await companyIdOf('audi.com');
  const path = `/accounts/${account.accountId}/companies/${audi}`;
  const refused = await person.send('PUT', `${path}/group`, { company: 'sap.com' });
  assert.equal(refused.status, 403, 'other accounts share the directory');

  const permitting = await startTestService({ connection: service.connection, environment: { DIRECTORY_ACCOUNTS: account.accountId } });
  const allowed = new BrowserSession(permitting);
  await allowed.signIn(account.email);
  assert.equal((await allowed.send('PUT', `${path}/group`, { company: 'no-company-has-this.com' })).status, 404);
  assert.equal((await allowed.send('PUT', `${path}/group`, { company: audi })).status, 409);
  await importLines(importCompanies, ['name,domain', 'Bücher,xn--bcher-kva.de']);
  assert.equal((await allowed.send('PUT', `${path}/group`, { company: 'bücher.de' })).status, 204);
  assert.equal((await allowed.send('PUT', `${path}/group`, { company: 'https://www.sap.com/about' })).status, 204);
  await runQueuedJobs(service);
  await importLines(importCrm(account.accountId), ['crm,record_type,external_id,name,domain', 'x,organization,1,SAP,sap.com']);

  const call = checkedClient(service, account);
  const { body } = await call(
    `/v1/companies/${audi}?include=group_company,crm_group_connections,crm_group_connections.crm_connection.crm_record`,
  );
  const {
    relationships,
  }: {
    relationships: { group_company: { attributes: { name: string } }; crm_group_connections: { attributes: { matched_on: string } }[] };
  } = body.data;
  assert.equal(relationships.group_company.attributes.name, 'SAP');
  assert.deepEqual(
    relationships.crm_group_connections.map(({ attributes }) => attributes.matched_on),
    ['domain'],
  );
  const page = await allowed.get<{ groupCompany: { name: string; isLead: boolean } }>(path);
  assert.equal(page.body.groupCompany.name, 'SAP');
  assert.equal(page.body.groupCompany.isLead, false, 'SAP never visited, so it has no page');
  assert.equal((await allowed.send('PUT', `${path}/group`, { company: null })).status, 204);
  await runQueuedJobs(service);
  assert.equal((await allowed.get<{ groupCompany: null }>(path)).body.groupCompany, null);
  const audit = await db.selectFrom('audit_log').select('action').where('account_id', '=', account.accountId).execute();
  assert.equal(audit.filter(({ action }) => action === 'company.group').length, 3);
});

test('visitors with the same e-mail address on two devices are listed as one person, with the name given on either device', async () => {
  const account = await service.newAccount();
  const devices = [
    { visitor: 'phone', identify: { email: 'ann@audi.example', first_name: 'Ann', last_name: 'Lee' }, at: '2026-09-10T09:00:00Z' },
    { visitor: 'laptop', identify: { email: 'ANN@audi.example' }, at: '2026-09-10T10:00:00Z' },
  ];
  for (const { visitor, identify, at } of devices)
    await visit(service, account, { ip: addresses.Audi, visitor, events: [{ at }, { at, kind: 'identify', ...identify }] });
  const person = await signInAs(account);
  const path = `/accounts/${account.accountId}/companies/${await companyIdOf('audi.com')}`;
  const { body } = await person.get<{ visitors: { email: string; name: string; lastSeenAt: string }[] }>(path);
  assert.deepEqual(
    body.visitors.map(({ email, name, lastSeenAt }) => ({ email, name, lastSeenAt })),
    [{ email: 'ann@audi.example', name: 'Ann Lee', lastSeenAt: '2026-09-10T10:00:00.000Z' }],
  );
});

test('the e-mails of a merged company are listed under its previous id', async () => {
  const account = await accountWithVisits('SAP');
  const person = await signInAs(account);
  const path = `/accounts/${account.accountId}/companies/${await companyIdOf('sap.com')}/emails`;
  await person.send('POST', path, { email: 'ann@sap.example' });
  const remaining = await addCompany(service, 'Remaining Software AG');
  const { ctx } = service;
  await db.transaction().execute(async (trx) => mergeCompanies({ ...ctx, db: trx }, await companyIdOf('sap.com'), remaining));
  await runMerges(service);
  const emails = await person.get<{ email: string }[]>(path);
  assert.deepEqual(
    emails.body.map(({ email }) => email),
    ['ann@sap.example'],
  );
});
