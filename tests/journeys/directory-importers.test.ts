import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openImportRun, runProgressRecorder } from '../../server/src/domain/imports/import-runs.ts';
import { fingerprintOf } from '../../server/src/providers/read-import-file.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { isCluster } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { launchServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { pool } = service.connection;
const folder = testDataDir({ withIpData: false });
const environment = { DATABASE_URL: service.connection.url, DATA_DIR: folder };
const command = startCommandProcess();

async function importFile(name: string, content: string | Buffer, ...options: string[]) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const { stdout, stderr } = await command(['import', 'companies', file, ...options, '--json'], environment);
  assert.notEqual(stdout, '', stderr);
  const { id, added, updated, refused, skipped_groups } = JSON.parse(stdout);
  const { rows } = await pool.query('select format from import_runs where id = $1', [id]);
  return { id, format: rows[0].format, counts: [added, updated, refused.length], refused, skippedGroups: skipped_groups };
}

async function findCompany(externalId: string) {
  const { rows } = await pool.query(
    'select c.* from companies c join company_external_ids e on e.company_id = c.id where e.external_id = $1',
    [externalId],
  );
  return rows[0];
}

const csv = (columns: string[], ...records: Record<string, string>[]) =>
  [columns, ...records.map((record) => columns.map((column) => record[column] ?? ''))]
    .map((values) => values.map((value) => `"${value}"`).join(','))
    .join('\n');

const address = (kind: string) =>
  ['xmllang', 'FirstAddressLine', 'AddressNumber', 'AddressNumberWithinBuilding', 'MailRouting', 'AdditionalAddressLine.1']
    .concat(['AdditionalAddressLine.2', 'AdditionalAddressLine.3', 'City', 'Region', 'Country', 'PostalCode'])
    .map((part) => `Entity.${kind}.${part}`);
