import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGuessablePassword } from './is-guessable-password.ts';

const about = ['ada.byron@northwind.example', 'Ada', 'Byron'];

for (const password of [
  '1234567890',
  'qwertyuiop',
  '1q2w3e4r5t',
  'Password123!',
  'P@ssw0rd2024',
  'aaaaaaaaaaaa',
  'letmein1234',
  'iloveyou12',
])
  test(`${password} is easy to guess`, async () => {
    assert.equal(await isGuessablePassword(password, []), true);
  });

test('a password with data of the user or the name of the product is easy to guess', async () => {
  for (const password of ['northwind1', 'ada.byron@northwind.example', 'leadlight2026']) {
    assert.equal(await isGuessablePassword(password, about), true, password);
  }
});

for (const password of ['correct horse battery', 'x9Kd-2jfQ1aZ', 'a long password', 'pässwörter sind länger'])
  test(`${password} is not easy to guess`, async () => {
    assert.equal(await isGuessablePassword(password, about), false);
  });
