import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteImport } from '../../server/src/domain/imports/imports.ts';
import { processImport } from '../../server/src/domain/imports/process-import.ts';
import { receiveImport } from '../../server/src/domain/imports/receive-import.ts';
import { recoverableImports } from '../../server/src/domain/imports/recoverable-imports.ts';
import { undoImport } from '../../server/src/domain/imports/undo-import.ts';
import { Problem } from '../../server/src/domain/problem.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;
const account = await service.newAccount();
const owner = new BrowserSession(service);
await owner.signIn(account.email);

type ImportsPage = {
  canChangeDirectory: boolean;
  kinds: { kind: string; columns: string[] }[];
  mappings: { kind: string; name: string; mapping: Record<string, string> }[];
  imports: {
    id: string;
    status: string;
    fault: string | null;
    mapping: Record<string, string> | null;
    preview: null | {
      format: string | null;
      fileColumns: string[];
      samples: Record<string, string[]>;
      added: number;
      updated: number;
      refused: number;
      isWhole: boolean;
      ignoredColumns: string[];
      sharedDomains: { domain: string; rows: number }[];
      rows: { line: number; values: Record<string, string>; written?: string; reasons?: string[] }[];
    };
    read: number;
    progress: number | null;
    added: number;
    updated: number;
    refused: number;
    ignoredColumns: string[];
    sharedDomains: { domain: string; rows: number }[];
  }[];
};

async function upload(person: BrowserSession, { accountId }: TestAccount, kind: string, text: string | Uint8Array) {
  const response = await fetch(`${service.url}/app/api/accounts/${accountId}/imports?kind=${kind}&name=file.csv`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'x-csrf-token': person.csrfToken, 'content-type': 'application/octet-stream' },
    body: typeof text === 'string' ? text : new Uint8Array(text),
  });
  return { status: response.status, body: await readJson<{ id: string; title: string }>(response) };
}

async function getImport(id: string, { accountId } = account, person = owner) {
  const { body } = await person.get<ImportsPage>(`/accounts/${accountId}/imports`);
  return required(body.imports.find((job) => job.id === id));
}

async function isListed(id: string) {
  const { body } = await owner.get<ImportsPage>(`/accounts/${account.accountId}/imports`);
  return body.imports.some((job) => job.id === id);
}

async function startImport(id: string, query = '') {
  assert.equal((await owner.send('POST', `/accounts/${account.accountId}/imports/${id}/start${query}`)).status, 204);
  await runQueuedJobs(service);
}

const companiesCsv =
  'domain;name;color\nnorthwind-imports.com;Northwind;blue\nnot a domain;Broken;red\ncontoso-imports.com;Contoso;green\n';