const gleifColumns = [
  ...['LEI', 'Entity.LegalName', 'Entity.LegalName.xmllang', 'Entity.OtherEntityNames.OtherEntityName.1'],
  ...['Entity.OtherEntityNames.OtherEntityName.1.xmllang', 'Entity.OtherEntityNames.OtherEntityName.1.type'],
  ...address('LegalAddress'),
  ...address('HeadquartersAddress'),
  ...['Entity.RegistrationAuthority.RegistrationAuthorityID', 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID'],
  ...['Entity.LegalJurisdiction', 'Entity.EntityCategory', 'Entity.LegalForm.EntityLegalFormCode', 'Entity.EntityStatus'],
  ...['Registration.InitialRegistrationDate', 'Registration.LastUpdateDate', 'Registration.RegistrationStatus'],
];
const relationshipColumns = [
  ...['Relationship.StartNode.NodeID', 'Relationship.StartNode.NodeIDType', 'Relationship.EndNode.NodeID'],
  ...['Relationship.EndNode.NodeIDType', 'Relationship.RelationshipType', 'Relationship.RelationshipStatus'],
  ...['Relationship.Period.1.startDate', 'Relationship.Period.1.endDate', 'Registration.RegistrationStatus'],
];

test('a GLEIF golden copy adds entities by LEI; its relationships assign them to groups, and an undo removes the assignment', async () => {
  const entity = (lei: string, name: string, country: string, more: Record<string, string> = {}) => ({
    LEI: lei,
    'Entity.LegalName': name,
    'Entity.LegalAddress.Country': country,
    'Entity.HeadquartersAddress.City': 'Ulm',
    'Entity.HeadquartersAddress.Country': country,
    'Entity.EntityCategory': 'GENERAL',
    'Entity.EntityStatus': 'ACTIVE',
    ...more,
  });
  const entities = await importFile(
    'gleif.csv.gz',
    gzipSync(
      csv(
        gleifColumns,
        entity('529900HEAD0000000001', 'Wolkenstein Werke Aktiengesellschaft', 'DE', {
          'Entity.OtherEntityNames.OtherEntityName.1': 'Wolkenstein AG',
        }),
        entity('529900CHILD000000002', 'Wolkenstein Polska Sp. z o.o.', 'PL'),
        entity('529900GRAND000000005', 'Wolkenstein Holding', 'NL'),
        entity('529900FUND0000000003', 'Wolkenstein Fund', 'LU', { 'Entity.EntityCategory': 'FUND' }),
      ),
    ),
  );
  assert.deepEqual([entities.format, entities.counts], ['gleif', [3, 0, 0]]);
  const relationship = (type: string, child: string, parent: string) => ({
    'Relationship.StartNode.NodeID': child,
    'Relationship.StartNode.NodeIDType': 'LEI',
    'Relationship.EndNode.NodeID': parent,
    'Relationship.EndNode.NodeIDType': 'LEI',
    'Relationship.RelationshipType': type,
    'Relationship.RelationshipStatus': 'ACTIVE',
  });
  const parents = await importFile(
    'relationships.csv',
    csv(
      relationshipColumns,
      relationship('IS_DIRECTLY_CONSOLIDATED_BY', '529900CHILD000000002', '529900HEAD0000000001'),
      relationship('IS_ULTIMATELY_CONSOLIDATED_BY', '529900CHILD000000002', '529900HEAD0000000001'),
      relationship('IS_ULTIMATELY_CONSOLIDATED_BY', '529900CHILD000000002', '529900MISSING0000004'),
    ),
  );
  assert.deepEqual([parents.format, parents.counts], ['gleif-relationships', [0, 1, 1]]);
  assert.match(parents.refused[0].reasons[0], /lei:529900MISSING0000004: import it first/);
  const [head, child] = [await findCompany('lei:529900HEAD0000000001'), await findCompany('lei:529900CHILD000000002')];
  assert.deepEqual([head.alternative_names, head.city, head.country_code], [['Wolkenstein AG'], 'Ulm', 'DE']);
  assert.equal(child.group_company_id, head.id);

  // The head joins another group in the same file, so its subsidiary joins that group as well.
  const chain = await importFile(
    'chain.csv',
    csv(
      relationshipColumns,
      relationship('IS_ULTIMATELY_CONSOLIDATED_BY', '529900CHILD000000002', '529900HEAD0000000001'),
      relationship('IS_ULTIMATELY_CONSOLIDATED_BY', '529900HEAD0000000001', '529900GRAND000000005'),
      relationship('IS_ULTIMATELY_CONSOLIDATED_BY', '529900MISSING0000004', '529900GRAND000000005'),
    ),
  );
  assert.deepEqual(chain.counts, [0, 2, 1]);
  assert.match(chain.refused[0].reasons[0], /no company has the external id lei:529900MISSING0000004/);
  const grand = await findCompany('lei:529900GRAND000000005');
  assert.deepEqual(
    [(await findCompany('lei:529900HEAD0000000001')).group_company_id, (await findCompany('lei:529900CHILD000000002')).group_company_id],
    [grand.id, grand.id],
  );
  await command(['import', 'undo', chain.id, '--json'], environment);
  assert.equal((await findCompany('lei:529900CHILD000000002')).group_company_id, head.id);

  const undo = await command(['import', 'undo', parents.id, '--json'], environment);
  assert.equal(JSON.parse(undo.stdout).restored, 1);
  assert.equal((await findCompany('lei:529900CHILD000000002')).group_company_id, null);
});

test('the monthly file of Companies House is recognized and imported, although its column names contain spaces', async () => {
  const previous = Array.from({ length: 10 }, (_, index) => `PreviousName_${index + 1}.CONDATE, PreviousName_${index + 1}.CompanyName`);
  const heading = `CompanyName, CompanyNumber,RegAddress.CareOf,RegAddress.POBox,RegAddress.AddressLine1, RegAddress.AddressLine2,RegAddress.PostTown,RegAddress.County,RegAddress.Country,RegAddress.PostCode,CompanyCategory,CompanyStatus,CountryOfOrigin,DissolutionDate,IncorporationDate,Accounts.AccountRefDay,Accounts.AccountRefMonth,Accounts.NextDueDate,Accounts.LastMadeUpDate,Accounts.AccountCategory,Returns.NextDueDate,Returns.LastMadeUpDate,Mortgages.NumMortCharges,Mortgages.NumMortOutstanding,Mortgages.NumMortPartSatisfied,Mortgages.NumMortSatisfied,SICCode.SicText_1,SICCode.SicText_2,SICCode.SicText_3,SICCode.SicText_4,LimitedPartnerships.NumGenPartners,LimitedPartnerships.NumLimPartners,URI,${previous.join(',')},ConfStmtNextDueDate, ConfStmtLastMadeUpDate`;
  const line = `"THISTLEDOWN JOINERY LTD","SC998877","","","UNIT 3","MILL LANE","PERTH","","SCOTLAND","PH1 1AA","Private Limited Company","Active","United Kingdom","","12/03/2015","31","3","","","","","","0","0","0","0","16230 - Joinery","","","","0","0","http://business.data.gov.uk/id/company/SC998877","01/02/2019","THISTLEDOWN CARPENTERS LTD",${'"","",'.repeat(9)}"",""`;
  const { format, counts } = await importFile('companies-house.csv', `${heading}\n${line}\n`);
  assert.deepEqual([format, counts], ['companies-house', [1, 0, 0]]);
  const { name, alternative_names, postal_code, founded_year, register } = await findCompany('companies-house:SC998877');
  assert.deepEqual(
    [name, alternative_names, postal_code, founded_year, register.id],
    ['THISTLEDOWN JOINERY LTD', ['THISTLEDOWN CARPENTERS LTD'], 'PH1 1AA', 2015, 'SC998877'],
  );
});

test('a ROR data dump is recognized and imported', async () => {
  const organization = {
    admin: { created: { date: '2018-11-14', schema_version: '1.0' }, last_modified: { date: '2025-02-11', schema_version: '2.1' } },
    domains: ['northern-lights-university.no'],
    established: 1962,
    external_ids: [{ all: ['grid.5510.1'], preferred: 'grid.5510.1', type: 'grid' }],
    id: 'https://ror.org/0northern1',
    links: [{ type: 'website', value: 'https://www.northern-lights-university.no' }],
    locations: [
      {
        geonames_details: {
          continent_code: 'EU',
          continent_name: 'Europe',
          country_code: 'NO',
          country_name: 'Norway',
          country_subdivision_code: '55',
          country_subdivision_name: 'Troms',
          lat: 69.65,
          lng: 18.96,
          name: 'Tromsø',
        },
        geonames_id: 3133895,
      },
    ],
    names: [
      { lang: 'en', types: ['ror_display', 'label'], value: 'Northern Lights University' },
      { lang: null, types: ['acronym'], value: 'NLUT' },
    ],
    relationships: [],
    status: 'active',
    types: ['education', 'funder'],
  };
  const { format, counts } = await importFile('ror.json', JSON.stringify([organization], null, 1));
  assert.deepEqual([format, counts], ['ror', [1, 0, 0]]);
  const { kind, domain, city, country_code } = await findCompany('ror:0northern1');
  assert.deepEqual([kind, domain, city, country_code], ['education', 'northern-lights-university.no', 'Tromsø', 'NO']);
});

test('records of Wikidata, BigPicture and People Data Labs with the same domain are stored as one company', async () => {
  const wikidata = await importFile(
    'wikidata.csv',
    [
      'item,itemLabel,website,employees,industryLabel,headquartersLabel,countryCode,inception,parent',
      'http://www.wikidata.org/entity/Q990001,Quillfeather,https://www.quillfeather.com/,320,publishing,Leiden,NL,1847-10-12T00:00:00Z,',
    ].join('\n'),
    '--ignore-unknown-columns',
  );
  assert.deepEqual([wikidata.format, wikidata.counts], ['wikidata', [1, 0, 0]]);
  const bigPicture = await importFile(
    'bigpicture.csv',
    'handle,name,website,industry,size,type,founded,city,state,country_code\nquillfeather,Quillfeather BV,quillfeather.com,Publishing,201-500,Privately Held,1847,Leiden,South Holland,nl\n',
  );
  assert.deepEqual([bigPicture.format, bigPicture.counts], ['bigpicture', [0, 1, 0]]);
  const people = await importFile(
    'people-data-labs.csv',
    'country,founded,id,industry,linkedin_url,locality,name,region,size,website\nnetherlands,1847,quill-1,publishing,linkedin.com/company/quillfeather,leiden,quillfeather,south holland,201-500,quillfeather.com\n',
  );
  assert.deepEqual([people.format, people.counts], ['people-data-labs', [0, 1, 0]]);
  const companies = await Promise.all(['wikidata:Q990001', 'bigpicture:quillfeather', 'people-data-labs:quill-1'].map(findCompany));
  assert.equal(new Set(companies.map(({ id }) => id)).size, 1);
  assert.deepEqual([companies[0].domain, companies[0].country_code, companies[0].founded_year], ['quillfeather.com', 'NL', 1847]);
});

test('a company of Wikidata whose parent is not in the directory is imported, and joins the group when it is imported again', async () => {
  const header = 'item,itemLabel,website,parent';
  const line = (item: number, name: string, parent?: number) =>
    `http://www.wikidata.org/entity/Q${item},${name},,${parent === undefined ? '' : `http://www.wikidata.org/entity/Q${parent}`}`;
  const children = [header, line(991_001, 'Orphan One', 991_009), line(991_002, 'Orphan Two', 991_009), line(991_003, 'Orphan Three')];
  const first = await importFile('orphans.csv', children.join('\n'));
  assert.deepEqual([first.format, first.counts, first.skippedGroups], ['wikidata', [3, 0, 0], 2]);
  const single = await importFile('orphan.csv', [header, line(991_004, 'Orphan Four', 991_009)].join('\n'));
  assert.deepEqual([single.counts, single.skippedGroups], [[1, 0, 0], 1]);

  await importFile('parent.csv', [header, line(991_009, 'Found Parent')].join('\n'));
  const again = await importFile('orphans.csv', children.join('\n'));
  assert.deepEqual([again.counts, again.skippedGroups], [[0, 3, 0], 0]);
  const parent = await findCompany('wikidata:Q991009');
  const groups = await Promise.all([1, 2, 3].map(async (number) => (await findCompany(`wikidata:Q99100${number}`)).group_company_id));
  assert.deepEqual(groups, [parent.id, parent.id, null]);

  const circle = [header, line(991_005, 'First of Circle', 991_006), line(991_006, 'Second of Circle', 991_005)].join('\n');
  assert.deepEqual((await importFile('circle.csv', circle)).counts, [2, 0, 0]);
  const repeated = await importFile('circle.csv', circle);
  assert.deepEqual([repeated.counts, repeated.skippedGroups], [[0, 2, 0], 1]);

  // A group named in a file of one's own is more likely a typo.
  const own = await importFile('own.csv', 'external_id,name,group_external_id\nown:1,Own,wikidata:Q991999\nown:2,Other,\n');
  assert.deepEqual([own.counts, own.skippedGroups], [[1, 0, 1], 0]);
  assert.match(own.refused[0].reasons[0], /wikidata:Q991999: import it first/);
});

test('quotes in names of People Data Labs, which are escaped by backslashes, are read', async () => {
  const { format, counts, refused } = await importFile(
    'people-data-labs-quotes.csv',
    [
      'country,founded,id,industry,linkedin_url,locality,name,region,size,website',
      'germany,,quoted-1,,,,"kiesel \\"best\\"",,1-10,',
      'germany,,quoted-2,,,,"kiesel \\"sand, gravel\\"",,1-10,',
    ].join('\n'),
  );
  assert.deepEqual([format, counts, refused], ['people-data-labs', [2, 0, 0], []]);
  const names = await Promise.all(
    ['people-data-labs:quoted-1', 'people-data-labs:quoted-2'].map(async (id) => (await findCompany(id)).name),
  );
  assert.deepEqual(names, ['Kiesel "Best"', 'Kiesel "Sand, Gravel"']);
});

test('a CSV file is imported with a column mapping, which can be saved as a profile and reused', async () => {
  const first = await importFile(
    'customers.csv',
    'Firma;Webseite;Ort;Umsatz\nMüller Zahnräder;www.mueller-zahnraeder.de;Hof;7\n',
    ...['--map', 'name=Firma,domain=Webseite,city=Ort', '--save-profile', 'customers'],
  );
  assert.deepEqual([first.format, first.counts], [null, [1, 0, 0]]);
  const second = await importFile(
    'customers-2.csv',
    'Firma;Webseite;Ort;Umsatz\nMüller Zahnräder;mueller-zahnraeder.de;Selb;8\n',
    ...['--profile', 'customers'],
  );
  assert.deepEqual(second.counts, [0, 1, 0]);
  const { rows } = await pool.query("select name, city from companies where domain = 'mueller-zahnraeder.de'");
  assert.deepEqual(rows, [{ name: 'Müller Zahnräder', city: 'Selb' }]);
  const both = await command(
    ['import', 'companies', join(folder, 'customers.csv'), '--map', 'name=Firma', '--profile', 'customers'],
    environment,
  );
  assert.equal(both.code, 1);
  assert.match(both.stderr, /--profile <name>' cannot be used with option '--map <fields>'/);
  const { stderr } = await command(
    ['import', 'companies', join(folder, 'customers.csv'), '--map', 'name=Name,domain=Webseite'],
    environment,
  );
  assert.match(stderr, /no column "Name". Its columns: firma, webseite, ort, umsatz/);
});

test('other editions of a published directory and files of another format are rejected with the missing columns', async () => {
  const refusal = async (content: string, ...options: string[]) => {
    const file = join(folder, 'other-edition.csv');
    writeFileSync(file, content);
    return (await command(['import', 'companies', file, ...options], environment)).stderr;
  };
  assert.match(
    await refusal('id,name,names.types.label,links,types,status\nhttps://ror.org/1,A,B,C,education,active\n'),
    /resembles Research Organization Registry \(ROR\), but has no column names, locations/,
  );
  assert.match(await refusal('a,b\n1,2\n', '--format', 'gleif'), /not GLEIF golden copy \(LEI\): it has none of the columns lei/);
  assert.match(await refusal('name,website,linkedin_url\nA,b.com,c\n'), /columns that an import of companies does not read: "website"/);
});

test('a line break in a cell does not become part of a name', async () => {
  const { counts } = await importFile('line-break.csv', 'external_id,name,city\ncrm:77001,"Acme\nBroken Lines","New\r\nYork"\n');
  assert.deepEqual(counts, [1, 0, 0]);
  const { name, city } = await findCompany('crm:77001');
  assert.deepEqual([name, city], ['Acme Broken Lines', 'New York']);
});

test('columns that only later records of a JSON Lines file have can be mapped, but not columns that no record has', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => ({ Firma: `Sparse ${index}`, Webseite: `sparse-${index}.de` }));
  const records = lines.map((line, index) =>
    JSON.stringify({ ...line, ...(index === 5 && { Ort: 'Hof' }), ...(index === 399 && { Land: 'DE' }) }),
  );
  const mapping = 'name=firma,domain=webseite,city=ort,country_code=land';
  const { counts } = await importFile('sparse.jsonl', records.join('\n'), '--map', mapping);
  assert.deepEqual(counts, [400, 0, 0]);
  const { rows } = await pool.query(
    "select domain, city, country_code from companies where domain in ('sparse-5.de', 'sparse-399.de') order by domain",
  );
  assert.deepEqual(rows, [
    { domain: 'sparse-399.de', city: null, country_code: 'DE' },
    { domain: 'sparse-5.de', city: 'Hof', country_code: null },
  ]);
  const { stderr } = await command(['import', 'companies', join(folder, 'sparse.jsonl'), '--map', 'name=firma,city=town'], environment);
  assert.match(stderr, /no column "town". Its columns: Firma, Webseite, Ort/);
});

