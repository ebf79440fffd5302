import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstOf } from '../../../lib/first-of.ts';
import { parseIpAddress } from '../../../lib/ip-address.ts';
import { required } from '../../../lib/required.ts';
import { importedFiles } from '../import/imported-files.ts';
import { stageImport } from '../import-database.ts';
import { openImportedDatabases } from '../open-imported-databases.ts';
import { compileRegistry } from './compile-registry.ts';
import { measureLabeled } from './labeled-objects.fixture.ts';
import { openRegistry } from './registry-database.ts';
import { termsOfSources } from './registry-terms.ts';
import { stageRegistry } from './stage-registry.ts';

const samples = join(import.meta.dirname, '../../../../../tests/samples/registry');
const folder = mkdtempSync(join(tmpdir(), 'leadlight-registry-'));
after(() => rmSync(folder, { recursive: true }));

const sample = (name: string) => join(samples, name);

async function staged(...files: string[]) {
  const registry = await stageRegistry(folder, files);
  const find = (ip: string) => registry.database.find(required(parseIpAddress(ip)));
  /** The company that is shown as a lead: its weight must be at least 0.5. */
  const shown = (ip: string) => {
    const record = find(ip);
    return record?.company === undefined || (record.weight ?? 0) < 0.5 ? null : record.company.name;
  };
  return { ...registry, find, shown };
}

