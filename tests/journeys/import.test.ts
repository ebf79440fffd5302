import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { importCrm } from '../../server/src/domain/imports/import-crm.ts';
import { importFinancials } from '../../server/src/domain/imports/import-financials.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import { importSignals } from '../../server/src/domain/imports/import-signals.ts';
import type { Importer } from '../../server/src/domain/imports/importer.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { runRecordedImport } from '../../server/src/domain/imports/run-recorded-import.ts';
import { undoImport } from '../../server/src/domain/imports/undo-import.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { readImportFile } from '../../server/src/providers/read-import-file.ts';
import { addCompany } from '../kit/add-company.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService } from '../kit/service.ts';
import { companyNameOfVisit, sendVisit } from '../kit/visits.ts';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const folder = mkdtempSync(join(tmpdir(), 'leadlight-import-'));
after(() => rmSync(folder, { recursive: true }));
let fileCount = 0;

async function importLines<Row>(importer: Importer<Row>, content: string | string[], dryRun = false) {
  const path = join(folder, `${++fileCount}`);
  writeFileSync(path, Array.isArray(content) ? content.join('\n') : content);
  const { read, added, updated, refused } = await runImport(ctx, importer, readImportFile(path), { dryRun });
  return { read, added, updated, refused: refused.map(({ line, reasons }) => `${line}: ${reasons.join('; ')}`) };
}

/** Imports lines as a run that can be undone. Returns its id. */
async function importRun<Row>(importer: Importer<Row>, lines: string[]): Promise<string> {
  const path = join(folder, `${++fileCount}`);
  writeFileSync(path, lines.join('\n'));
  const file = { kind: importer.name, format: null, fileName: path, fingerprint: path };
  return (await runRecordedImport(ctx, file, importer, readImportFile(path))).id;
}

const companyOf = (domain: string) =>
  ctx.db
    .selectFrom('company_domains')
    .innerJoin('companies', 'companies.id', 'company_domains.company_id')
    .selectAll('companies')
    .where('company_domains.domain', '=', domain)
    .executeTakeFirst();

test('companies are added, then updated by id; fields missing from a line keep their values', async () => {
  const first = await importLines(importCompanies, [
    'domain,name,country_code,employee_count,industries,revenue,revenue_currency,alternative_domains',
    'widgets.example.org,"Widgets, Inc.",us,250,banks,1.5e6,usd,widgets.net|widgets.de',
  ]);
  assert.deepEqual(first, { read: 1, added: 1, updated: 0, refused: [] });
  const created = required(await companyOf('widgets.de'));
  assert.deepEqual(
    [created?.name, created?.domain, created?.country_code, created?.employee_range, created?.industry_codes, created?.revenue],
    ['Widgets, Inc.', 'example.org', 'US', '101-500', ['banks'], { value: 1_500_000, currency: 'USD', year: null, estimated: false }],
  );
  const second = await importLines(importCompanies, [
    JSON.stringify({ id: created.id, city: 'Boise', locations: [{ country_code: 'de', city: 'Bonn' }] }),
  ]);
  assert.deepEqual(second, { read: 1, added: 0, updated: 1, refused: [] });
  const changed = await companyOf('widgets.net');
  assert.deepEqual([changed?.city, changed?.name], ['Boise', 'Widgets, Inc.']);
  const sites = await ctx.db
    .selectFrom('company_locations')
    .select(['city', 'country_code'])
    .where('company_id', '=', created.id)
    .execute();
  assert.deepEqual(sites, [{ city: 'Bonn', country_code: 'DE' }]);
});

