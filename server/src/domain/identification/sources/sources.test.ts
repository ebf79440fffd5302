import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyReference } from '../company-reference.ts';
import { addressOf, knowledgeOfTests } from '../identification.fixture.ts';
import { workDomain } from '../work-domain.ts';
import { importedDatabaseEvidence } from './imported-database.ts';
import { learnedAddressEvidence } from './learned-address.ts';
import { netblockEvidence } from './netblock.ts';
import { reverseDnsEvidence } from './reverse-dns.ts';
import { seenAtOfficeEvidence } from './seen-at-office.ts';
import { workEmailEvidence } from './work-email.ts';

const { organizations } = knowledgeOfTests();
const acme = companyReference({ domain: 'acme.com', name: 'Acme' });
const address = addressOf('80.1.22.33');

test('work e-mail: free, disposable, provider and impossible addresses say nothing', () => {
  for (const email of [
    'a@gmail.com',
    'a@gmx.de',
    'a@t-online.de',
    'a@mailinator.com',
    'a@0-mail.com',
    'a@localhost',
    'nonsense',
    'a@1.2.3.4',
    '@siemens.com',
    'a@co.uk',
  ]) {
    assert.equal(workEmailEvidence(email, organizations), null, email);
  }
  assert.equal(workEmailEvidence(null, organizations), null);
});

test('the employer behind an address is found in microseconds, as every visit with an address asks for it', () => {
  const beganMs = performance.now();
  for (let number = 0; number < 2000; number++) assert.equal(workDomain(`someone@company-${number}.com`), `company-${number}.com`);
  assert.ok(performance.now() - beganMs < 2000, `${performance.now() - beganMs} ms`);
});

test('work e-mail: known domains give the known name, unknown ones the domain', () => {
  assert.equal(workEmailEvidence('jane@mail.siemens.de', organizations)?.company?.name, 'Siemens');
  assert.deepEqual(workEmailEvidence('jane@Example-Widgets.CO.UK', organizations)?.company, {
    ...companyReference({ domain: 'example-widgets.co.uk', name: 'example-widgets.co.uk' }),
    origin: 'visitors',
  });
});

test('seen at the office: fades with time and is worth no more than it was then', () => {
  const fresh = seenAtOfficeEvidence({ company: acme, confidence: 0.95, ageDays: 1 })!;
  const stale = seenAtOfficeEvidence({ company: acme, confidence: 0.95, ageDays: 120 })!;
  assert.ok(fresh.weight >= 0.5 && stale.weight < fresh.weight);
  assert.ok(seenAtOfficeEvidence({ company: acme, confidence: 0.5, ageDays: 1 })!.weight < 0.5);
  assert.equal(seenAtOfficeEvidence({ company: acme, confidence: 1, ageDays: 180 }), null);
  assert.equal(seenAtOfficeEvidence(null), null);
});

test('learned addresses: one person is a hint, several are an office, strangers share a café', () => {
  const weight = (...counts: number[]) =>
    learnedAddressEvidence(
      counts.map((visitorCount, index) => ({ domain: `firm${index}.com`, visitorCount })),
      organizations,
    )[0]!.weight;
  assert.ok(weight(1) < 0.5);
  assert.ok(weight(3) >= 0.5);
  assert.ok(weight(3, 3) < 0.5);
  assert.deepEqual(learnedAddressEvidence([{ domain: 'a.com', visitorCount: 0 }], organizations), []);
});

test('reverse DNS: a host of a company, confirmed both ways, counts', () => {
  const confirmed = reverseDnsEvidence({ name: 'mail.siemens.com', forwardConfirmed: true }, address, organizations)!;
  assert.equal(confirmed.company?.name, 'Siemens');
  assert.ok(confirmed.weight >= 0.5);
  assert.ok(reverseDnsEvidence({ name: 'mail.siemens.com', forwardConfirmed: false }, address, organizations)!.weight < 0.5);
});

test('reverse DNS: names made up by providers say nothing', () => {
  const names = [
    'p50011621.dip0.t-ipconnect.de',
    '33-22-1-80.static.acme.net',
    'host-80-1-22-33.acme.com',
    '33.22.1.80.acme.com',
    'ip5001b2c3.acme.com',
    'dsl-pool-7.acme.com',
    'ae1.core2.fra.carrier.net',
    'vps12345.acme.com',
    'office.comcast.net',
    'gw.firma.myhosting.com',
    'localhost',
    'unknown',
  ];
  for (const name of names) assert.equal(reverseDnsEvidence({ name, forwardConfirmed: true }, address, organizations), null, name);
});

test('reverse DNS: an address may hide in a name in many ways', () => {
  const small = addressOf('5.9.1.2');
  for (const name of ['5-9-1-2.acme.com', '2.1.9.5.acme.com', 'x9-1-2y.acme.com', 'h05090102.acme.com']) {
    assert.equal(reverseDnsEvidence({ name, forwardConfirmed: true }, small, organizations), null, name);
  }
});

test('netblocks and imported databases name their company, or say that there is none', () => {
  const [block] = netblockEvidence([{ id: '1', prefix: 24, companyId: '1', company: acme, label: 'the block 80.1.22.0/24' }]);
  assert.deepEqual([block?.company, block?.detail], [acme, 'the block 80.1.22.0/24 is listed for Acme']);
  const wider = {
    id: '2',
    prefix: 16,
    companyId: '2',
    company: companyReference({ domain: 'wider.com', name: 'Wider' }),
    label: 'the block 80.1.0.0/16',
  };
  assert.deepEqual(netblockEvidence([{ id: '1', prefix: 24, companyId: '1', company: acme, label: 'the block 80.1.22.0/24' }, wider]), [
    block,
  ]);
  const [named, denied] = importedDatabaseEvidence([
    { database: 'own.mmdb', company: acme, kind: 'business' },
    { database: 'own.mmdb', company: acme, kind: 'isp' },
  ]);
  assert.equal(named?.company, acme);
  assert.deepEqual([denied?.company, denied?.weight], [null, 0]);
});
