import assert from 'node:assert/strict';
import { test } from 'node:test';
import { required } from '../server/src/lib/required.ts';
import { renderSizing } from './render-sizing.ts';

test('the sizing table is calculated from the measurements, and is not rendered until all of them exist', () => {
  assert.equal(renderSizing({ nodeMicrosPerEvent: 100, bytesPerVisit: 1000 }), null);
  const last = required(renderSizing({ nodeMicrosPerEvent: 120, databaseMicrosPerEvent: 240, bytesPerVisit: 1000 }))
    .trim()
    .split('\n')
    .at(-1);
  // 10,000,000,000 × 5 events / 31,536,000 s × 5 = 7,928; × 120 µs / 0.6 = 1.6; × 240 µs × 1.5 / 0.6 = 4.8; × 2 years × 1,000 × 1.5 = 30 TB.
  assert.equal(last, '| 100,000 | 10,000,000,000 | 7,928 | 1.6 | 4.8 | 30.0 TB | 15 nodes |');
});