test('values of every type are stored as written when several companies are added in one batch', async () => {
  const names = ['A "quoted" name', 'back\\slash', '{braces, comma}', 'NULL', ''];
  const whole = {
    domain: 'typed-one.com',
    name: 'Typed \\N "One"',
    alternative_names: names,
    phone_numbers: ['+49 30 1'],
    founded_year: 1999,
    latitude: 52.5,
    do_not_contact: true,
    register_id: 'HRB "1"',
    social_media_profiles: { linkedin: 'https://linkedin.com/company/typed' },
  };
  const report = await importLines(
    importCompanies,
    [whole, { domain: 'typed-two.com', name: 'NULL' }].map((row) => JSON.stringify(row)),
  );
  assert.deepEqual(report, { read: 2, added: 2, updated: 0, refused: [] });
  const [one, two] = [required(await companyOf('typed-one.com')), required(await companyOf('typed-two.com'))];
  assert.deepEqual(
    [one.name, one.alternative_names, one.phone_numbers, one.founded_year, one.latitude, one.do_not_contact, one.register?.id],
    [whole.name, names.slice(0, -1), ['+49 30 1'], 1999, 52.5, true, 'HRB "1"'],
  );
  assert.deepEqual(one.social_media_profiles, { linkedin: [{ url: 'https://linkedin.com/company/typed' }] });
  assert.deepEqual([two.name, two.alternative_names, two.do_not_contact, two.register, two.founded_year], ['NULL', [], false, null, null]);
});

test('an import leaves no pending entries in the search indexes', async () => {
  await importLines(importCompanies, ['name,domain,industries', 'Indexed One,indexed-one.com,banks', 'Indexed Two,indexed-two.com,banks']);
  await importLines(importContacts, ['company_domain,email,full_name,title', 'indexed-one.com,ina@indexed-one.com,Ina Index,Librarian']);
  for (const index of [...required(importCompanies.searchIndexes), ...required(importContacts.searchIndexes)]) {
    const { rows } = await service.connection.pool.query('select gin_clean_pending_list($1::regclass) as pages', [index]);
    assert.deepEqual(rows, [{ pages: '0' }], index);
  }
});

test('invalid company lines are rejected individually with every reason, and the others are imported', async () => {
  const report = await importLines(importCompanies, [
    'domain,name,employee_range,founded_year,industries,alternative_domains',
    ',Nobody,,,,',
    'nonsense,Nobody,many,-1,,',
    'unnamed.com,,,,,',
    'strange.com,Strange,,,no_such_industry,',
    'taker.com,Taker,,,,siemens.com',
    'too,few',
    'kept.com,Kept,11-100,1999,,',
  ]);
  assert.deepEqual(report, {
    read: 7,
    added: 1,
    updated: 0,
    refused: [
      '2: id, domain or external_id is missing',
      '3: domain must be a domain such as example.com; found "nonsense"; founded_year must be a whole number from 800 to 2100; found "-1"; employee_range must be one of 1-10, 11-100, 101-500, 501-1.000, 1.001-5.000, 5.001-10.000, 10.000+; found "many"',
      '4: name is missing, and no company has the domain unnamed.com',
      '5: unknown industry codes: no_such_industry',
      `6: the domain siemens.com belongs to company ${required(await companyOf('siemens.com')).id}`,
      '7: it has 2 fields, but the header has 6',
    ],
  });
  assert.equal((await companyOf('kept.com'))?.name, 'Kept');
  assert.equal(await companyOf('taker.com'), undefined);
});

test('a line with one value of the register keeps the others, alone and in a batch', async () => {
  const registered = ['domain,name,register_id,register_location', 'register-one.com,One,HRB 1,Bonn', 'register-two.com,Two,,'];
  await importLines(importCompanies, registered);
  const dissolved = ['domain,register_status', 'register-one.com,dissolved', 'register-two.com,dissolved'];
  const registers = async () => [(await companyOf('register-one.com'))?.register, (await companyOf('register-two.com'))?.register];
  const expected = [{ id: 'HRB 1', location: 'Bonn', status: 'dissolved' }, { status: 'dissolved' }];
  await importLines(importCompanies, dissolved);
  assert.deepEqual(await registers(), expected);
  await importLines(importCompanies, [...dissolved.slice(0, 1), 'register-one.com,active']);
  assert.deepEqual(await registers(), [{ ...expected[0], status: 'active' }, expected[1]]);
});

