import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawChart } from './draw-chart.ts';

const chart = {
  fileName: 'times',
  title: 'Times & <sizes>',
  x: { name: 'Factor in visits', scale: 'factor' as const },
  y: { name: 'Milliseconds', scale: 'linear' as const },
  lines: [
    {
      name: 'leads',
      points: [
        [1, 10],
        [10, 100],
      ] as [number, number][],
    },
  ],
};

test('a chart positions its points on a logarithmic and a linear axis, and labels factors', () => {
  const svg = drawChart(chart);
  const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.deepEqual(dots, [
    [76, 310.8],
    [560, 48],
  ]);
  assert.match(svg, />×10</);
});

test('a chart escapes its labels and has colors for dark pages', () => {
  const svg = drawChart(chart);
  assert.match(svg, /Times &amp; &lt;sizes/);
  assert.match(svg, /prefers-color-scheme:dark/);
});
