import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readParameters } from './read-parameters.ts';

const read = (body: unknown, query = {}) => readParameters(body, query, ['account_id', 'start_date']);

test('parameters are read from a form, a JSON:API document, a JSON object or the query', () => {
  const given = { account_id: 1001, start_date: '2026-09-01' };
  const texts = { account_id: '1001', start_date: '2026-09-01' };
  for (const body of [given, texts, { data: { type: 'export_requests', attributes: given } }]) assert.deepEqual(read(body), texts);
  assert.deepEqual(read({ start_date: '2026-09-01', account_id: null }, { account_id: '1001' }), texts);
  assert.deepEqual(read({ start_date: ['2026-09-01', '2026-09-02'] }), { start_date: ['2026-09-01', '2026-09-02'] });
});

test('lists, objects and booleans are rejected with the name of the parameter, but ignored in parameters that are not read', () => {
  for (const value of [['2026-09-01'], [], [1, 2], { day: 1 }, true]) {
    for (const body of [{ start_date: value }, { data: { attributes: { start_date: value } } }])
      assert.throws(() => read(body), /^Error: Parameter 'start_date' must be a string or a number$/);
    assert.deepEqual(read({ other: value }), {});
  }
});