test('a number of employees wins over a range that does not contain it', async () => {
  const report = await importLines(importCompanies, [
    'domain,name,kind,employee_count,employee_range',
    'staffed.com,Staffed,nonprofit,50,11-100',
    'contradicting.com,Contradicting,business,50,501-1.000',
  ]);
  assert.deepEqual(report, { read: 2, added: 2, updated: 0, refused: [] });
  assert.equal((await companyOf('contradicting.com'))?.employee_range, '11-100');
  assert.equal((await companyOf('staffed.com'))?.kind, 'nonprofit');
});

test('a line merges companies of the directory into its own, also if it is imported again', async () => {
  await importLines(importCompanies, ['domain,name', 'absorbed.com,Absorbed', 'absorbing.com,Absorbing']);
  const [absorbed, absorbing] = [required(await companyOf('absorbed.com')).id, required(await companyOf('absorbing.com')).id];
  const absorb = (merged: string) => importLines(importCompanies, ['domain,city,merged_ids', `absorbing.com,Bonn,${merged}`]);
  const updated = { read: 1, added: 0, updated: 1, refused: [] };
  assert.deepEqual(await absorb(absorbed), updated);
  assert.equal((await companyOf('absorbed.com'))?.id, absorbing);
  assert.deepEqual(await absorb(absorbed), updated);
  const { accountId } = await service.newAccount();
  const owned = await addCompany(service, 'Owned', { owner_account_id: accountId });
  const refusals = [
    [absorbing, 'merged_ids contains the id of the company itself'],
    [owned, `there is no company ${owned}`],
    ['acme', 'merged_ids must contain ids of companies; found "acme"'],
  ] as const;
  for (const [id, reason] of refusals) assert.deepEqual((await absorb(id)).refused, [`2: ${reason}`]);
  const company = await ctx.db.selectFrom('companies').select('merged_into').where('id', '=', owned).executeTakeFirstOrThrow();
  assert.equal(company.merged_into, null);
});

test('invalid JSON lines are rejected with their line numbers', async () => {
  const report = await importLines(importCompanies, [
    '{"domain":"json.com","name":"Json"}',
    '{broken',
    '[1]',
    '',
    '{"domain":"json.com","city":["x"]}',
  ]);
  assert.deepEqual(report.refused, ['2: it is not valid JSON', '3: it is not a JSON object', '5: city must be text']);
  assert.deepEqual([report.read, report.added], [4, 1]);
});

test('the first 10,000 rejected lines are reported with their reasons, and all are counted', async () => {
  const faults = Array.from({ length: 10_010 }, (_, index) => ({ line: index + 2, fault: 'it is not valid JSON' }));
  const { refused, refusedLines } = await runImport(ctx, importCompanies, Readable.from(faults), { dryRun: false });
  assert.deepEqual([refused.length, refused.at(-1)?.line, refusedLines], [10_000, 10_001, 10_010]);
});

test('a dry run reports the same as the import and stores nothing', async () => {
  const content = ['cidr,domain,company', '80.200.0.0/24,dry-run.com,Dry Run', 'x,dry-run.com,'];
  const planned = await importLines(importIpRanges, content, true);
  assert.equal(await companyOf('dry-run.com'), undefined);
  assert.deepEqual(await ctx.db.selectFrom('company_ip_ranges').selectAll().execute(), []);
  const done = await importLines(importIpRanges, content);
  assert.deepEqual(planned, done);
  assert.equal((await companyOf('dry-run.com'))?.name, 'Dry Run');
});

test('imported blocks identify companies within provider networks; the smallest block wins', async () => {
  const account = await service.newAccount();
  const report = await importLines(importIpRanges, [
    'cidr,domain,company,company_id',
    '80.128.0.0/16,wide.com,Wide,',
    '80.128.5.0-80.128.5.255,narrow.com,Narrow,',
    '80.128.5.1/33,bad.com,Bad,',
    '80.128.6.0/24,,,',
    '80.128.7.0/24,,,999999999',
    '64.0.0.1-66.255.255.254,huge.com,Huge,',
    '80.128.8.0/2,typo.com,Typo,',
    '::/0,everything.com,Everything,',
  ]);
  assert.deepEqual(
    [report.added, report.refused],
    [
      2,
      [
        '4: cidr must be a block such as 192.0.2.0/24; found "80.128.5.1/33"',
        '5: company_id, domain or company is missing',
        '6: there is no company 999999999',
        '7: cidr is made of more than 32 blocks',
        '8: cidr is larger than any block that one company uses',
        '9: cidr is larger than any block that one company uses',
      ],
    ],
  );
  assert.equal(
    await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: '80.128.5.9', visitorId: 'a' })),
    'Narrow',
  );
  assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: '80.128.9.9', visitorId: 'b' })), 'Wide');
  assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: '80.129.9.9', visitorId: 'c' })), null);
});

