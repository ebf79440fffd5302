import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTimezone } from './check-account.ts';

test('a time zone is stored under the name that other programs know', () => {
  const stored = {
    'Europe/Helsinki': 'Europe/Helsinki',
    'europe/helsinki': 'Europe/Helsinki',
    'AMERICA/ARGENTINA/USHUAIA': 'America/Argentina/Ushuaia',
    'Asia/Kolkata': 'Asia/Kolkata',
    'Etc/UTC': 'UTC',
    utc: 'UTC',
  };
  for (const [name, zone] of Object.entries(stored)) assert.equal(checkTimezone(name), zone, name);
  assert.match(checkTimezone('asia/kolkata'), /^Asia\/(Calcutta|Kolkata)$/);
  for (const name of ['+02:00', 'Europe/Nowhere', '']) assert.throws(() => checkTimezone(name), /There is no time zone/);
});
