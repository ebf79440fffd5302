import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patched } from './patch-leads.ts';

const lead = (companyId: string) => ({ companyId, name: companyId, followed: false, hidden: false, assigneeId: null, tagIds: ['1'] });
const page = { total: 2, rows: [lead('7'), lead('8')] };

test('a change shows in the row and on the page of the company, and nowhere else', () => {
  const assign = (state: Parameters<Parameters<typeof patched>[2]>[0]) => ({ ...state, assigneeId: '5' });
  const ids = new Set(['7']);
  assert.deepEqual(patched(page, ids, assign), { total: 2, rows: [{ ...lead('7'), assigneeId: '5' }, lead('8')] });
  assert.deepEqual(patched(lead('7'), ids, assign), { ...lead('7'), assigneeId: '5' });
  assert.deepEqual(patched(lead('8'), ids, assign), lead('8'));
  assert.deepEqual(patched([{ id: '7' }], ids, assign), [{ id: '7' }]);
});

test('a hidden company leaves the list', () => {
  assert.deepEqual(
    patched(page, new Set(['8']), (state) => ({ ...state, hidden: true })),
    { total: 1, rows: [lead('7')] },
  );
});