function write(name: string, ...objects: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${objects.join('\n\n')}\n\n`, 'latin1');
  return path;
}

function block(range: string, attributes: Record<string, string | string[]>): string {
  const all = {
    netname: 'CUST',
    status: 'ASSIGNED PA',
    'mnt-by': 'X-MNT',
    'last-modified': '2025-01-01T00:00:00Z',
    ...attributes,
    source: 'RIPE',
  };
  const lines = Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => `${`${name}:`.padEnd(16)}${value}`));
  return [`inetnum:        ${range}`, ...lines].join('\n');
}

test('the name of an organization does not depend on how its country is written', async () => {
  for (const [index, country] of ['México', 'Österreich', '中国', 'de', ''].entries()) {
    const { find } = await staged(
      write(
        `country-${index}.txt`,
        `OrgName:        Universidad Ejemplo\nOrgID:          UE-${index}\nCountry:        ${Buffer.from(country).toString('latin1')}`,
        `NetRange:       198.51.100.0 - 198.51.100.255\nNetName:        EJEMPLO\nNetType:        Direct Assignment\nOrgID:          UE-${index}\nUpdated:        2025-01-01`,
      ),
    );
    const company = find('198.51.100.7')?.company;
    assert.equal(company?.name, 'Universidad Ejemplo', country);
    assert.equal(company.countryCode, country === 'de' ? 'DE' : null, country);
  }
});

const measure = (registry: Awaited<ReturnType<typeof staged>>, name: string) => measureLabeled(registry.database, sample(name));

test('of 60 difficult objects, no provider, pool, place or person is shown, but at least nine out of ten customers are', async () => {
  const { objects, wrong, recall } = measure(await staged(sample('ripe-traps.db')), 'ripe-traps.csv');
  assert.equal(objects, 60);
  assert.deepEqual(wrong, []);
  assert.ok(recall >= 0.9, `${recall}`);
});

test('for 500 labeled objects of three registries, precision is at least 97% and recall at least 90%', async () => {
  const registry = await staged(sample('labeled.db'));
  assert.deepEqual(registry.sources, ['AFRINIC', 'APNIC', 'RIPE']);
  const { objects, precision, recall } = measure(registry, 'labeled.csv');
  assert.equal(objects, 500);
  assert.ok(precision >= 0.97, `${precision}`);
  assert.ok(recall >= 0.9, `${recall}`);
});

test('for 491 further labeled objects in many languages, precision is at least 98% and recall at least 95%', async () => {
  const { objects, precision, recall } = measure(await staged(sample('further.db')), 'further.csv');
  assert.equal(objects, 491);
  assert.ok(precision >= 0.98, `${precision}`);
  assert.ok(recall >= 0.95, `${recall}`);
});

test('for 274 objects with text around the name, commas and parentheses in it, or legal forms of many countries, no wrong name is shown', async () => {
  const { objects, wrong, recall } = measure(await staged(sample('names.db')), 'names.csv');
  assert.equal(objects, 274);
  assert.deepEqual(wrong, []);
  assert.ok(recall >= 0.95, `${recall}`);
});

test('a word such as "LAN" before a name is removed, and a name followed by "clienti" (customers) is that of a provider', async () => {
  const file = write(
    'around.db',
    block('192.0.2.0 - 192.0.2.7', { descr: 'LAN Gerber Optik GmbH' }),
    block('192.0.2.8 - 192.0.2.15', { descr: 'Altona Handel SRL - clienti' }),
  );
  const { shown } = await staged(file);
  assert.deepEqual(['192.0.2.1', '192.0.2.9'].map(shown), ['Gerber Optik', null]);
});

test('a VLAN label after a name does not hide its legal form', async () => {
  const file = write(
    'vlan.db',
    block('192.0.2.0 - 192.0.2.7', { descr: 'Peter Schmidt GmbH-VLAN20' }),
    block('192.0.2.8 - 192.0.2.15', { descr: 'Peter Schmidt-VLAN20' }),
  );
  const { shown } = await staged(file);
  assert.deepEqual(['192.0.2.1', '192.0.2.9'].map(shown), ['Peter Schmidt', null]);
});

test('providers with ordinary or unusual names are not shown as companies, but other companies with similar names are', async () => {
  const providers = [
    'Proxad / Free SAS',
    'Virgin Media Limited',
    'AT&T Corp.',
    'T-Mobile Polska S.A.',
    'M-net GmbH',
    'RCS & RDS SA',
    'Altibox AS',
  ];
  const others = ['Virgin Atlantic Limited', 'DNA Genetics GmbH', 'Sky Garden Ltd', 'Tim Hortons Ltd', 'Vectra Bank Ltd'];
  const names = [...providers, ...others];
  const blocks = names.map((descr, index) => block(`192.0.2.${index * 8} - 192.0.2.${index * 8 + 7}`, { descr }));
  const { shown } = await staged(write('provider-names.db', ...blocks));
  assert.deepEqual(
    names.filter((_, index) => shown(`192.0.2.${index * 8 + 1}`) !== null),
    others,
  );
});

test('symbols around a name are removed', async () => {
  const file = write(
    'framed.db',
    block('192.0.2.0 - 192.0.2.7', { descr: '# Gerber Optik GmbH #' }),
    block('192.0.2.8 - 192.0.2.15', { descr: '*** Altona Handel GmbH ***' }),
    block('192.0.2.16 - 192.0.2.23', { descr: '==> Muster Maschinenbau GmbH <==' }),
  );
  const { shown } = await staged(file);
  assert.deepEqual(['192.0.2.1', '192.0.2.9', '192.0.2.17'].map(shown), ['Gerber Optik', 'Altona Handel', 'Muster Maschinenbau']);
});

test('a block of IPv4 addresses in CIDR notation without trailing zeros is found', async () => {
  const file = write(
    'short-cidr.db',
    block('200.60.128/25', { descr: 'Gerber Optik GmbH' }),
    block('200.61/24', { descr: 'Altona Handel GmbH' }),
    block('201/26', { descr: 'Muster Maschinenbau GmbH' }),
  );
  const { shown } = await staged(file);
  const addresses = ['200.60.128.127', '200.60.128.128', '200.61.0.255', '200.61.1.0', '201.0.0.63', '201.0.0.64'];
  assert.deepEqual(addresses.map(shown), ['Gerber Optik', null, 'Altona Handel', null, 'Muster Maschinenbau', null]);
});

test('blocks in CIDR notation, ranges and single addresses are found', async () => {
  const file = write(
    'cidr.db',
    block('192.0.2.0/25', { descr: 'Gerber Optik GmbH' }),
    block('192.0.2.128 - 192.0.2.255', { descr: 'Altona Handel GmbH' }),
    block('198.51.100.7', { descr: 'Muster Maschinenbau GmbH' }),
    block('2001:db8::/48', { descr: 'Lindner Druck GmbH' }),
  );
  const { shown, entries } = await staged(file);
  assert.equal(entries, 4);
  assert.deepEqual(['192.0.2.1', '192.0.2.127', '192.0.2.128', '198.51.100.7', '2001:db8::1', '::c000:201'].map(shown), [
    'Gerber Optik',
    'Gerber Optik',
    'Altona Handel',
    'Muster Maschinenbau',
    'Lindner Druck',
    null,
  ]);
});

test('hosting providers and address brokers are not shown as companies', async () => {
  const names = [
    'VPSGo Limited',
    'IPv4 Broker GmbH',
    'IPv4Mall LLC',
    'Prefix Broker B.V.',
    'FastVDS Ltd',
    'Nordic Webhosts ApS',
    'Insurance Brokers Ltd',
  ];
  const blocks = names.map((descr, index) => block(`192.0.2.${index * 8} - 192.0.2.${index * 8 + 7}`, { descr }));
  const { shown } = await staged(write('hosting.db', ...blocks));
  assert.deepEqual(
    names.map((_, index) => shown(`192.0.2.${index * 8 + 1}`)).filter((name) => name !== null),
    ['Insurance Brokers'],
  );
});

test('a smaller block without a name hides the larger one, and ranges that are not CIDR blocks are read', async () => {
  const file = write(
    'nested.db',
    block('192.0.2.0 - 192.0.2.99', { descr: 'Muster Maschinenbau GmbH' }),
    block('192.0.2.8 - 192.0.2.15', { descr: 'Dynamic pool' }),
    block('192.0.2.96 - 192.0.2.103', { descr: ['Brauerei Hirsch', 'Hirschgasse 1'] }),
  );
  const { shown } = await staged(file);
  assert.deepEqual(['192.0.2.1', '192.0.2.9', '192.0.2.16', '192.0.2.97', '192.0.2.103', '192.0.2.104'].map(shown), [
    'Muster Maschinenbau',
    null,
    'Muster Maschinenbau',
    'Brauerei Hirsch',
    'Brauerei Hirsch',
    null,
  ]);
});

test('a name with at least five blocks and 1,024 addresses is a pool', async () => {
  const blocks = (count: number) =>
    Array.from({ length: count }, (_, index) => block(`192.0.${index}.0 - 192.0.${index}.255`, { descr: 'Muster Maschinenbau GmbH' }));
  assert.equal((await staged(write('four.db', ...blocks(4)))).shown('192.0.2.1'), 'Muster Maschinenbau');
  assert.equal((await staged(write('five.db', ...blocks(5)))).shown('192.0.2.1'), null);
});

test('a maintainer of twenty differently named assignments is a provider, whose own name is not shown as a company', async () => {
  const customers = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      block(`192.0.2.${index * 4} - 192.0.2.${index * 4 + 3}`, {
        descr: `Firma ${String.fromCharCode(65 + index)}lpen GmbH`,
        'mnt-by': 'MUSTERNET-MNT',
      }),
    );
  const own = block('192.0.3.0 - 192.0.3.255', { descr: 'Musternet Vertriebs GmbH', 'mnt-by': 'MUSTERNET-MNT' });
  const few = await staged(write('few.db', ...customers(10), own));
  const many = await staged(write('many.db', ...customers(20), own));
  assert.deepEqual([few.shown('192.0.3.1'), many.shown('192.0.3.1')], ['Musternet Vertriebs', null]);
  assert.equal(many.shown('192.0.2.1'), 'Firma Alpen');
});

test('a block that was not changed for ten years has a lower weight', async () => {
  const file = write(
    'stale.db',
    block('192.0.2.0 - 192.0.2.7', { descr: 'Alte Werke GmbH', 'last-modified': '2011-01-01T00:00:00Z' }),
    block('192.0.2.8 - 192.0.2.15', { descr: 'Neue Werke GmbH' }),
  );
  const { find } = await staged(file);
  assert.ok(required(find('192.0.2.1')?.weight) < required(find('192.0.2.9')?.weight));
});

test('a comment such as "# Filtered" is not part of the source and the status', async () => {
  const filtered = block('192.0.2.0 - 192.0.2.7', { descr: 'Muster Maschinenbau GmbH', status: 'LEGACY # Filtered' });
  const { shown, sources } = await staged(write('filtered.db', `${filtered} # Filtered`));
  assert.deepEqual(sources, ['RIPE']);
  assert.equal(shown('192.0.2.1'), 'Muster Maschinenbau');
});