test('an address block belongs to the company of the latest import', async () => {
  await importLines(importIpRanges, ['cidr,domain', '80.199.0.0/24,audi.com']);
  const siemensId = required(await companyOf('siemens.com')).id;
  assert.equal((await importLines(importIpRanges, ['cidr,domain', '80.199.0.0/24,siemens.com'])).updated, 1);
  const byId = ['cidr,domain,company_id', `80.199.0.0/24,t-online.de,${siemensId}`];
  assert.equal((await importLines(importIpRanges, byId)).updated, 1, 'a domain is not used if the id is given');
  const { rows } = await service.connection.pool.query("select company_id from company_ip_ranges where block = '80.199.0.0/24'");
  assert.deepEqual(rows, [{ company_id: siemensId }]);
});

test('a contact with a known e-mail address is updated; invalid lines are rejected', async () => {
  const lines = [
    'email,first_name,last_name,company_domain,department,hierarchy_level,country_code',
    'jane@siemens.com,Jane,Doe,siemens.com,sales_department,director,DE',
    'x@siemens.com,,,siemens.com,,,',
    'y@nowhere.com,Y,Y,no-such-company.com,,,',
    'not-an-email,Z,Z,siemens.com,cleaning,boss,Germany',
    'w@siemens.com,W,W,,,,',
  ];
  const report = await importLines(importContacts, lines);
  assert.deepEqual(
    [report.added, report.refused],
    [
      1,
      [
        '3: full_name, or first_name and last_name, is missing',
        '4: no company has the domain no-such-company.com: import it first',
        '5: email must be an e-mail address; found "not-an-email"; department must be one of sales_department, marketing_department, it_department, finance_department, hr_department, operations_department, engineering_department, legal_department, management, other; found "cleaning"; hierarchy_level must be one of c_level, vp, director, manager, staff, unknown; found "boss"; country_code must be a country code of two letters; found "GERMANY"',
        '6: company_id or company_domain is missing',
      ],
    ],
  );
  assert.equal((await importLines(importContacts, lines.slice(0, 2))).updated, 1);
  const jane = await ctx.db
    .selectFrom('contacts')
    .select(['full_name', 'emails'])
    .where('email', '=', 'jane@siemens.com')
    .executeTakeFirstOrThrow();
  assert.deepEqual(jane, { full_name: 'Jane Doe', emails: [{ value: 'jane@siemens.com', status: 'unverified' }] });
});

test('a contact is updated by its id, with its e-mail address; an unknown id or the e-mail address of another contact is rejected', async () => {
  const header = 'id,email,full_name,company_domain';
  await importLines(importContacts, [header, ',ida@siemens.com,Ida,siemens.com', ',otto@siemens.com,Otto,siemens.com']);
  const contacts = async () => {
    const rows = await ctx.db.selectFrom('contacts').select(['id', 'email', 'emails']).where('full_name', 'in', ['Ida', 'Otto']).execute();
    return rows.map(({ id, email, emails }) => ({ id, email, listed: emails.map(({ value }) => value) }));
  };
  const idOf = async (email: string) => required((await contacts()).find((contact) => contact.email === email)).id;
  const [ida, otto] = [await idOf('ida@siemens.com'), await idOf('otto@siemens.com')];
  const unknown = firstOf(await ctx.ids.records(ctx.db, 1));
  const report = await importLines(importContacts, [
    header,
    `${ida},ida.new@siemens.com,Ida,siemens.com`,
    `${otto},ida.new@siemens.com,Otto,siemens.com`,
    `${unknown},third@siemens.com,Third,siemens.com`,
    ',ida.new@siemens.com,Ida,siemens.com',
  ]);
  assert.deepEqual(report, {
    read: 4,
    added: 0,
    updated: 2,
    refused: [`3: the e-mail address ida.new@siemens.com belongs to contact ${ida}`, `4: there is no contact ${unknown}`],
  });
  assert.deepEqual(
    (await contacts()).sort((a, b) => Number(a.id) - Number(b.id)),
    [
      { id: ida, email: 'ida.new@siemens.com', listed: ['ida.new@siemens.com'] },
      { id: otto, email: 'otto@siemens.com', listed: ['otto@siemens.com'] },
    ],
  );
});

