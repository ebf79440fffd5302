import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { columnsOf } from '../import-kinds.ts';
import type { ImportRecord } from '../import-record.ts';
import { readRecords } from '../read-records.ts';
import { getFormat, mapRecords, parseMapping, recognizeFormat, translateRecords } from './translate-records.ts';

const ownColumns = columnsOf('companies');

async function* inPieces(text: string, length: number) {
  for (let index = 0; index < text.length; index += length) yield text.slice(index, index + length);
}

async function all(records: AsyncIterable<ImportRecord>): Promise<ImportRecord[]> {
  const list: ImportRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
}

/** Returns the format that is recognized in a file, and its records in the format of an import. */
async function read(text: string) {
  const records = await all(readRecords(inPieces(text, 7)));
  const [first] = records;
  const format = first !== undefined && 'fields' in first ? recognizeFormat(Object.keys(first.fields), ownColumns) : null;
  const translated = format === null ? records : await all(translateRecords(readRecords(inPieces(text, 50)), format));
  return { format: format?.name ?? null, lines: translated.map((record) => ('fields' in record ? record.fields : record.fault)) };
}

test('GLEIF: reads entities by LEI with other names and the address of the headquarters; skips funds and inactive entities', async () => {
  const { format, lines } = await read(
    [
      '"LEI","Entity.LegalName","Entity.OtherEntityNames.OtherEntityName.1","Entity.LegalAddress.Country","Entity.HeadquartersAddress.City","Entity.HeadquartersAddress.Region","Entity.HeadquartersAddress.Country","Entity.EntityCategory","Entity.EntityStatus"',
      '"YEH5ZCD6E441RHVHD759","Bayerische Motoren Werke Aktiengesellschaft","BMW AG","DE","München","DE-BY","DE","GENERAL","ACTIVE"',
      '"5299009N55YRQC69CN09","Some Fund","","LU","","","","FUND","ACTIVE"',
      '"5299009N55YRQC69CN08","Gone","","LU","","","","GENERAL","INACTIVE"',
      '"","Without an LEI","","LU","","","","GENERAL","ACTIVE"',
    ].join('\n'),
  );
  assert.equal(format, 'gleif');
  assert.deepEqual(lines, [
    {
      external_id: 'lei:YEH5ZCD6E441RHVHD759',
      name: 'Bayerische Motoren Werke Aktiengesellschaft',
      alternative_names: ['BMW AG'],
      city: 'München',
      region_code: 'DE-BY',
      country_code: 'DE',
    },
  ]);
});

test('GLEIF: skips duplicate and annulled registrations, and reads other names although the first column is empty', async () => {
  const name = 'Entity.OtherEntityNames.OtherEntityName';
  const { lines } = await read(
    [
      `LEI,Entity.LegalName,${name}.1,${name}.2,Entity.LegalAddress.Country,Entity.EntityStatus,Registration.RegistrationStatus`,
      'A,Acme GmbH,,Acme Works,DE,ACTIVE,LAPSED',
      'B,Acme GmbH,,,DE,ACTIVE,DUPLICATE',
      'C,Acme GmbH,,,DE,ACTIVE,ANNULLED',
    ].join('\n'),
  );
  assert.deepEqual(lines, [{ external_id: 'lei:A', name: 'Acme GmbH', alternative_names: ['Acme Works'], country_code: 'DE' }]);
});

test('GLEIF relationships: the ultimate parent is the parent company of the group', async () => {
  const { format, lines } = await read(
    [
      'Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus',
      'CHILD,PARENT,IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE',
      'CHILD,HEAD,IS_ULTIMATELY_CONSOLIDATED_BY,ACTIVE',
      'CHILD,FORMER,IS_ULTIMATELY_CONSOLIDATED_BY,INACTIVE',
    ].join('\n'),
  );
  assert.equal(format, 'gleif-relationships');
  assert.deepEqual(lines, [{ external_id: 'lei:CHILD', group_external_id: 'lei:HEAD' }]);
});