test('the name of an organization takes precedence over the description of a block, and text in UTF-8 is read', async () => {
  const organization = [
    'organisation:   ORG-A1-RIPE',
    'org-name:       Universität Beispiel',
    'org-type:       OTHER',
    'source:         RIPE',
  ].join('\n');
  const path = join(folder, 'utf8.db');
  writeFileSync(path, `${block('192.0.2.0 - 192.0.2.7', { descr: 'Old Owner GmbH', org: 'ORG-A1-RIPE' })}\n\n${organization}\n\n`);
  assert.equal((await staged(path)).shown('192.0.2.1'), 'Universität Beispiel');
});

test('ARIN files in text and XML name the customers of reassignments, but no company for allocations', async () => {
  const text = await staged(sample('arin_db.txt'));
  assert.deepEqual(text.sources, ['ARIN']);
  assert.deepEqual(['203.0.113.1', '203.0.113.17', '203.0.113.99', '2001:db8:1::5'].map(text.shown), [
    'Acme Widgets',
    null,
    null,
    'Acme Widgets',
  ]);
  const xml = await staged(sample('arin_db.xml'));
  assert.deepEqual(['203.0.113.1', '203.0.113.99', '198.51.100.9'].map(xml.shown), ['Smith & Sons Manufacturing', null, null]);
  assert.equal(xml.find('203.0.113.1')?.company?.countryCode, 'US');
});

