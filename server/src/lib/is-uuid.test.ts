import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUuid } from './is-uuid.ts';

test('a UUID of any version and case is accepted; other lengths, groups and characters are rejected', () => {
  const uuid = '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e';
  assert.ok(isUuid(uuid) && isUuid(uuid.toUpperCase()) && isUuid('00000000-0000-0000-0000-000000000000'));
  for (const text of ['', `${uuid}\n`, ` ${uuid}`, `${uuid}0`, uuid.slice(1), uuid.replaceAll('-', ''), uuid.replace('a', 'g')])
    assert.ok(!isUuid(text), JSON.stringify(text));
});
