import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { formatIpAddress, normalizeIpAddress, parseIpAddress } from './ip-address.ts';

const canonical = normalizeIpAddress;

test('addresses are parsed in all notations and formatted in the canonical one', () => {
  assert.equal(canonical('17.0.0.1'), '17.0.0.1');
  assert.equal(canonical('255.255.255.255'), '255.255.255.255');
  assert.equal(canonical('2001:0DB8:0:0:0:0:0:1'), '2001:db8::1');
  assert.equal(canonical('::'), '::');
  assert.equal(canonical('1::'), '1::');
  assert.equal(canonical('2001:db8:0:1:1:1:1:1'), '2001:db8:0:1:1:1:1:1');
  assert.equal(canonical('1:0:0:2:0:0:0:3'), '1:0:0:2::3');
  assert.equal(canonical('fe80::1%eth0'), 'fe80::1');
  assert.equal(canonical('[2001:420::1]'), '2001:420::1');
  assert.equal(canonical('64:ff9b::192.0.2.33'), '64:ff9b::c000:221');
});

test('an IPv4-mapped IPv6 address is the IPv4 address', () => {
  assert.equal(canonical('::ffff:17.0.0.1'), '17.0.0.1');
  assert.equal(canonical('::FFFF:1100:1'), '17.0.0.1');
  assert.equal(canonical('0:0:0:0:0:ffff:17.0.0.1'), '17.0.0.1');
});

test('invalid addresses are rejected', () => {
  const wrong = ['', '1', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4 ', '1..2.3', 'a.b.c.d', '1.2.3.-4', '0x1.2.3.4'];
  const wrong6 = [
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::1.2.3',
    '1:',
    ':1',
  ];
  for (const text of [...wrong, ...wrong6, '1::2:3:4:5:6:7:8:9', '::ffff:1.2.3.256']) assert.equal(parseIpAddress(text), null, text);
});

test('every address survives a round trip', () => {
  fc.assert(fc.property(fc.ipV4(), (text) => canonical(text) === text));
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const address = parseIpAddress(text);
      assert.ok(address, text);
      assert.deepEqual(parseIpAddress(formatIpAddress(address)), address);
    }),
  );
});

test('parsing and formatting agree with ipaddr.js', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, fc.boolean(), (parts, isUpper) => {
      const long = parts.map((part) => part.toString(16)).join(':');
      const text = isUpper ? long.toUpperCase() : long;
      const theirs = ipaddr.process(text);
      const expected = theirs instanceof ipaddr.IPv6 ? theirs.toRFC5952String() : theirs.toString();
      assert.equal(normalizeIpAddress(text), expected);
      assert.equal(normalizeIpAddress(expected), expected);
    }),
  );
  fc.assert(fc.property(fc.ipV4(), (text) => assert.equal(normalizeIpAddress(text), ipaddr.process(text).toString())));
  // ipaddr.js reads the deprecated form ::192.0.2.1 as IPv4.
  const ipv6 = fc.ipV6().filter((text) => !text.includes('.'));
  fc.assert(
    fc.property(ipv6, (text) => {
      const theirs = ipaddr.process(text);
      assert.equal(normalizeIpAddress(text), theirs instanceof ipaddr.IPv6 ? theirs.toRFC5952String() : theirs.toString());
    }),
  );
  // The reverse does not hold, because ipaddr.js accepts more IPv4 notations.
  const anything = fc.string({ unit: fc.constantFrom('0', '1', '9', 'a', 'f', ':', '::', '.'), maxLength: 20 });
  fc.assert(
    fc.property(anything, (text) => normalizeIpAddress(text) === null || ipaddr.isValid(text)),
    { numRuns: 2000 },
  );
});
