import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Fields } from './fields.ts';

const serverTimezone = process.env.TZ;
after(() => {
  if (serverTimezone === undefined) delete process.env.TZ;
  else process.env.TZ = serverTimezone;
});

test('a time without an offset is read as UTC in every time zone of the server', () => {
  const times = {
    '2026-01-31': '2026-01-31T00:00:00.000Z',
    '2026-01-31T12:00': '2026-01-31T12:00:00.000Z',
    '2026-01-31 12:00:05.25': '2026-01-31T12:00:05.250Z',
    '2026-01-31 01:00 PM': '2026-01-31T13:00:00.000Z',
    '2026-01-31T12:00Z': '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:00+02:00': '2026-01-31T10:00:00.000Z',
    '2026-01-31 12:00:00 -0500': '2026-01-31T17:00:00.000Z',
  };
  for (const timezone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    process.env.TZ = timezone;
    for (const [text, time] of Object.entries(times))
      assert.equal(new Fields({ at: text }).time('at')?.toISOString(), time, `${text} in ${timezone}`);
  }
});

test('text that is not a time is rejected', () => {
  for (const text of [
    '31.01.2026',
    '2026-01-31T25:00',
    '2026-01-31T12:00 later',
    '12:00',
    '2026-02-30',
    '2026-02-30 12:00',
    '2026-04-31T12:00:00Z',
  ]) {
    const fields = new Fields({ at: text });
    assert.equal(fields.time('at'), undefined);
    assert.deepEqual(fields.faults, [`at must be a time such as 2026-01-31T12:00:00Z; found "${text}"`]);
  }
});

test('a page on a shared site is rejected as the domain of a company, because its facts would replace those of the site', () => {
  const domains: [string, string | undefined][] = [
    ['https://www.Acme.com/en?x=1', 'acme.com'],
    ['shop.acme.co.uk', 'acme.co.uk'],
    ['https://www.facebook.com/', 'facebook.com'],
    ['linkedin.com', 'linkedin.com'],
    ['https://www.facebook.com/acme', undefined],
    ['facebook.com/acme', undefined],
    ['//facebook.com/acme', undefined],
    ['https://www.facebook.com?id=1', undefined],
    ['de.linkedin.com/company/acme', undefined],
    ['acme.wordpress.com', undefined],
    ['acme.myshopify.com', undefined],
    ['acme.uk.com', undefined],
  ];
  for (const [text, domain] of domains) {
    const fields = new Fields({ domain: text, alternative_domains: ['acme.de', text] });
    assert.equal(fields.domain('domain'), domain, text);
    assert.deepEqual(fields.domains('alternative_domains'), ['acme.de', ...(domain === undefined ? [] : [domain])], text);
    assert.equal(fields.faults.length, domain === undefined ? 2 : 0, text);
  }
});

test('a list contains texts; empty items and null are left out, and objects are rejected', () => {
  const listOf = (value: unknown) => {
    const fields = new Fields({ names: value });
    return fields.list('names') ?? fields.faults;
  };
  assert.deepEqual(listOf('a| b ||c'), ['a', 'b', 'c']);
  assert.deepEqual(listOf(['a', null, 7, ' ']), ['a', '7']);
  assert.deepEqual(listOf(64500), ['64500']);
  for (const value of [{ a: 1 }, [{ a: 1 }], [['a']]]) assert.deepEqual(listOf(value), ['names must be a list of texts']);
});

test('the codes of the European Union for Great Britain and Greece are read as those of ISO 3166', () => {
  const codes = { uk: 'GB', EL: 'GR', gb: 'GB', DE: 'DE' };
  for (const [text, code] of Object.entries(codes)) assert.equal(new Fields({ country: text }).country('country'), code);
});
