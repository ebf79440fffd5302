import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patched } from './patch-leads.ts';

const lead = (companyId: string) => ({ companyId, name: companyId, followed: false, hidden: false, assigneeId: null, tagIds: ['1'] });
const page = { total: 2, rows: [lead('7'), lead('8')] };

test('a change is applied to the row and to the details of the company, but to no other company or response', () => {
  const assign = (state: Parameters<Parameters<typeof patched>[2]>[0]) => ({ ...state, assigneeId: '5' });
  const ids = new Set(['7']);
  assert.deepEqual(patched(page, ids, assign), { total: 2, rows: [{ ...lead('7'), assigneeId: '5' }, lead('8')] });
  assert.deepEqual(patched(lead('7'), ids, assign), { ...lead('7'), assigneeId: '5' });
  assert.deepEqual(patched(lead('8'), ids, assign), lead('8'));
  assert.deepEqual(patched([{ id: '7' }], ids, assign), [{ id: '7' }]);
});

test('hiding a company removes it from the list and from the total', () => {
  assert.deepEqual(
    patched(page, new Set(['8']), (state) => ({ ...state, hidden: true })),
    { total: 1, rows: [lead('7')] },
  );
});
