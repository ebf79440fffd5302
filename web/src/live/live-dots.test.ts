import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveVisit } from '../api/responses.ts';
import { liveDots } from './live-dots.ts';

const visit = (latitude: number | null, longitude: number | null, companyId: string | null) =>
  ({ latitude, longitude, companyId, city: 'Köln', countryCode: 'DE' }) as LiveVisit;

test('visits of one place share a dot, visits without coordinates have none, and dots with a company come last', () => {
  const dots = liveDots([visit(50.9, 6.9, '7'), visit(51.1, 7.2, null), visit(40, -74, null), visit(null, null, '8')]);
  assert.deepEqual(
    dots.map(({ visits, companyId, isSoft }) => ({ visits, companyId, isSoft })),
    [
      { visits: 1, companyId: null, isSoft: true },
      { visits: 2, companyId: '7', isSoft: false },
    ],
  );
});
