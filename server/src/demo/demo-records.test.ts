import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employeeRangeOf, employeeRanges } from '../domain/companies/employee-range.ts';
import { firstOf } from '../lib/first-of.ts';
import { Random } from '../lib/random.ts';
import { demoRecords } from './demo-records.ts';

const now = new Date('2026-11-16T00:00:00Z');

test('the employee count and revenue of a company match its size in the directory and its last financial year', () => {
  const random = new Random(1);
  for (const employeeRange of employeeRanges) {
    for (let index = 0; index < 20; index++) {
      const lead = { id: '1', name: 'Example', domain: 'example.com', employeeRange };
      const { company, financials } = demoRecords(lead, 0, now, random);
      assert.equal(employeeRangeOf(company.employee_count as number), employeeRange);
      const lastYear = firstOf(financials);
      assert.equal(lastYear.year, company.revenue_year);
      assert.equal(lastYear.revenue, company.revenue);
      assert.equal(lastYear.employees, company.employee_count);
    }
  }
});

test('a job title always has the same department', () => {
  const random = new Random(1);
  const lead = { id: '1', name: 'Example', domain: 'example.com', employeeRange: null };
  const people = Array.from({ length: 50 }, () => demoRecords(lead, 0, now, random)).flatMap(({ contacts }) => contacts);
  const departments = new Set(people.filter(({ title }) => title === 'IT architect').map(({ department }) => department));
  assert.deepEqual([...departments], ['it_department']);
});
