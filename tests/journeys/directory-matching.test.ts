import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { nameKey } from '../../server/src/domain/identification/organization-name.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { pool } = service.connection;
const folder = testDataDir({ withIpData: false });
const environment = { DATABASE_URL: service.connection.url, DATA_DIR: folder };
const command = startCommandProcess();

type Report = { id: string; added: number; updated: number; refused: { reasons: string[] }[]; shared_domains: object[] };

let fileCount = 0;

async function importLines(...lines: string[]): Promise<Report> {
  const file = join(folder, `${++fileCount}.csv`);
  writeFileSync(file, lines.join('\n'));
  const { stdout, stderr } = await command(['import', 'companies', file, '--ignore-unknown-columns', '--json'], environment);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

const undo = ({ id }: Report) => command(['import', 'undo', id, '--json'], environment);

type Company = { id: string; name: string; domain: string | null; city: string | null; country_code: string | null } & {
  employee_range: string | null;
  group_company_id: string | null;
};

async function findCompanies(condition: string, value: string): Promise<Company[]> {
  const { rows } = await pool.query<Company>(
    `select id, name, domain, city, country_code, employee_range, group_company_id from companies c
    where ${condition} and merged_into is null and origin <> 'deleted' order by id`,
    [value],
  );
  return rows;
}

async function byDomain(domain: string): Promise<Company> {
  const [company] = await findCompanies('domain = $1', domain);
  assert.ok(company, domain);
  return company;
}

async function byExternalId(externalId: string): Promise<Company> {
  const [company] = await findCompanies(
    'exists (select 1 from company_external_ids e where e.company_id = c.id and e.external_id = $1)',
    externalId,
  );
  assert.ok(company, externalId);
  return company;
}

async function openPairs(companyId: string): Promise<string[]> {
  const { stdout } = await command(['company', 'candidates', '--limit', '10000', '--json'], environment);
  const pairs: { company: { id: string }; candidate: { id: string } }[] = JSON.parse(stdout);
  return pairs.filter(({ company }) => company.id === companyId).map(({ candidate }) => candidate.id);
}

const factsOf = ({ name, city, country_code, employee_range }: Company) => [name, city, country_code, employee_range];

const peopleColumns = 'country,founded,id,industry,linkedin_url,locality,name,region,size,website';
const person = (id: string, name: string, place: string, size: string, website: string) => {
  const [city = '', country = ''] = place.split(', ');
  return `${country},,${id},,,${city},${name},,${size},${website}`;
};
const wikidataColumns = 'item,itemLabel,website,employees,headquartersLabel,countryCode,parent';
const item = (id: number, name: string, website: string, place = ',', employees = '') =>
  `http://www.wikidata.org/entity/Q${id},${name},${website},${employees},${place},`;

test('a row of a published directory with the domain of a company that has another name becomes a company without the domain', async () => {
  const [ibm, siemens] = [await byDomain('ibm.com'), await byDomain('siemens.com')];
  const people = await importLines(
    peopleColumns,
    person('match-1', 'ibm alumni pune', 'pune, india', '1-10', 'ibm.com'),
    person('match-2', 'ibm', 'armonk, united states', '10001+', 'ibm.com'),
  );
  assert.deepEqual([people.added, people.updated], [1, 1]);
  assert.deepEqual(people.shared_domains, [{ domain: 'ibm.com', rows: 1, separate: true }]);
  assert.deepEqual(factsOf(await byDomain('ibm.com')), factsOf(ibm), 'values that differ only in letter case are not replaced');
  const alumni = await byExternalId('people-data-labs:match-1');
  assert.deepEqual([alumni.domain, ...factsOf(alumni)], [null, 'IBM Alumni Pune', 'Pune', 'IN', '1-10']);
  assert.equal((await byExternalId('people-data-labs:match-2')).id, ibm.id);

  const wikidata = [wikidataColumns, item(880_001, 'Siemens Stadt Betriebsgesellschaft', 'https://siemens.com/de/x', 'Berlin,DE', '50')];
  assert.deepEqual((await importLines(...wikidata)).added, 1);
  const again = await importLines(...wikidata);
  assert.deepEqual([again.added, again.updated, again.refused], [0, 1, []]);
  assert.deepEqual(factsOf(await byDomain('siemens.com')), factsOf(siemens));

  await undo(people);
  assert.deepEqual(await findCompanies('name = $1', 'IBM Alumni Pune'), []);
  assert.deepEqual(await byDomain('ibm.com'), ibm);
});

test('of the rows of a published directory with one domain, the one whose name agrees best gets it, also across batches', async () => {
  const others = Array.from({ length: 4000 }, (_, index) => person(`filler-${index}`, `filler ${index}`, ', ', '1-10', ''));
  const lines = [
    peopleColumns,
    person('owner-1', 'tarnwick alumni pune', 'pune, india', '1-10', 'tarnwick.com'),
    person('owner-2', 'tarnwick', 'leeds, united kingdom', '51-200', 'tarnwick.com'),
    person('owner-3', 'morvane students', 'pune, india', '1-10', 'morvane.com'),
    person('', 'keldran students', 'pune, india', '1-10', 'keldran.com'),
    ...others,
    person('owner-4', 'morvane gmbh', 'ulm, germany', '51-200', 'morvane.com'),
    person('owner-5', 'keldran gmbh', 'ulm, germany', '51-200', 'keldran.com'),
  ];
  const first = await importLines(...lines);
  const separate = ['keldran.com', 'morvane.com', 'tarnwick.com'].map((domain) => ({ domain, rows: 1, separate: true }));
  assert.deepEqual([first.added, first.shared_domains], [4006, separate]);
  assert.deepEqual(factsOf(await byDomain('tarnwick.com')), ['Tarnwick', 'Leeds', 'GB', '101-500']);
  assert.deepEqual(factsOf(await byDomain('morvane.com')), ['Morvane GmbH', 'Ulm', 'DE', '101-500']);
  const students = await byExternalId('people-data-labs:owner-3');
  assert.deepEqual(factsOf(students), ['Morvane Students', 'Pune', 'IN', '1-10']);
  const domains = await pool.query("select company_id from company_domains where domain = 'morvane.com'");
  assert.deepEqual(domains.rows, [{ company_id: (await byDomain('morvane.com')).id }]);
  for (const [id, domain] of [
    [(await byExternalId('people-data-labs:owner-1')).id, 'tarnwick.com'],
    [students.id, 'morvane.com'],
  ] as const)
    assert.deepEqual(await openPairs(id), [(await byDomain(domain)).id]);
  const again = await importLines(...lines);
  assert.deepEqual([again.added, again.updated], [0, 4006], 'a company that lost its only key is found by its name');
  assert.deepEqual(again.shared_domains, separate);
  for (const report of [first, again]) await undo(report);
  assert.deepEqual(await findCompanies('name ilike $1', 'keldran%'), []);
  const { rows: ids } = await pool.query("select external_id from company_external_ids where external_id like '%keldran%'");
  assert.deepEqual(ids, []);
});

test('a row whose name contains that of the company with its domain is listed, and enriches the company once they are merged', async () => {
  await importLines('domain,name', 'vandersloot.com,Vandersloot', 'klaas-hoekstra.com,Klaas Hoekstra B.V.');
  const lines = [
    peopleColumns,
    person('overlap-1', 'klaas vandersloot', 'delft, netherlands', '51-200', 'vandersloot.com'),
    person('overlap-2', 'vandersloot pumps', 'gouda, netherlands', '51-200', 'vandersloot.com'),
    person('overlap-3', 'hoekstra', 'gouda, netherlands', '51-200', 'klaas-hoekstra.com'),
    person('overlap-4', 'quayside pumps', 'gouda, netherlands', '51-200', 'vandersloot.com'),
  ];
  assert.equal((await importLines(...lines)).added, 4);
  const [known, other] = [await byDomain('vandersloot.com'), await byDomain('klaas-hoekstra.com')];
  assert.deepEqual([known.city, other.city], [null, null]);
  const records = await Promise.all([1, 2, 3, 4].map((index) => byExternalId(`people-data-labs:overlap-${index}`)));
  const pairs = await Promise.all(records.map(({ id }) => openPairs(id)));
  assert.deepEqual(pairs, [[known.id], [known.id], [other.id], []]);
  await command(['company', 'candidates', 'accept', firstOf(records).id, known.id], environment);
  const again = await importLines(...lines);
  assert.deepEqual([again.added, again.updated], [0, 4]);
  assert.equal((await byDomain('vandersloot.com')).city, 'Delft');
});

test('two rows of a directory with one domain are listed, also if one of them is stored later, because of its group', async () => {
  await importLines(
    wikidataColumns,
    item(66_001, 'Piet Oosterhof', 'https://oosterhof.com/', 'Gouda,NL'),
    item(66_002, 'Oosterhof', 'https://oosterhof.com/', 'Delft,NL').concat('http://www.wikidata.org/entity/Q66003'),
    item(66_003, 'Noordhof', 'https://noordhof.com/', 'Delft,NL'),
  );
  const [record, owner] = [await byExternalId('wikidata:Q66001'), await byDomain('oosterhof.com')];
  assert.equal(owner.group_company_id, (await byDomain('noordhof.com')).id);
  assert.deepEqual([record.domain, await openPairs(record.id)], [null, [owner.id]]);
});

test('a row of one’s own for a company without a domain, with that of a company whose name it contains, is imported and listed', async () => {
  await importLines('domain,name', 'wiersma.com,Wiersma');
  await importLines('external_id,name', 'crm:wiersma,Piet Wiersma B.V.');
  const report = await importLines('external_id,name,domain,city', 'crm:wiersma,Piet Wiersma B.V.,wiersma.com,Delft');
  assert.deepEqual([report.updated, report.refused], [1, []]);
  const record = await byExternalId('crm:wiersma');
  assert.deepEqual([record.city, record.domain, await openPairs(record.id)], ['Delft', null, [(await byDomain('wiersma.com')).id]]);
});

test('a row of a published directory enriches a company that is known by another spelling of its name or only by its domain', async () => {
  await importLines('domain,name', 'velbrook.com,Velbrook', 'ostermill.com,ostermill.com', 'international-quarry.com,Iq Stone');
  await importLines(
    peopleColumns,
    person('known-1', 'velbrook group', 'leeds, united kingdom', '51-200', 'velbrook.com'),
    person('known-2', 'quayside foods', 'york, united kingdom', '51-200', 'ostermill.com'),
    person('known-3', 'international quarry', 'bath, united kingdom', '51-200', 'international-quarry.com'),
  );
  assert.equal((await byDomain('velbrook.com')).city, 'Leeds');
  assert.deepEqual(factsOf(await byDomain('ostermill.com')), ['Quayside Foods', 'York', 'GB', '101-500']);
  assert.equal((await byDomain('international-quarry.com')).city, 'Bath');
});

test('in a file of one’s own, a domain wins over the stored name, but the URL of a page or a subdomain must have the same name', async () => {
  const mit = await byDomain('mit.edu');
  const own = ['domain,name,city', 'https://robotics.mit.edu/,Klein Robotics Spin-off,Berlin'];
  assert.deepEqual((await importLines(...own)).shared_domains, [{ domain: 'mit.edu', rows: 1, separate: true }]);
  assert.equal((await importLines(...own)).updated, 1, 'the next import finds the company by its name and city');
  assert.deepEqual(await byDomain('mit.edu'), mit);
  const named = await importLines('domain,name,phone_numbers', 'https://web.mit.edu/about,MIT,+1 617 253 1000');
  assert.deepEqual([named.updated, named.shared_domains], [1, []]);
  for (const [domain, name] of [
    ['velbrook.com', 'Entirely Renamed'],
    ['www2.velbrook.com', 'Renamed Again'],
  ] as const) {
    await importLines('domain,name', `${domain},${name}`);
    assert.equal((await byDomain('velbrook.com')).name, name);
  }
  const others = Array.from({ length: 4000 }, (_, index) => `own:${index},,Filler ${index}`);
  const lines = ['own:ember-1,ember-works.com,Fjordline', ...others, 'own:ember-2,https://ember-works.com/shop,Ember'];
  await importLines('external_id,domain,name', ...lines);
  assert.equal((await byDomain('ember-works.com')).name, 'Fjordline', 'no later line takes over its domain');
});

test('a name without letters and digits is missing: the known one remains', async () => {
  await importLines('domain,name', 'hyphenated.com,Hyphenated');
  const report = await importLines('domain,name,city', 'hyphenated.com,-,Ulm', 'nameless-row.com,…,Ulm');
  assert.deepEqual(
    [report.updated, report.refused.flatMap(({ reasons }) => reasons)],
    [1, ['name is missing, and no company has the domain nameless-row.com']],
  );
  const { name, city } = await byDomain('hyphenated.com');
  assert.deepEqual([name, city], ['Hyphenated', 'Ulm']);
});

const gleifColumns =
  'LEI,Entity.LegalName,Entity.LegalAddress.Country,Entity.HeadquartersAddress.City,Entity.HeadquartersAddress.Country,Entity.EntityCategory,Entity.EntityStatus';
const entity = (lei: string, name: string, country: string, city = '') => `${lei},"${name}",${country},${city},${country},GENERAL,ACTIVE`;

/** Returns the id of the company to which identification resolves a name. */
async function resolve(name: string, countryCode: string): Promise<string | undefined> {
  const reference = { key: nameKey(name), name, domain: null, countryCode };
  return (await resolveCompanies(service.ctx, null, [reference])).get(reference.key);
}

test('a name still means the only company with a domain after a register of legal entities added others of the same name', async () => {
  await importLines('domain,name,country_code', 'brontavex.com,Brontavex Turbines,US');
  await importLines(
    gleifColumns,
    entity('BRONTAVEX00000000001', 'Brontavex Turbines, Inc.', 'US'),
    entity('BRONTAVEX00000000002', 'Brontavex Turbines, LLC', 'US'),
  );
  assert.equal(await resolve('Brontavex Turbines', 'US'), (await byDomain('brontavex.com')).id);
});

const relationshipColumns =
  'Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus';

test('a register without domains enriches the only company of the same name and country, and an undo takes the facts back', async () => {
  await importLines('domain,name,country_code', 'vellumark.com,Vellumark Paper,DE');
  const known = await byDomain('vellumark.com');
  const lines = [
    gleifColumns,
    entity('VELLUMARK00000000001', 'Vellumark Paper GmbH', 'DE', 'Ulm'),
    entity('VELLUMARK00000000002', 'Vellumark Holding SE', 'DE', 'Ulm'),
  ];
  const first = await importLines(...lines);
  assert.deepEqual([first.added, first.updated], [1, 1]);
  assert.equal((await byExternalId('lei:VELLUMARK00000000001')).id, known.id);
  assert.deepEqual(factsOf(await byDomain('vellumark.com')), ['Vellumark Paper', 'Ulm', 'DE', null]);
  const parents = await importLines(relationshipColumns, 'VELLUMARK00000000001,VELLUMARK00000000002,IS_ULTIMATELY_CONSOLIDATED_BY,ACTIVE');
  assert.equal((await byDomain('vellumark.com')).group_company_id, (await byExternalId('lei:VELLUMARK00000000002')).id);
  const again = await importLines(...lines);
  assert.deepEqual([again.added, again.updated], [0, 2]);
  assert.equal((await byDomain('vellumark.com')).name, 'Vellumark Paper');
  for (const report of [again, parents, first]) await undo(report);
  assert.deepEqual(await byDomain('vellumark.com'), known);
  const single = await importLines(gleifColumns, entity('VELLUMARK00000000001', 'Vellumark Paper GmbH', 'DE', 'Ulm'));
  assert.deepEqual([single.added, single.updated], [0, 1], 'a file of one line is matched as well, after the undo too');
});

test('a register keeps the names of a known company, and the undo of the import that gave its name takes it back', async () => {
  const namesOf = async () => {
    const { rows } = await pool.query("select name, alternative_names from companies where domain = 'ferncross.com'");
    return rows;
  };
  await importLines('domain,name,country_code,alternative_names', 'ferncross.com,Ferncross,DE,Ferncross Tools|Ferncross Mills');
  const renaming = await importLines('domain,name', 'ferncross.com,Ferncross Works');
  const columns = `${gleifColumns},Entity.OtherEntityNames.OtherEntityName.1`;
  await importLines(columns, `${entity('FERNCROSS00000000001', 'Ferncross Works GmbH', 'DE', 'Ulm')},Fern & Cross`);
  assert.deepEqual(await namesOf(), [
    { name: 'Ferncross Works', alternative_names: ['Ferncross Tools', 'Ferncross Mills', 'Fern & Cross'] },
  ]);
  await undo(renaming);
  assert.equal(firstOf(await namesOf()).name, 'Ferncross');
});

test('a row of a register that may describe a company with a domain gets its own record and is listed for a decision', async () => {
  await importLines(
    'domain,name,country_code',
    'quorvex.com,Quorvex Instruments,US',
    'dunlark.com,Dunlark Mills,US',
    'dunlark-mills.com,Dunlark Mills,US',
  );
  const report = await importLines(
    gleifColumns,
    entity('QUORVEX0000000000001', 'Quorvex Instruments, Inc.', 'US', 'Reno'),
    entity('QUORVEX0000000000002', 'Quorvex Instruments, LLC', 'US', 'Boise'),
    entity('QUORVEX0000000000003', 'Quorvex Instruments Ltd', 'GB', 'Leeds'),
    entity('DUNLARK0000000000001', 'Dunlark Mills, Inc.', 'US', 'Reno'),
  );
  assert.deepEqual([report.added, report.updated], [4, 0]);
  const quorvex = await byDomain('quorvex.com');
  assert.equal(quorvex.city, null);
  const pairsOf = async (lei: string) => (await openPairs((await byExternalId(`lei:${lei}`)).id)).sort();
  assert.deepEqual(await pairsOf('QUORVEX0000000000001'), [quorvex.id]);
  assert.deepEqual(await pairsOf('QUORVEX0000000000002'), [quorvex.id]);
  assert.deepEqual(await pairsOf('QUORVEX0000000000003'), [], 'a legal entity of another country is another one');
  const dunlarks = [(await byDomain('dunlark.com')).id, (await byDomain('dunlark-mills.com')).id].sort();
  assert.deepEqual(await pairsOf('DUNLARK0000000000001'), dunlarks);

  await importLines('domain,name,country_code', 'ashgrove-x.com,Ashgrove Optics,US');
  await importLines(gleifColumns, entity('ASHGROVE000000000001', 'Ashgrove Optics, Inc.', 'US', 'Reno'));
  await importLines(gleifColumns, entity('ASHGROVE000000000002', 'Ashgrove Optics, LLC', 'US', 'Boise'));
  const ashgrove = await byDomain('ashgrove-x.com');
  assert.equal(ashgrove.city, 'Reno', 'a register lists a company once');
  assert.deepEqual(await pairsOf('ASHGROVE000000000002'), [ashgrove.id]);
});

test('a row of a register with another register number or legal form than a company of the same name is listed for a decision', async () => {
  await importLines(
    'domain,name,country_code,register_id',
    'wexhollow.com,Wexhollow Mills,GB,0123 4567',
    'yarnwick.com,Yarnwick Mills,GB,01234568',
    'zelmoor.com,Zelmoor Mills plc,GB,',
  );
  const registered = (name: string, number: string) => `${name},${number},Private Limited Company,Active`;
  const report = await importLines(
    'CompanyName,CompanyNumber,CompanyCategory,CompanyStatus',
    registered('WEXHOLLOW MILLS LTD', '01234567'),
    registered('YARNWICK MILLS LTD', '07654321'),
    registered('ZELMOOR MILLS LTD', '07654322'),
  );
  assert.deepEqual([report.added, report.updated], [2, 1]);
  assert.equal((await byExternalId('companies-house:01234567')).id, (await byDomain('wexhollow.com')).id);
  for (const [number, domain] of [
    ['07654321', 'yarnwick.com'],
    ['07654322', 'zelmoor.com'],
  ] as const) {
    const record = await byExternalId(`companies-house:${number}`);
    assert.deepEqual([record.domain, await openPairs(record.id)], [null, [(await byDomain(domain)).id]]);
  }
});

test('a row with the domain of another record of the same company is imported without it, and the pair is listed', async () => {
  const row = (website: string) => importLines(wikidataColumns, item(77_001, 'Zibblethorpe', website, 'Leeds,GB'));
  await row('');
  await importLines('external_id,domain,name', 'crm:zibb-1,zibblethorpe.co.uk,Zibblethorpe');
  const report = await row('https://zibblethorpe.co.uk/');
  assert.deepEqual([report.updated, report.refused], [1, []]);
  const record = await byExternalId('wikidata:Q77001');
  assert.deepEqual([record.domain, await openPairs(record.id)], [null, [(await byDomain('zibblethorpe.co.uk')).id]]);
  const own = await importLines('external_id,domain,name', 'wikidata:Q77001,zibblethorpe.co.uk,Zibblethorpe');
  assert.deepEqual([own.updated, own.refused], [1, []]);

  await importLines('external_id,name', 'crm:zibb-2,Other Works');
  const other = await importLines('external_id,domain,name', 'crm:zibb-2,zibblethorpe.co.uk,Other Works');
  assert.match(other.refused[0]?.reasons[0] ?? '', /the domain zibblethorpe\.co\.uk belongs to company/);
});

test('one line can merge a company and take over its domain', async () => {
  await importLines('domain,name', 'olds-a.com,Olds', 'olds-b.com,Olds B');
  const [current, previous] = [await byDomain('olds-a.com'), await byDomain('olds-b.com')];
  const line = ['domain,merged_ids,alternative_domains', `olds-a.com,${previous.id},olds-b.com`];
  for (const report of [await importLines(...line), await importLines(...line)])
    assert.deepEqual([report.updated, report.refused], [1, []]);
  const { rows } = await pool.query('select domain from company_domains where company_id = $1 order by domain', [current.id]);
  assert.deepEqual(rows, [{ domain: 'olds-a.com' }, { domain: 'olds-b.com' }]);
});

test('a line that merges the company that has its domain lists no pair to decide', async () => {
  await importLines('external_id,name', 'tarn-1,Tarnwick Locks');
  await importLines('domain,name', 'tarnwick.com,Tarnwick Locks');
  const [kept, merged] = [await byExternalId('tarn-1'), await byDomain('tarnwick.com')];
  const report = await importLines('external_id,name,domain,merged_ids', `tarn-1,Tarnwick Locks,tarnwick.com,${merged.id}`);
  assert.deepEqual([report.updated, report.refused], [1, []]);
  const { rows } = await pool.query("select status from company_candidates where status = 'open' and $1 in (company_id, candidate_id)", [
    kept.id,
  ]);
  assert.deepEqual(rows, []);
});

test('pairs are listed, rejected, reopened and accepted by the command', async () => {
  const candidates = (...args: string[]) => command(['company', 'candidates', ...args], environment);
  await importLines('domain,name,country_code', 'hollowmere.com,Hollowmere Foundry,US', 'hollowmere.net,Hollowmere Foundry,US');
  await importLines(gleifColumns, entity('HOLLOWMERE0000000001', 'Hollowmere Foundry, Inc.', 'US', 'Reno'));
  const record = await byExternalId('lei:HOLLOWMERE0000000001');
  const [accepted, rejected] = [(await byDomain('hollowmere.com')).id, (await byDomain('hollowmere.net')).id];
  const decide = (decision: string, candidate: string) => candidates(decision, record.id, candidate, '--json');
  const statusOf = async (status: string) => {
    const { stdout } = await candidates('list', '--status', status, '--limit', '10000', '--json');
    const pairs: { company: { id: string }; candidate: { id: string }; status: string }[] = JSON.parse(stdout);
    assert.ok(pairs.every((pair) => pair.status === status));
    return pairs.filter(({ company }) => company.id === record.id).map(({ candidate }) => candidate.id);
  };
  const { stdout: table } = await candidates();
  assert.match(table, new RegExp(`^0\\.\\d\\d +${record.id} Hollowmere Foundry, Inc\\. \\(US\\) +${accepted} Hollowmere Foundry`, 'm'));
  assert.match(table, /hollowmere\.com +name, country/);

  const rejection = await decide('reject', rejected);
  assert.deepEqual(JSON.parse(rejection.stdout), { company: record.id, candidate: rejected, status: 'rejected' });
  assert.deepEqual([await statusOf('open'), await statusOf('rejected')], [[accepted], [rejected]]);
  await importLines(gleifColumns, entity('HOLLOWMERE0000000001', 'Hollowmere Foundry, Inc.', 'US', 'Reno'));
  assert.deepEqual(await statusOf('open'), [accepted], 'a rejected pair is not listed again');
  await decide('reopen', rejected);
  assert.deepEqual([(await statusOf('open')).sort(), await statusOf('rejected')], [[accepted, rejected].sort(), []]);
  await decide('accept', accepted);
  assert.deepEqual([await statusOf('open'), await statusOf('accepted')], [[], [accepted]]);
  const { rows } = await pool.query('select merged_into from companies where id = $1', [record.id]);
  assert.deepEqual(rows, [{ merged_into: accepted }]);

  for (const decision of ['accept', 'reject', 'reopen']) {
    const refused = await decide(decision, accepted);
    assert.equal(refused.code, 1, decision);
    assert.match(refused.stderr, /is not listed as a candidate|was not rejected/);
  }
  assert.match((await candidates('list', '--status', 'undecided')).stderr, /--status must be one of open, joined, accepted, rejected/);
  assert.match((await candidates('list', '--limit', '0')).stderr, /--limit must be a number from 1 to 10000/);
});
