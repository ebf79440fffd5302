import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitAreas } from './hit-areas.ts';

test('hit areas meet halfway between neighboring points, and points at the same height share an area evenly', () => {
  assert.deepEqual(hitAreas([{ index: 2, y: 30 }], 100), [{ index: 2, top: 0, height: 100 }]);
  const points = [
    { index: 0, y: 60 },
    { index: 1, y: 20 },
    { index: 2, y: 60 },
  ];
  assert.deepEqual(hitAreas(points, 100), [
    { index: 1, top: 0, height: 40 },
    { index: 0, top: 40, height: 30 },
    { index: 2, top: 70, height: 30 },
  ]);
});
