import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, stepAt, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('codes match the test vectors of RFC 6238, appendix B', () => {
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors) assert.equal(totpCode(secret, stepAt(new Date(seconds * 1000)), 8), code);
});

test('codes match the test vectors of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  assert.deepEqual(
    codes.map((_, step) => totpCode(secret, step)),
    codes,
  );
});

test('secrets are encoded in Base32 as in RFC 4648, without padding', () => {
  const encoded = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  assert.deepEqual(encoded, ['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});