test('Companies House: reads active companies with former names and skips others', async () => {
  const { format, lines } = await read(
    [
      'CompanyName, CompanyNumber,RegAddress.AddressLine1, RegAddress.AddressLine2,RegAddress.PostTown,RegAddress.PostCode,CompanyCategory,CompanyStatus,IncorporationDate,PreviousName_1.CompanyName',
      '"ACME LTD","01234567","1 High St","","LONDON","N1 1AA","Private Limited Company","Active","11/09/2012","OLD ACME LTD"',
      '"GONE LTD","7654321","","","","","Private Limited Company","Liquidation","",""',
    ].join('\n'),
  );
  assert.equal(format, 'companies-house');
  assert.deepEqual(lines, [
    {
      external_id: 'companies-house:01234567',
      name: 'ACME LTD',
      alternative_names: ['OLD ACME LTD'],
      legal_form: 'Private Limited Company',
      register_id: '01234567',
      register_location: 'Companies House',
      street_address: '1 High St',
      postal_code: 'N1 1AA',
      city: 'LONDON',
      country_code: 'GB',
      founded_year: 2012,
    },
  ]);
});

test('Companies House: a company from overseas keeps its country', async () => {
  const countries = ['', 'ENGLAND', 'Wales', 'UNITED KINGDOM', 'GERMANY', 'ATLANTIS'];
  const { lines } = await read(
    [
      'CompanyName,CompanyNumber,RegAddress.Country,CompanyCategory,CompanyStatus',
      ...countries.map((country, index) => `"ACME","FC00${index}","${country}","Overseas Entity","Active"`),
    ].join('\n'),
  );
  assert.deepEqual(
    lines.map((line) => (line as { country_code?: string }).country_code),
    ['GB', 'GB', 'GB', 'GB', 'DE', undefined],
  );
});

test('ROR: reads active organizations of a JSON array; the domain of a university is not that of its institute', async () => {
  const organization = (more: object) => ({
    id: 'https://ror.org/05dxps055',
    status: 'active',
    names: [
      { value: 'California Institute of Technology', types: ['ror_display', 'label'] },
      { value: 'Caltech', types: ['acronym'] },
    ],
    links: [{ type: 'website', value: 'https://www.caltech.edu/' }],
    domains: [],
    locations: [{ geonames_details: { country_code: 'US', name: 'Pasadena', lat: 34.1, lng: -118.1 } }],
    types: ['education', 'funder'],
    established: 1891,
    ...more,
  });
  const institute = organization({ id: 'https://ror.org/1', links: [{ type: 'website', value: 'http://cs.caltech.edu' }] });
  const { format, lines } = await read(JSON.stringify([organization({}), institute, organization({ status: 'withdrawn' })], null, 2));
  assert.equal(format, 'ror');
  assert.deepEqual(lines[0], {
    external_id: 'ror:05dxps055',
    domain: 'caltech.edu',
    url: 'https://www.caltech.edu/',
    name: 'California Institute of Technology',
    alternative_names: ['Caltech'],
    kind: 'education',
    city: 'Pasadena',
    country_code: 'US',
    latitude: 34.1,
    longitude: -118.1,
    founded_year: 1891,
  });
  assert.equal((lines[1] as { domain?: string }).domain, undefined);
  assert.equal(lines.length, 2);
});

test('Wikidata: CSV and both forms of JSON of the documented query have the same result', async () => {
  const expected = {
    external_id: 'wikidata:Q81230',
    domain: 'siemens.com',
    name: 'Siemens',
    alternative_names: ['Siemens AG', 'SIE'],
    employee_count: 320000,
    keywords: ['electronics'],
    city: 'Munich',
    country_code: 'DE',
    founded_year: 1847,
    group_external_id: 'wikidata:Q42',
  };
  const values: Record<string, string> = {
    item: 'http://www.wikidata.org/entity/Q81230',
    itemLabel: 'Siemens',
    website: 'https://www.siemens.com/',
    employees: '320000',
    industryLabel: 'electronics',
    headquartersLabel: 'Munich',
    countryCode: 'DE',
    inception: '1847-10-12T00:00:00Z',
    aliases: 'Siemens AG|SIE',
    parent: 'http://www.wikidata.org/entity/Q42',
  };
  const documentation = readFileSync(join(import.meta.dirname, '../../../../../docs/directory.md'), 'utf8');
  const query = /SELECT (.*?) WHERE \{/s.exec(documentation)?.[1] ?? '';
  const selected = query.replaceAll(/\([^?]*\?\w+(?:; separator="\|")?\) AS/g, '').match(/(?<=\?)\w+/g);
  assert.deepEqual(selected?.toSorted(), Object.keys(values).sort());
  const bindings = [Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: 'literal', value }]))];
  for (const text of [
    `${Object.keys(values).join(',')}\n${Object.values(values).join(',')}\n`,
    JSON.stringify([values]),
    JSON.stringify({ head: { vars: Object.keys(values) }, results: { bindings } }, null, 1),
  ]) {
    const { format, lines } = await read(text);
    assert.deepEqual([format, lines], ['wikidata', [expected]], text);
  }
});

