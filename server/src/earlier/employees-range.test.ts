import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employeeRanges } from '../domain/companies/employee-range.ts';
import { employeesRange } from './employees-range.ts';

test('each employee range of the directory has its lower and upper bound, and the open range only a lower one', () => {
  assert.deepEqual(employeeRanges.map(employeesRange), [
    { min: 1, max: 10 },
    { min: 11, max: 100 },
    { min: 101, max: 500 },
    { min: 501, max: 1000 },
    { min: 1001, max: 5000 },
    { min: 5001, max: 10000 },
    { min: 10001, max: null },
  ]);
});

test('an unknown employee range has no bounds', () => {
  for (const range of [null, 'many', '']) assert.deepEqual(employeesRange(range), { min: null, max: null });
});
