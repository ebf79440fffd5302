import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { deleteOldExports } from '../../server/src/domain/exports/delete-old-exports.ts';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const account = await service.newAccount();
const base = `/accounts/${account.accountId}`;
await visit(
  service,
  account,
  { ip: addresses.Audi, events: [{ at: '2026-09-03T10:00:00Z' }, { at: '2026-09-03T10:01:00Z' }] },
  { ip: addresses.SAP, events: [{ at: '2026-09-02T10:00:00Z' }] },
  { ip: addresses.BASF, events: [{ at: '2026-08-02T10:00:00Z' }] },
);
const person = new BrowserSession(service);
await person.signIn(account.email);
const september = { from: '2026-09-01', to: '2026-09-30' };

type ListedExport = { id: string; format: string; status: string; doneRows: number; totalRows: number | null; requestedBy: string };
const listExports = async () => (await person.get<ListedExport[]>(`${base}/exports`)).body;
const fetchFile = (id: string, session = person) =>
  fetch(`${service.url}/app/api${base}/exports/${id}/file`, { headers: { cookie: session.cookie } });

async function requestExport(options: Record<string, unknown>): Promise<string> {
  const response = await person.send('POST', `${base}/exports`, { ...september, ...options });
  assert.equal(response.status, 202, JSON.stringify(response.body));
  return String(response.body.id);
}

async function downloadExport(options: Record<string, unknown>): Promise<Response> {
  const id = await requestExport(options);
  await runExport(service.ctx, id);
  const response = await fetchFile(id);
  assert.equal(response.status, 200);
  return response;
}

test('the lead list is exported as CSV in its sort order, as JSON and as an Excel workbook', async () => {
  await person.send('POST', `${base}/tags`, { name: '=1+1', color: 1 });
  const tag = firstOf((await person.get<{ id: string }[]>(`${base}/tags`)).body);
  const { rows } = (await person.get<{ rows: { companyId: string; name: string }[] }>(`${base}/leads?from=2026-09-01&to=2026-09-30`)).body;
  const audi = required(rows.find(({ name }) => name === 'Audi')).companyId;
  await person.send('POST', `${base}/leads/tags`, { companyIds: [audi], tagId: tag.id, isOn: true });
  await person.send('PATCH', `${base}/leads`, { companyIds: [audi], assigneeId: account.userId });

  const csv = await downloadExport({ format: 'csv', sort: 'name', order: 'asc' });
  assert.match(required(csv.headers.get('content-disposition')), /attachment; filename="leads-2026-09-01-2026-09-30\.csv"/);
  const lines = (await csv.text()).trim().split('\r\n');
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[1]),
    ['Audi', 'SAP'],
  );
  assert.match(itemAt(lines, 1), /,'=1\+1,/, 'a tag that looks like a formula is exported as text');
  assert.ok(itemAt(lines, 1).endsWith(account.email));

  const json = await readJson<Record<string, unknown>[]>(await downloadExport({ format: 'json', sort: 'visits' }));
  assert.equal(required(json.find(({ name }) => name === 'Audi')).page_views, 2);

  const workbook = await downloadExport({ format: 'xlsx', search: 'audi' });
  assert.match(required(workbook.headers.get('content-type')), /spreadsheetml/);
  const sheet = firstOf(await readExcelFile(Buffer.from(await workbook.arrayBuffer()), { dateFormat: 'yyyy-mm-dd hh:mm' }));
  const [header, ...cells] = sheet.data;
  assert.equal(cells.length, 1);
  const row = Object.fromEntries(required(header).map((name, index) => [String(name), firstOf(cells)[index]]));
  assert.equal(row.name, 'Audi');
  assert.equal(row.page_views, 2);
  assert.equal(row.tags, '=1+1');
  assert.ok(row.last_visit_at instanceof Date);
});

test('an export contains only the selected leads, or those of the selected feed or filters', async () => {
  const { rows } = (await person.get<{ rows: { companyId: string; name: string }[] }>(`${base}/leads?from=2026-09-01&to=2026-09-30`)).body;
  const sap = required(rows.find(({ name }) => name === 'SAP')).companyId;
  const names = async (options: Record<string, unknown>) =>
    (await readJson<{ name: string }[]>(await downloadExport({ format: 'json', ...options }))).map(({ name }) => name);
  assert.deepEqual(await names({ companyIds: [sap] }), ['SAP']);
  assert.deepEqual(await names({ filters: { all: [{ field: 'pageviews', operator: 'gte', values: [2] }] } }), ['Audi']);
  assert.deepEqual(await names({ feed: 'followed_companies' }), []);
  for (const wrong of [{ format: 'exe' }, { format: 'csv', feed: '999' }, { format: 'csv', filters: { all: [{}] } }]) {
    const { status } = await person.send('POST', `${base}/exports`, { ...september, ...wrong });
    assert.ok(status === 400 || status === 404, JSON.stringify(wrong));
  }
});

test('an export is listed with status and progress; its file is available once complete and deleted after a week', async () => {
  const id = await requestExport({ format: 'csv' });
  const before = required((await listExports()).find((job) => job.id === id));
  assert.deepEqual([before.status, before.doneRows, before.totalRows, before.requestedBy], ['pending', 0, null, account.email]);
  assert.equal((await fetchFile(id)).status, 404);
  await runExport(service.ctx, id);
  const after = required((await listExports()).find((job) => job.id === id));
  assert.deepEqual([after.status, after.doneRows, after.totalRows], ['processed', 2, 2]);
  assert.equal((await fetchFile(id)).status, 200);
  const later = { ...service.ctx, clock: { now: () => new Date('2026-10-09T12:00:00Z') } };
  await deleteOldExports(later);
  assert.deepEqual(await listExports(), []);
  assert.equal((await fetchFile(id)).status, 404);
});

test('other accounts and the earlier API cannot access an export; a viewer can download but not request one', async () => {
  const id = await requestExport({ format: 'csv' });
  await runExport(service.ctx, id);
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  assert.equal((await fetchFile(id, stranger)).status, 404);
  assert.equal((await stranger.get(`/accounts/${other.accountId}/exports/${id}/file`)).status, 404);
  assert.equal((await person.get(`${base}/exports/${randomUUID()}/file`)).status, 404);
  const earlier = await fetch(`${service.url}/export-requests/${id}`, { headers: { authorization: `Token token=${account.token}` } });
  assert.equal(earlier.status, 404);
  const email = 'viewer@acme.example';
  await createUser(service.ctx, { accountId: account.accountId, email, password: 'correct horse battery', role: 'viewer' });
  const viewer = new BrowserSession(service);
  await viewer.signIn(email);
  assert.equal((await fetchFile(id, viewer)).status, 200);
  assert.equal((await viewer.send('POST', `${base}/exports`, { ...september, format: 'csv' })).status, 403);
});