test('the status of an e-mail address is kept unless a line gives another status or address', async () => {
  const contacts = (...lines: string[]) => importLines(importContacts, ['email,full_name,company_domain,email_status,title', ...lines]);
  const statusesOf = async (name: string) =>
    firstOf(await ctx.db.selectFrom('contacts').select('emails').where('full_name', '=', name).execute()).emails;
  await contacts('vera@siemens.com,Vera,siemens.com,valid,', 'vito@siemens.com,Vito,siemens.com,valid,');
  const withoutStatus = ['email,full_name,company_domain,title', 'vera@siemens.com,Vera,siemens.com,CTO'];
  await importLines(importContacts, [...withoutStatus, 'vito@siemens.com,Vito,siemens.com,CIO']);
  await importLines(importContacts, withoutStatus);
  assert.deepEqual(await statusesOf('Vera'), [{ value: 'vera@siemens.com', status: 'valid' }]);
  assert.deepEqual(await statusesOf('Vito'), [{ value: 'vito@siemens.com', status: 'valid' }]);
  await contacts('vito@siemens.com,Vito,siemens.com,invalid,');
  assert.deepEqual(await statusesOf('Vito'), [{ value: 'vito@siemens.com', status: 'invalid' }]);
  const { id } = await ctx.db.selectFrom('contacts').select('id').where('full_name', '=', 'Vera').executeTakeFirstOrThrow();
  await importLines(importContacts, ['id,email,full_name,company_domain', `${id},vera.new@siemens.com,Vera,siemens.com`]);
  assert.deepEqual(await statusesOf('Vera'), [{ value: 'vera.new@siemens.com', status: 'unverified' }]);
});

test('a contact that an undo removes while a line about it is stored is added again', async () => {
  const lines = ['email,full_name,company_domain', 'zoe@siemens.com,Zoe,siemens.com', 'zora@siemens.com,Zora,siemens.com'];
  await importLines(importContacts, lines);
  const report = await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('contacts').where('email', '=', 'zoe@siemens.com').execute();
    const waiting = importLines(importContacts, lines);
    await until(async () => (await countWaitingForLock(ctx.db)) > 0);
    return { waiting };
  });
  const { added, updated, refused } = await report.waiting;
  assert.deepEqual([added, updated, refused], [1, 1, []]);
  const { length } = await ctx.db.selectFrom('contacts').select('id').where('email', '=', 'zoe@siemens.com').execute();
  assert.equal(length, 1);
});

test('an undo returns a contact to its earlier company, or to the one that this was merged into, unless it was removed', async () => {
  const contact = (domain: string) => ['email,full_name,company_domain', `mia@mover.com,Mia,${domain}`];
  const idOf = async (domain: string) => required(await companyOf(domain)).id;
  await importLines(importCompanies, ['domain,name', 'mover-one.com,One', 'mover-two.com,Two', 'mover-three.com,Three']);
  await importLines(importContacts, contact('mover-one.com'));
  const companyOfContact = async () =>
    (await ctx.db.selectFrom('contacts').select('company_id').where('email', '=', 'mia@mover.com').executeTakeFirstOrThrow()).company_id;
  const toTwo = await importRun(importContacts, contact('mover-two.com'));
  const [one, two, three] = [await idOf('mover-one.com'), await idOf('mover-two.com'), await idOf('mover-three.com')];
  const merge = (previous: string, current: string) =>
    ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));
  await merge(one, three);
  await undoImport(ctx, toTwo);
  assert.equal(await companyOfContact(), three);

  const companies = await importRun(importCompanies, ['domain,name', 'mover-four.com,Four']);
  await importLines(importContacts, contact('mover-four.com'));
  const away = await importRun(importContacts, contact('mover-two.com'));
  assert.deepEqual(await undoImport(ctx, companies), { removed: 1, kept: 0, restored: 0 });
  await undoImport(ctx, away);
  assert.equal(await companyOfContact(), two);
});

