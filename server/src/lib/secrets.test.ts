import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecret, hashSecret, isWellFormedSecret, secretHint } from './secrets.ts';

test('a secret has its prefix and a checksum that detects any changed character', () => {
  const secret = createSecret('llk_');
  assert.match(secret, /^llk_[0-9A-Za-z]{46}$/);
  assert.ok(isWellFormedSecret('llk_', secret));
  assert.ok(!isWellFormedSecret('llt_', secret));
  for (let index = 4; index < secret.length; index++) {
    const other = secret[index] === 'x' ? 'y' : 'x';
    assert.ok(!isWellFormedSecret('llk_', secret.slice(0, index) + other + secret.slice(index + 1)));
  }
  assert.ok(!isWellFormedSecret('llk_', secret.slice(0, -1)));
});

test('two secrets differ, the hint has 15 characters, and the hash does not contain the secret', () => {
  const secret = createSecret('llk_');
  assert.notEqual(secret, createSecret('llk_'));
  assert.equal(secretHint(secret).length, 15);
  assert.ok(!hashSecret(secret).toString('latin1').includes(secret.slice(4, 10)));
  assert.deepEqual(hashSecret(secret), hashSecret(secret));
});