test('a file is previewed, then imported, and its rejected lines can be downloaded', async () => {
  const { status, body } = await upload(owner, account, 'companies', companiesCsv);
  assert.equal(status, 201);
  assert.equal((await getImport(body.id)).status, 'checking');
  await runQueuedJobs(service);
  const checkedImport = await getImport(body.id);
  assert.equal(checkedImport.status, 'checked');
  const { added, refused, isWhole, ignoredColumns, rows } = required(checkedImport.preview);
  assert.deepEqual({ added, refused, isWhole, ignoredColumns }, { added: 2, refused: 1, isWhole: true, ignoredColumns: ['color'] });
  assert.deepEqual(rows[0], { line: 2, values: { domain: 'northwind-imports.com', name: 'Northwind', color: 'blue' }, written: 'added' });
  assert.match(firstOf(required(itemAt(rows, 1).reasons)), /domain must be a domain/);
  assert.equal((await storedNames('Northwind')).length, 0, 'the dry run stores nothing');
  const rejected = await owner.send('POST', `/accounts/${account.accountId}/imports/${body.id}/start`);
  assert.equal(rejected.status, 400, 'an unknown column is not dropped silently');
  assert.match(JSON.stringify(rejected.body), /does not read: \\"color\\".*Accepted columns: id, domain/);
  await startImport(body.id, '?ignoreUnknownColumns=true');
  const done = await getImport(body.id);
  assert.deepEqual(done.ignoredColumns, ['color']);
  assert.deepEqual(
    { status: done.status, read: done.read, added: done.added, updated: done.updated, refused: done.refused, preview: done.preview },
    { status: 'done', read: 3, added: 2, updated: 0, refused: 1, preview: null },
  );
  assert.deepEqual(await storedNames('Northwind'), ['Northwind']);
  assert.equal(await ctx.files.open(`import-${body.id}.csv`), null, 'the file is deleted after the import');
  const report = await fetch(`${service.url}/app/api/accounts/${account.accountId}/imports/${body.id}/errors`, {
    headers: { cookie: owner.cookie },
  });
  assert.match(required(report.headers.get('content-disposition')), /rejected-lines\.csv/);
  assert.match(await report.text(), /^line,reasons\r\n3,"?domain must be a domain/);
  assert.equal((await owner.send('POST', `/accounts/${account.accountId}/imports/${body.id}/start`)).status, 409, 'starts only once');
});

test('the preview and the result list the domains that many rows share', async () => {
  const lines = Array.from({ length: 210 }, (_, index) => `shop${index}.shared-imports.com,Shared Imports`);
  const { body } = await upload(owner, account, 'companies', ['domain,name', ...lines].join('\n'));
  await runQueuedJobs(service);
  assert.deepEqual(required((await getImport(body.id)).preview).sharedDomains, [{ domain: 'shared-imports.com', rows: 200 }]);
  await startImport(body.id);
  assert.deepEqual((await getImport(body.id)).sharedDomains, [{ domain: 'shared-imports.com', rows: 210 }]);
});

test('the progress of a JSON array is not shown, because its records are not lines', async () => {
  const records = Array.from({ length: 3 }, (_, index) => ({ domain: `array-${index}.com`, name: `Array ${index}` }));
  const { body } = await upload(owner, account, 'companies', `\uFEFF ${JSON.stringify(records, null, 2)}`);
  await runQueuedJobs(service);
  await startImport(body.id);
  const { status, added, progress } = await getImport(body.id);
  assert.deepEqual({ status, added, progress }, { status: 'done', added: 3, progress: null });
});

/** Uploads and starts an import of companies whose file cannot be read after `count` lines. */
async function interruptedImport(lines: string[], count: number, error: Error): Promise<string> {
  const { body } = await upload(owner, account, 'companies', lines.join(''));
  await runQueuedJobs(service);
  await owner.send('POST', `/accounts/${account.accountId}/imports/${body.id}/start`);
  const content = Readable.from(
    (function* () {
      yield Buffer.from(lines.slice(0, count).join(''));
      throw error;
    })(),
  );
  await processImport(
    { ...ctx, files: { ...ctx.files, open: async () => ({ size: 1, read: () => content }) } },
    account.accountId,
    body.id,
  );
  return body.id;
}

test('an interrupted import is reported as failed, and resumes at the next line without counting lines twice', async () => {
  const lines = Array.from({ length: 450 }, (_, index) => `{"domain":"resumed-${index}.com","name":"Resumed ${index}"}\n`);
  const id = await interruptedImport(lines, 230, new Error('The disk is gone'));
  const stopped = await getImport(id);
  assert.deepEqual({ status: stopped.status, read: stopped.read }, { status: 'failed', read: 230 });
  assert.equal(stopped.progress, 230 / 450);
  assert.match(required(stopped.fault), /start the import again to continue/);
  await startImport(id);
  const done = await getImport(id);
  assert.deepEqual(
    { status: done.status, read: done.read, added: done.added, updated: done.updated, progress: done.progress },
    { status: 'done', read: 450, added: 450, updated: 0, progress: 1 },
  );
});

test('an interrupted import that was undone starts again with the first line', async () => {
  const lines = Array.from({ length: 450 }, (_, index) =>
    index === 7 ? '{"domain":"not a domain","name":"Broken"}\n' : `{"domain":"undone-${index}.com","name":"Undone ${index}"}\n`,
  );
  const id = await interruptedImport(lines, 230, new Error('The disk is gone'));
  const run = await ctx.db.selectFrom('import_runs').select('id').where('fingerprint', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual(await undoImport(ctx, run.id), { removed: 229, kept: 0, restored: 0 });
  await startImport(id);
  const { status, read, added, refused } = await getImport(id);
  assert.deepEqual({ status, read, added, refused }, { status: 'done', read: 450, added: 449, refused: 1 });
  const stored = await ctx.db.selectFrom('companies').select('id').where('domain', 'like', 'undone-%').execute();
  assert.equal(stored.length, 449);
  const errors = await ctx.db.selectFrom('import_errors').select('line').where('import_id', '=', id).execute();
  assert.deepEqual(errors, [{ line: 8 }]);
});

test('the run of an import ends when the import fails for good or is deleted, and stays open while it can be resumed', async () => {
  const lines = Array.from({ length: 450 }, (_, index) => `{"domain":"ended-${index}.com","name":"Ended ${index}"}\n`);
  const statusesOf = async (fingerprint: string) => {
    const rows = await ctx.db.selectFrom('import_runs').select('status').where('fingerprint', '=', fingerprint).orderBy('id').execute();
    return rows.map(({ status }) => status);
  };
  const failWith = async (error: Error) => {
    const id = await interruptedImport(lines, 230, error);
    assert.equal((await getImport(id)).status, 'failed');
    return id;
  };
  const unreadable = await failWith(new Problem('invalid_input', 'The file is truncated.'));
  assert.deepEqual(await statusesOf(unreadable), ['failed']);
  const interrupted = await failWith(new Error('The disk is gone'));
  assert.deepEqual(await statusesOf(interrupted), ['running']);
  assert.equal((await owner.send('DELETE', `/accounts/${account.accountId}/imports/${interrupted}`)).status, 204);
  await runQueuedJobs(service);
  assert.deepEqual(await statusesOf(interrupted), ['failed']);
});

test('no file remains if an upload cannot be recorded, or if the process that deletes an import is killed', async () => {
  const id = randomUUID();
  const file = {
    kind: 'companies' as const,
    fileName: 'file.csv',
    userId: account.userId,
    content: Readable.from([Buffer.from(companiesCsv)]),
  };
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''simulated failure''; end'`.execute(ctx.db);
  await sql`create trigger fail before insert on imports for each row execute function fail()`.execute(ctx.db);
  await assert.rejects(receiveImport({ ...ctx, ids: { ...ctx.ids, uuid: () => id } }, account.accountId, file), /simulated failure/);
  await sql`drop function fail() cascade`.execute(ctx.db);
  assert.equal(await ctx.files.open(`import-${id}.csv`), null);

  const { body } = await upload(owner, account, 'companies', companiesCsv);
  await runQueuedJobs(service);
  const killed = { ...ctx, files: { ...ctx.files, remove: () => Promise.reject(new Error('killed')) } };
  await assert.rejects(deleteImport(killed, account.accountId, body.id), /killed/);
  await runQueuedJobs(service);
  assert.equal(await ctx.files.open(`import-${body.id}.csv`), null);
});

test('an upload whose process is killed before it is queued is checked later', async () => {
  const stored = Promise.withResolvers<void>();
  const create = async () => {
    const file = await ctx.files.create();
    const finish = async (name: string) => {
      await file.finish(name);
      stored.resolve();
      await new Promise(() => {});
    };
    return { ...file, finish };
  };
  const id = randomUUID();
  const killed = { ...ctx, ids: { ...ctx.ids, uuid: () => id }, files: { ...ctx.files, create } };
  const content = Readable.from([Buffer.from(companiesCsv)]);
  void receiveImport(killed, account.accountId, { kind: 'companies', fileName: 'file.csv', userId: account.userId, content });
  await stored.promise;
  await recoverInterruptedWork(ctx, [{ ...recoverableImports, leaseMs: -1 }]);
  await runQueuedJobs(service);
  assert.equal((await getImport(id)).status, 'checked');
  assert.equal((await owner.send('DELETE', `/accounts/${account.accountId}/imports/${id}`)).status, 204);
  assert.equal(await ctx.files.open(`import-${id}.csv`), null);
});

test('a file that cannot be checked because of an error of the server is deleted', async () => {
  const { body } = await upload(owner, account, 'companies', companiesCsv);
  const open = () => Promise.reject(new Error('The disk is gone'));
  await processImport({ ...ctx, files: { ...ctx.files, open } }, account.accountId, body.id);
  const { status, fault } = await getImport(body.id);
  assert.deepEqual([status, fault], ['failed', 'Something went wrong on the server. Nothing was imported. Upload the file again.']);
  assert.equal(await ctx.files.open(`import-${body.id}.csv`), null);
});

test('the columns of a JSON Lines file are those of all its first records', async () => {
  const { body } = await upload(owner, account, 'companies', '{"Firma":"Sparse Works"}\n{"Firma":"Other","Ort":"Rome"}\n');
  await runQueuedJobs(service);
  const { fileColumns, samples } = required((await getImport(body.id)).preview);
  assert.deepEqual([fileColumns, samples], [['Firma', 'Ort'], { Firma: ['Sparse Works', 'Other'], Ort: ['Rome'] }]);
  const { status } = await owner.send('POST', `/accounts/${account.accountId}/imports/${body.id}/mapping`, {
    mapping: { name: 'Firma', city: 'Ort' },
  });
  assert.equal(status, 204);
});

test('columns are mapped to fields with a new preview, and the mapping is saved for the next file', async () => {
  const { body } = await upload(
    owner,
    account,
    'companies',
    'Firma;Webseite;Ort\nMapped Works;mapped-imports.com;Rome\nbroken\u0000;;Rome\n',
  );
  await runQueuedJobs(service);
  const unmapped = required((await getImport(body.id)).preview);
  assert.deepEqual([unmapped.added, unmapped.fileColumns], [0, ['firma', 'webseite', 'ort']]);
  const samples = { firma: ['Mapped Works', 'broken'], webseite: ['mapped-imports.com'], ort: ['Rome'] };
  assert.deepEqual(unmapped.samples, samples, 'the preview has sample values of each column');
  const path = `/accounts/${account.accountId}/imports/${body.id}`;
  const map = (mapping: Record<string, string>) => owner.send('POST', `${path}/mapping`, { mapping, saveAs: 'From the CRM' });
  assert.match(JSON.stringify((await map({ color: 'firma' })).body), /no field \\"color\\"/);
  assert.match(JSON.stringify((await map({ name: 'Company' })).body), /no column \\"Company\\". Its columns: firma, webseite, ort/);
  const mapping = { name: 'Firma', domain: 'Webseite', city: 'Ort' };
  assert.equal((await map(mapping)).status, 204);
  assert.equal((await getImport(body.id)).status, 'checking');
  await runQueuedJobs(service);
  const mapped = await getImport(body.id);
  assert.deepEqual(mapped.mapping, mapping);
  assert.deepEqual([required(mapped.preview).added, required(mapped.preview).ignoredColumns], [1, []]);
  assert.deepEqual(required(mapped.preview).rows[0]?.values, { name: 'Mapped Works', domain: 'mapped-imports.com', city: 'Rome' });
  const { mappings } = (await owner.get<ImportsPage>(`/accounts/${account.accountId}/imports`)).body;
  assert.deepEqual(mappings, [{ kind: 'companies', name: 'From the CRM', mapping }]);
  await startImport(body.id);
  assert.deepEqual(await storedNames('Mapped Works'), ['Mapped Works']);
  assert.equal((await map(mapping)).status, 409, 'a finished import cannot be mapped');
  const saved = `/accounts/${account.accountId}/import-mappings?kind=companies&name=From%20the%20CRM`;
  assert.deepEqual([(await owner.send('DELETE', saved)).status, (await owner.send('DELETE', saved)).status], [204, 404]);
});

test('a GLEIF file is recognized by its columns', async () => {
  const lei = '5493001KJTIIGC8Y1R12';
  const heading =
    'LEI,Entity.LegalName,Entity.LegalAddress.Country,Entity.EntityStatus,Entity.EntityCategory,Registration.RegistrationStatus';
  const { body } = await upload(owner, account, 'companies', `${heading}\n${lei},Uploaded Works AG,DE,ACTIVE,GENERAL,ISSUED\n`);
  await runQueuedJobs(service);
  const preview = required((await getImport(body.id)).preview);
  assert.deepEqual([preview.format, preview.added, preview.ignoredColumns], ['gleif', 1, []]);
  await startImport(body.id);
  assert.deepEqual(await storedNames('Uploaded Works AG'), ['Uploaded Works AG']);
});

test('a published directory of which no record is imported is rejected as such', async () => {
  const gleif =
    'LEI,Entity.LegalName,Entity.LegalAddress.Country,Entity.EntityStatus,Entity.EntityCategory,Registration.RegistrationStatus';
  const { body } = await upload(owner, account, 'companies', `${gleif}\n5493001KJTIIGC8Y1R12,Uploaded Fund,DE,ACTIVE,FUND,ISSUED\n`);
  await runQueuedJobs(service);
  assert.match(required((await getImport(body.id)).fault), /no records that can be imported/);
});

test('deleting an import before it starts deletes its row and file, and requests for it then get 404', async () => {
  const { body } = await upload(owner, account, 'companies', companiesCsv);
  const path = `/accounts/${account.accountId}/imports/${body.id}`;
  assert.equal((await owner.send('DELETE', path)).status, 204);
  await runQueuedJobs(service);
  assert.equal(await isListed(body.id), false);
  assert.equal(await ctx.files.open(`import-${body.id}.csv`), null);
  for (const response of [owner.send('DELETE', path), owner.send('POST', `${path}/start`), owner.get(`${path}/errors`)])
    assert.equal((await response).status, 404);
  assert.equal((await owner.send('DELETE', `/accounts/${account.accountId}/imports/x`)).status, 404);
});

test('empty, oversized and unreadable files are rejected with a message', async () => {
  const empty = await upload(owner, account, 'companies', '');
  assert.deepEqual([empty.status, empty.body.title], [400, 'The file is empty.']);
  const large = await upload(owner, account, 'companies', new Uint8Array(20 * 1024 * 1024 + 1));
  assert.equal(large.status, 400);
  assert.match(large.body.title, /larger than 20 MB/);
  assert.equal((await upload(owner, account, 'passwords', 'a')).status, 400);
  const { body } = await upload(owner, account, 'companies', 'domain,name\n');
  await runQueuedJobs(service);
  assert.match(required((await getImport(body.id)).fault), /no records that can be imported/);
  const unreadable: [string | Uint8Array, RegExp][] = [
    [Buffer.from('PK\x03\x04 sheet'), /spreadsheet or a zip archive/],
    ['domain,name,Name\na-imports.com,A,B\n', /several columns named "name"/],
  ];
  for (const [text, reason] of unreadable) {
    const { body: uploaded } = await upload(owner, account, 'companies', text);
    await runQueuedJobs(service);
    assert.match(required((await getImport(uploaded.id)).fault), reason);
    assert.equal(await ctx.files.open(`import-${uploaded.id}.csv`), null, 'the file is deleted');
  }
});

test('a file saved by a spreadsheet in Windows-1252 is read', async () => {
  const { body } = await upload(owner, account, 'companies', Buffer.from('domain;name\nkoeln-imports.com;Kölner Münzhandel\n', 'latin1'));
  await runQueuedJobs(service);
  await startImport(body.id);
  assert.deepEqual(await storedNames('Kölner Münzhandel'), ['Kölner Münzhandel']);
});

test('a line with text that the database cannot store is rejected, and the other lines are imported', async () => {
  const { body } = await upload(owner, account, 'companies', 'domain,name\nnul-imports.com,a\u0000b\nwell-imports.com,Well\n');
  await runQueuedJobs(service);
  await startImport(body.id);
  const { added, refused } = await getImport(body.id);
  assert.deepEqual({ added, refused }, { added: 1, refused: 1 });
});

test('accounts that share an installation can import CRM records but no directory data, unless the operator allows it', async () => {
  const other = await service.newAccount({ role: 'admin' });
  const admin = new BrowserSession(service);
  await admin.signIn(other.email);
  for (const kind of ['companies', 'ip-ranges', 'contacts', 'signals', 'financials']) {
    const { status, body } = await upload(admin, other, kind, companiesCsv);
    assert.equal(status, 403, kind);
    assert.match(body.title, /DIRECTORY_ACCOUNTS/);
  }
  const crm = 'crm,record_type,external_id,name,domain\nhubspot,organization,7,Northwind,northwind-imports.com\n';
  const { status, body } = await upload(admin, other, 'crm', crm);
  assert.equal(status, 201);
  await runQueuedJobs(service);
  assert.equal((await admin.send('POST', `/accounts/${other.accountId}/imports/${body.id}/start`)).status, 204);
  await runQueuedJobs(service);
  const records = await ctx.db.selectFrom('crm_records').select(['account_id', 'name']).execute();
  assert.deepEqual(records, [{ account_id: other.accountId, name: 'Northwind' }]);
  assert.equal((await admin.get<ImportsPage>(`/accounts/${other.accountId}/imports`)).body.canChangeDirectory, false);
  const foreign = (await upload(owner, account, 'crm', crm)).body.id;
  await runQueuedJobs(service);
  const path = `/accounts/${other.accountId}/imports/${foreign}`;
  assert.equal((await admin.send('POST', `${path}/start`)).status, 404);
  assert.equal((await admin.send('POST', `${path}/mapping`, { mapping: {} })).status, 404);
  assert.equal((await admin.get(`${path}/errors`)).status, 404);
  assert.equal((await admin.send('DELETE', path)).status, 404);
  assert.equal((await admin.get(`/accounts/${account.accountId}/imports`)).status, 404);
  assert.equal((await getImport(foreign)).status, 'checked');
  const named = await startTestService({ connection: service.connection, environment: { DIRECTORY_ACCOUNTS: other.accountId } });
  const again = new BrowserSession(named);
  await again.signIn(other.email);
  assert.equal((await again.get<ImportsPage>(`/accounts/${other.accountId}/imports`)).body.canChangeDirectory, true);
});

test('the columns of companies, IP ranges and CRM records are listed', async () => {
  const { kinds } = (await owner.get<ImportsPage>(`/accounts/${account.accountId}/imports`)).body;
  const columnsOf = (kind: string) => required(kinds.find((importKind) => importKind.kind === kind)).columns;
  assert.ok(['domain', 'name', 'employee_count', 'country_code'].every((name) => columnsOf('companies').includes(name)));
  assert.ok(['cidr', 'domain', 'company', 'source'].every((name) => columnsOf('ip-ranges').includes(name)));
  assert.ok(['crm', 'external_id', 'stage'].every((name) => columnsOf('crm').includes(name)));
});

test('imports are deleted after thirty days', async () => {
  const { body } = await upload(owner, account, 'crm', 'crm,name\na,b\n');
  const { deleteOldImports } = await import('../../server/src/domain/imports/imports.ts');
  await deleteOldImports({ ...ctx, clock: { now: () => new Date(Date.now() + 29 * 86_400_000) } });
  assert.ok(await isListed(body.id));
  await deleteOldImports({ ...ctx, clock: { now: () => new Date(Date.now() + 31 * 86_400_000) } });
  assert.equal(await isListed(body.id), false);
});

async function storedNames(name: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('companies').select('name').where('name', '=', name).execute();
  return rows.map((row) => row.name);
}
