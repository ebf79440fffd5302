import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { required } from '../../server/src/lib/required.ts';
import { Metrics } from '../../server/src/metrics/metrics.ts';

const folder = join(import.meta.dirname, '../../deploy/observability');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const rules = read('alerts.yaml');
const tests = read('alerts.test.yaml');

const metrics = new Metrics({
  serviceState: () => Promise.reject(new Error('there is no database')),
  disk: async () => ({ freeBytes: 1, sizeBytes: 1 }),
  ipDataAges: () => ({ networks: 0, locations: 0 }),
  hasRowLevelSecurity: async () => true,
  backupIntervalSeconds: 0,
});

/** The names of all exposed series. */
const exposed = new Set(
  (await metrics.registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    (String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((suffix) => `${name}${suffix}`),
  ),
);

function unknownMetrics(expression: string): string[] {
  const names = expression.match(/\b(?:leadlight|process|nodejs)_\w+/g) ?? [];
  return names.filter((name) => !exposed.has(name));
}

type Panel = { title: string; type: string; datasource?: { uid: string }; targets?: { expr: string }[] };
const dashboard: {
  title: string;
  panels: Panel[];
  templating: { list: { name: string }[] };
} = JSON.parse(read('grafana-dashboard.json'));
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

test('every expression of the dashboard and of the alerts uses exposed metrics', () => {
  assert.ok(expressions.length > 30);
  assert.deepEqual(expressions.flatMap(unknownMetrics), []);
  assert.deepEqual(unknownMetrics(rules), []);
  assert.deepEqual(unknownMetrics(tests), []);
  assert.deepEqual(unknownMetrics('sum(leadlight_no_such_total)'), ['leadlight_no_such_total']);
});

test('a counter that alerts distinguish by its labels begins at zero, as the tests of the alerts assume', async () => {
  const initial = await metrics.registry.metrics();
  const series = [...tests.matchAll(/'(leadlight_(?:http_refusals|deliveries)_total)\{job="\w+", instance="[\w:]+", ([^}]+)\}'/g)];
  assert.ok(series.length > 5);
  for (const [, name, labels] of series) {
    const line = `${name}{${required(labels).replaceAll(', ', ',')}} 0`;
    assert.ok(initial.split('\n').includes(line), line);
  }
});

test('the dashboard shows every metric of Leadlight, each panel with the selected data source', () => {
  const shown = new Set(expressions.flatMap((expression) => expression.match(/\bleadlight_\w+/g) ?? []));
  const missing = [...exposed].filter((name) => name.startsWith('leadlight_') && !shown.has(name));
  assert.deepEqual(missing, []);
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  for (const { title, datasource } of panels) assert.equal(datasource?.uid, `\${datasource}`, title);
  assert.deepEqual(
    dashboard.templating.list.map(({ name }) => name),
    ['datasource', 'job'],
  );
});

test('every alert has a test case in which it fires and one in which it does not', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => required(name));
  assert.ok(alerts.length > 10);
  for (const name of alerts) {
    const cases = tests.split('  - name: ').filter((text) => text.includes(`alertname: ${name}\n`));
    assert.deepEqual(cases.map((text) => text.includes('exp_labels')).toSorted(), [false, true], name);
  }
});

test('promtool accepts the rules, their tests and the scrape configuration', (t) => {
  const run = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  if (run('--version').error) return t.skip('promtool is not installed (Debian: apt install prometheus)');
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
    ['check', 'config', 'prometheus.yaml'],
  ]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});