test('in delegated-extended statistics, a block assigned to the holder of a network belongs to that network', async () => {
  const { find, product } = await staged(sample('delegated-ripencc-extended'));
  assert.equal(product.name, 'delegated-extended statistics');
  assert.deepEqual(find('203.0.113.9'), { holder: { asn: 64500, domain: null } });
  assert.deepEqual(find('2001:db8:1::9'), { holder: { asn: 64500, domain: null } });
  assert.equal(find('198.51.100.9'), null);
  const packed = join(folder, 'delegated.gz');
  writeFileSync(packed, gzipSync(readFileSync(sample('delegated-ripencc-extended'))).subarray(0, -20));
  await assert.rejects(staged(packed), /delegated.gz is truncated or damaged: it is not a complete gzip file/);
  const cut = join(folder, 'delegated');
  writeFileSync(cut, readFileSync(sample('delegated-ripencc-extended'), 'utf8').split('\n').slice(0, -2).join('\n'));
  await assert.rejects(staged(cut), /truncated: it contains 4 of 5 records/);
});

test('split and compressed files are one import; a truncated file is rejected and the previous data stays in use', async () => {
  const parts = readFileSync(sample('ripe-traps.db'))
    .toString('latin1')
    .split(/\n(?=inetnum:)/);
  const packed = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, gzipSync(Buffer.from(text, 'latin1')));
    return path;
  };
  const organizations = packed('ripe.db.organisation.gz', firstOf(parts));
  const blocks = packed('ripe.db.inetnum.gz', parts.slice(1).join('\n'));
  const split = await staged(blocks, organizations);
  assert.deepEqual(measure(split, 'ripe-traps.csv').wrong, []);
  split.commit();
  const whole = readFileSync(blocks);
  truncateSync(blocks, whole.length - 300);
  await assert.rejects(staged(blocks, organizations), /not a complete gzip file/);
  truncateSync(blocks, 2);
  await assert.rejects(staged(blocks, organizations), /not a complete gzip file/);
  const plain = join(folder, 'cut.db');
  writeFileSync(plain, readFileSync(sample('ripe-traps.db')).subarray(0, -120));
  await assert.rejects(staged(plain), /truncated/);
  const databases = await openImportedDatabases(folder);
  assert.equal(databases.find(required(parseIpAddress('80.128.0.1')))[0]?.company?.name, 'Muster Maschinenbau');
  // A draft that a killed import left behind is not used.
  writeFileSync(join(folder, 'ip-data/imports/registry.0123456789ab.draft'), 'half');
  assert.deepEqual(
    importedFiles(folder).map(({ name }) => name),
    ['registries'],
  );
  const { path } = firstOf(importedFiles(folder));
  const table = join(folder, 'damaged.registry');
  writeFileSync(table, readFileSync(path).subarray(0, -100));
  await assert.rejects(openRegistry(table, 'damaged'), /import it again/);
});

test("ARIN's XML without the end of its root is rejected, although its last net is closed", async () => {
  const path = join(folder, 'cut.xml');
  const xml = readFileSync(sample('arin_db.xml'), 'utf8');
  writeFileSync(path, xml.slice(0, xml.indexOf('</net>') + '</net>\n'.length));
  await assert.rejects(staged(path), /cut\.xml is truncated/);
  writeFileSync(path, xml.trimEnd());
  assert.equal((await staged(path)).find('203.0.113.1')?.company?.name, 'Smith & Sons Manufacturing');
});