// Replicated tables of a cluster cannot have triggers.
test('an interrupted import of CRM records is not resumed for another account', async () => {
  const file = join(folder, 'crm.csv');
  writeFileSync(file, 'crm,record_type,external_id,name\nhubspot,organization,1,Ada\nhubspot,organization,2,Bob\n');
  const [first, second] = [await service.newAccount(), await service.newAccount()];
  const interrupted = { kind: 'crm', format: null, fileName: 'crm.csv', fingerprint: await fingerprintOf(file, null, first.accountId) };
  const run = await openImportRun(service.ctx, interrupted);
  await runProgressRecorder(run)(service.ctx.db, [{ line: 2, written: 'added' }]);
  const importFor = async ({ accountId }: { accountId: string }) => {
    const { stdout, stderr } = await command(['import', 'crm', file, '--account', accountId, '--json'], environment);
    const { id, added } = JSON.parse(stdout);
    return { isResumed: id === run.id, added, isReported: stderr.includes('resumes after line 2') };
  };
  assert.deepEqual(await importFor(second), { isResumed: false, added: 2, isReported: false });
  assert.deepEqual(await importFor(first), { isResumed: true, added: 2, isReported: true });
});

test('an import whose process is killed resumes after the last stored line and reports the rejected lines of both attempts', {
  skip: isCluster,
}, async () => {
  const lines = Array.from({ length: 9000 }, (_, index) => `Killed Works ${index},killed-works-${index}.com`);
  const file = join(folder, 'killed.csv');
  writeFileSync(file, ['name,domain', 'Refused first,nowhere', ...lines, 'Refused last,nowhere'].join('\n'));
  const progress = async () => {
    const { rows } = await pool.query("select id, last_line::int, status from import_runs where file_name = 'killed.csv'");
    return rows;
  };
  // A trigger blocks the import at one of its last lines until the process is killed.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(1)');
  await pool.query(`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return new; end'`);
  await pool.query(`create trigger wait_for_test before insert on companies for each row
    when (new.name = 'Killed Works 8990') execute function wait_for_test()`);
  const waiting = `select pid from pg_locks where database = (select oid from pg_database where datname = current_database())
    and locktype = 'advisory' and objid = 1 and objsubid = 1 and not granted`;
  const killed = await launchServerProcess(environment, ['import', 'companies', file]);
  await until(async () => {
    assert.equal(killed.child.exitCode, null, killed.output());
    return (await pool.query(waiting)).rowCount !== 0;
  });
  killed.child.kill('SIGKILL');
  assert.equal(await killed.ended, 'SIGKILL', killed.output());
  await pool.query(`select pg_terminate_backend(pid, 60000) from (${waiting}) as waiting`);
  await holder.query('rollback');
  holder.release();
  await pool.query('drop function wait_for_test() cascade');
  const [interrupted] = await progress();
  assert.equal(interrupted?.status, 'running');
  assert.ok(interrupted.last_line > 1 && interrupted.last_line < 8993, `${interrupted.last_line}`);

  const remapped = await command(['import', 'companies', file, '--map', 'name=domain,domain=name', '--json'], environment);
  assert.deepEqual([JSON.parse(remapped.stdout).read, remapped.stderr], [9002, ''], 'another mapping is another import');
  const { stdout, stderr, code } = await command(['import', 'companies', file, '--json'], environment);
  assert.match(stderr, new RegExp(`Import ${interrupted.id} resumes after line ${interrupted.last_line}`));
  const { id, read, added, updated, refused } = JSON.parse(stdout);
  assert.deepEqual({ id, read, added, updated, code }, { id: interrupted.id, read: 9002, added: 9000, updated: 0, code: 2 });
  const reasons = ['domain must be a domain such as example.com; found "nowhere"'];
  assert.deepEqual(refused, [
    { line: 2, reasons },
    { line: 9003, reasons },
  ]);
  assert.deepEqual((await pool.query('select * from import_run_errors')).rows, [], 'they are deleted when the import ends');
  const { rows } = await pool.query("select count(*)::int from companies where domain like 'killed-works-%'");
  assert.deepEqual(rows, [{ count: 9000 }]);
});