test('Wikidata: unknown values and impossible numbers are left out', async () => {
  const unknown = 'http://www.wikidata.org/.well-known/genid/2f3c';
  const expected = [{ external_id: 'wikidata:Q7', name: 'Acme' }];
  const csvFile = await read(
    `item,itemLabel,website,employees,parent\nhttp://www.wikidata.org/entity/Q7,Acme,${unknown},3000000000,${unknown}\n`,
  );
  assert.deepEqual(csvFile.lines, expected);
  const [item, itemLabel] = [{ value: 'http://www.wikidata.org/entity/Q7' }, { value: 'Acme' }];
  const website = { type: 'bnode', value: 'acme.com' };
  const json = await read(JSON.stringify({ head: { vars: [] }, results: { bindings: [{ item, itemLabel, website }] } }));
  assert.deepEqual(json.lines, expected);
});

test('People Data Labs and BigPicture: sizes and countries are translated, shared sites are not used as a domain', async () => {
  const people = await read(
    '{"country":"united states","founded":"1999","id":"abc","industry":"retail","linkedin_url":"linkedin.com/company/acme","locality":"boise","name":"acme","region":"idaho","size":"11-50","website":"acme.com"}\n',
  );
  assert.equal(people.format, 'people-data-labs');
  assert.deepEqual(people.lines, [
    {
      external_id: 'people-data-labs:abc',
      domain: 'acme.com',
      name: 'Acme',
      employee_range: '11-100',
      keywords: ['retail'],
      city: 'Boise',
      region: 'Idaho',
      country_code: 'US',
      founded_year: 1999,
      social_media_profiles: { linkedin: 'https://linkedin.com/company/acme' },
    },
  ]);
  const picture = await read(
    'handle,name,website,industry,size,type,founded,city,state,country_code\nacme,Acme,facebook.com/acme,Retail,10001+,Privately Held,1999,Boise,Idaho,us\nbolt,Bolt,,,,,,,,zz\n',
  );
  assert.equal(picture.format, 'bigpicture');
  assert.deepEqual(picture.lines, [
    {
      external_id: 'bigpicture:acme',
      name: 'Acme',
      employee_range: '10.000+',
      keywords: ['Retail'],
      city: 'Boise',
      region: 'Idaho',
      country_code: 'US',
      founded_year: 1999,
      social_media_profiles: { linkedin: 'https://www.linkedin.com/company/acme' },
    },
    { external_id: 'bigpicture:bolt', name: 'Bolt', social_media_profiles: { linkedin: 'https://www.linkedin.com/company/bolt' } },
  ]);
});

test('a mapping renames the columns of any file; unknown fields and unknown formats are rejected', async () => {
  const records = () => readRecords(inPieces('Firma;Webseite;Umsatz\nMüller;mueller.de;7\n', 9));
  const mapping = parseMapping('name=Firma, domain=webseite', ownColumns);
  assert.deepEqual(await all(mapRecords(records(), mapping)), [{ line: 2, fields: { name: 'Müller', domain: 'mueller.de' } }]);
  assert.throws(() => parseMapping('nom=Firma', ownColumns), /no field "nom"/);
  assert.throws(() => parseMapping('name', ownColumns), /not a mapping/);
  assert.deepEqual(parseMapping('name=Name, short,domain=Web', ownColumns), { name: 'Name, short', domain: 'Web' });
  assert.throws(() => parseMapping('name=Firma,name=Kurzname', ownColumns), /"name" is mapped to two columns: "Firma" and "Kurzname"/);
  assert.throws(() => getFormat('yellow-pages'), /no format "yellow-pages"/);
});

test("neither Leadlight's own columns nor unknown columns are recognized as a published directory", () => {
  assert.equal(recognizeFormat(['name', 'domain', 'city'], ownColumns), null);
  assert.equal(recognizeFormat(['firma', 'webseite'], ownColumns), null);
});