test('a file whose last line is complete, but has no line break, is read', async () => {
  const path = join(folder, 'end.db');
  const text = readFileSync(sample('ripe-traps.db'), 'utf8').replace(/ # Filtered\s+$/, '');
  const { objects } = await staged(sample('ripe-traps.db'));
  for (const end of ['', '  # Filtered', '\n\n# EOF', '\r\n']) {
    writeFileSync(path, `${text}${end}`);
    assert.equal((await staged(path)).objects, objects, JSON.stringify(end));
  }
  for (const cut of [1, 3, 'RIPE'.length]) {
    writeFileSync(path, text.slice(0, -cut));
    await assert.rejects(staged(path), /end\.db is truncated/, `${cut}`);
  }
});

test('a large file is read in threads, with the same result', async () => {
  const files = [sample('labeled.db'), sample('ripe-traps.db')].map((path) => ({ path, name: 'sample' }));
  const [alone, threaded] = [join(folder, 'alone.registry'), join(folder, 'threaded.registry')];
  const expected = await compileRegistry(files, alone);
  assert.deepEqual(await compileRegistry(files, threaded, { largeBytes: 0, threads: 2 }), expected);
  assert.ok(readFileSync(threaded).equals(readFileSync(alone)));
  const cut = join(folder, 'cut-in-thread.db');
  writeFileSync(cut, readFileSync(sample('ripe-traps.db')).subarray(0, -120));
  await assert.rejects(compileRegistry([{ path: cut, name: 'cut.db' }], threaded, { largeBytes: 0, threads: 1 }), /cut.db is truncated/);
});

test('the parts of a large file are parsed in threads and used in the order of the file', async () => {
  const objects = `${readFileSync(sample('labeled.db'), 'utf8').trimEnd()}\n\n`;
  const repeated = objects.repeat(Math.ceil(1_050_000 / objects.length));
  // Of equal blocks the last one counts. The last part is small, so its thread finishes before the others.
  const versions = ['Gerber Optik GmbH', 'Altona Handel GmbH', 'Muster Maschinenbau GmbH'].map((descr) =>
    block('203.0.113.0/24', { descr }),
  );
  const large = write('large.db', ...versions.map((version) => `${repeated}${version}`));
  const [alone, threaded] = [join(folder, 'alone-large.registry'), join(folder, 'threaded-large.registry')];
  const files = [{ path: large, name: 'large.db' }];
  const expected = await compileRegistry(files, alone, { largeBytes: Number.POSITIVE_INFINITY });
  for (const threads of [1, 2]) {
    assert.deepEqual(await compileRegistry(files, threaded, { largeBytes: 0, threads }), expected);
    assert.ok(readFileSync(threaded).equals(readFileSync(alone)));
    const record = (await openRegistry(threaded, 'large')).find(required(parseIpAddress('203.0.113.9')));
    assert.equal(record?.company?.name, 'Muster Maschinenbau');
  }
});

test('a file that is not from a registry is reported as such instead of as truncated', async () => {
  for (const [name, text] of [
    ['a.csv', '192.0.2.0/24,Acme Widgets,acme-widgets.com\n2001:db8::/48,Bolt AG,bolt.example\n'],
    ['b.csv', 'cidr,company\n192.0.2.0/24,Acme Widgets'],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, text);
    await assert.rejects(stageRegistry(folder, [path]), new RegExp(`${name} is not a registry file: it has no objects`));
    writeFileSync(path, gzipSync(text));
    await assert.rejects(stageRegistry(folder, [path]), /is not a registry file/);
  }
});

test('a folder is rejected with a sentence', async () => {
  await assert.rejects(stageRegistry(folder, [folder]), {
    message: `${folder} is a folder. Name the files in it, such as ${folder}/*.gz.`,
  });
  mkdirSync(join(folder, 'empty', 'old.csv'), { recursive: true });
  await assert.rejects(stageImport(folder, [join(folder, 'empty')]), { message: 'The folder empty contains no CSV file.' });
});

test('a large file without objects is rejected', async () => {
  const endless = join(folder, 'endless.db.gz');
  writeFileSync(endless, gzipSync(Buffer.alloc(18 << 20, 'remarks: none\n'), { level: 1 }));
  await assert.rejects(stageRegistry(folder, [endless]), /endless.db.gz is not a registry file/);
});

test('the terms of every source are shown, or general terms for an unknown source', () => {
  const names = (...sources: string[]) => termsOfSources(sources).map(({ name }) => name);
  assert.deepEqual(names('RIPE', 'RIPE-NONAUTH', 'KRNIC'), ['RIPE Database', 'APNIC Whois Database']);
  assert.deepEqual([names('LACNIC'), names()], [['Source LACNIC'], ['Objects without a source']]);
});

test('a registry file is not imported without an explicit option', async () => {
  await assert.rejects(stageImport(folder, [sample('ripe-traps.db')]), /its own terms of use.*--format rpsl/);
});