test('undoing an import restores the e-mail address of a contact, unless another contact has it now', async () => {
  const importContact = (line: string) => importRun(importContacts, ['id,email,full_name,company_domain', line]);
  const emailOf = async (id: string) =>
    (await ctx.db.selectFrom('contacts').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  await importContact(',una@siemens.com,Una,siemens.com');
  const { id } = await ctx.db.selectFrom('contacts').select('id').where('email', '=', 'una@siemens.com').executeTakeFirstOrThrow();
  const change = `${id},una.new@siemens.com,Una,siemens.com`;
  await undoImport(ctx, await importContact(change));
  assert.equal(await emailOf(id), 'una@siemens.com');
  const changed = await importContact(change);
  await importContact(',una@siemens.com,Una the Second,siemens.com');
  await undoImport(ctx, changed);
  assert.equal(await emailOf(id), null);
});

test('imports of the same contacts can be undone in any order', async () => {
  const importFile = (title: string) =>
    importRun(importContacts, ['email,full_name,company_domain,title', `ria@siemens.com,Ria,siemens.com,${title}`]);
  const titles = async () =>
    (await ctx.db.selectFrom('contacts').select('title').where('email', '=', 'ria@siemens.com').execute()).map(({ title }) => title);
  const [first, second, third] = [await importFile('CTO'), await importFile('CIO'), await importFile('CEO')];
  assert.deepEqual(await undoImport(ctx, first), { removed: 0, kept: 1, restored: 0 });
  assert.deepEqual(await undoImport(ctx, third), { removed: 0, kept: 0, restored: 1 });
  assert.deepEqual(await titles(), ['CIO']);
  assert.deepEqual(await undoImport(ctx, second), { removed: 1, kept: 0, restored: 0 });
  assert.deepEqual(await titles(), []);
});

test('a signal or financial report that is imported again is updated; invalid lines are rejected', async () => {
  const signals = [
    'company_domain,category,title,published_at,event_date,confidence',
    'siemens.com,job_ads,Hires,2026-01-31T12:00:00Z,2026-01-30,0.9',
    'siemens.com,gossip,Hires,2026-01-31,2026-02-30,2',
    'siemens.com,job_ads,,yesterday,,',
  ];
  const report = await importLines(importSignals, signals);
  assert.deepEqual(
    [report.added, report.refused],
    [
      1,
      [
        '3: category must be one of business_expansion, competitive_landscape, event_participation, industry_recognition, leadership_changes, corporate_challenges, mergers_and_acquisitions, customer_acquisition, investment_activity, product_and_service_development, partnerships_and_collaborations, financial_struggles, job_ads, register_updates, regulatory_compliance_updates; found "gossip"; event_date must be a day such as 2026-01-31; found "2026-02-30"; confidence must be a number from 0 to 1; found "2"',
        '4: title is missing; published_at must be a time such as 2026-01-31T12:00:00Z; found "yesterday"',
      ],
    ],
  );
  assert.equal((await importLines(importSignals, signals.slice(0, 2))).updated, 1);
  const summarized = [
    'company_domain,category,title,published_at,event_date,summary',
    'siemens.com,job_ads,Hires,2026-02-01,2026-01-30,Many',
  ];
  assert.equal((await importLines(importSignals, summarized)).updated, 1);
  const signal = await ctx.db
    .selectFrom('signals')
    .select(['summary', 'confidence'])
    .where('title', '=', 'Hires')
    .executeTakeFirstOrThrow();
  assert.deepEqual({ ...signal, confidence: Number(signal.confidence) }, { summary: 'Many', confidence: 0.9 });
  const figures = [
    'company_domain,year,currency,revenue,employees',
    'siemens.com,2025,eur,78.9e9,320000',
    'siemens.com,20255,euro,much,-1',
    'siemens.com,,EUR,,',
  ];
  const financials = await importLines(importFinancials, figures);
  assert.deepEqual(
    [financials.added, financials.refused],
    [
      1,
      [
        '3: currency must have at most 3 characters; year must be a whole number from 1900 to 2100; found "20255"; revenue must be a number; found "much"; employees must be a whole number from 0 to 10000000; found "-1"',
        '4: year is missing',
      ],
    ],
  );
  assert.equal((await importLines(importFinancials, ['company_domain,year,currency,earnings', 'siemens.com,2025,EUR,9e9'])).updated, 1);
  const stored = () =>
    ctx.db
      .selectFrom('financial_reports')
      .select(['currency', 'revenue', 'earnings', 'employees'])
      .where('year', '=', 2025)
      .executeTakeFirstOrThrow();
  assert.deepEqual(await stored(), { currency: 'EUR', revenue: '78900000000', earnings: '9000000000', employees: 320000 });
  await importLines(importFinancials, ['company_domain,year,currency,earnings', 'siemens.com,2025,USD,10e9']);
  const inDollars = { currency: 'USD', revenue: null, earnings: '10000000000', employees: 320000 };
  assert.deepEqual(await stored(), inDollars, 'amounts in the earlier currency are dropped');
});

test('CRM records are connected by domain or work e-mail address, and only suggested by name', async () => {
  const account = await service.newAccount();
  await sendVisit(service, account, { ip: '143.164.1.10', visitorId: 'a' });
  const report = await importLines(importCrm(account.accountId), [
    'crm,record_type,external_id,name,domain,email',
    'acmecrm,lead,77,Audi lead,audi.com,',
    'acmecrm,contact,78,Jane,,jane@siemens.com',
    'acmecrm,organization,79,SIEMENS AG,,',
    'acmecrm,organization,80,Unknown Ltd,,',
    'acmecrm,person,,Nobody,,',
  ]);
  assert.deepEqual(
    [report.added, report.refused],
    [4, ['6: record_type must be one of organization, lead, contact, deal; found "person"; external_id is missing']],
  );
  const connections = await ctx.db
    .selectFrom('crm_connections as link')
    .innerJoin('crm_records as record', (join) =>
      join.onRef('record.id', '=', 'link.record_id').onRef('record.account_id', '=', 'link.account_id'),
    )
    .innerJoin('companies', 'companies.id', 'link.company_id')
    .select(['record.external_id', 'companies.name', 'link.status', 'link.matched_on'])
    .where('link.account_id', '=', account.accountId)
    .orderBy('record.external_id')
    .execute();
  assert.deepEqual(
    connections.map((row) => Object.values(row)),
    [
      ['77', 'Audi', 'connected', 'domain'],
      ['78', 'Siemens', 'connected', 'email'],
      ['79', 'Siemens', 'suggested', 'name'],
    ],
  );
  const lead = await ctx.db.selectFrom('leads').select('crm_lead_id').where('account_id', '=', account.accountId).executeTakeFirstOrThrow();
  assert.equal(lead.crm_lead_id, '77');
});

test('finding the company of a CRM record does not read the whole directory', async () => {
  const { accountId } = await service.newAccount();
  recorded.length = 0;
  await importLines(importCrm(accountId), ['crm,record_type,external_id,name', 'acmecrm,organization,81,SIEMENS AG']);
  const searches = recorded.filter(({ text }) => /^\s*select\b/i.test(text) && /\bcompanies\b/.test(text));
  assert.ok(searches.some(({ values }) => JSON.stringify(values).includes('siemens')));
  const client = await service.connection.pool.connect();
  try {
    assert.ok(Number((await client.query('select count(*) from companies')).rows[0].count) > 1000);
    for (const statement of searches) assert.ok(((await rowsRead(client, statement))?.read ?? 0) < 500, statement.text);
  } finally {
    client.release();
  }
});
