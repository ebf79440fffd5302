import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos } from '../../bench/chaos-run.ts';
import { copyInstallation } from '../kit/installation.ts';

test('after processes of every kind were killed during corrections, merges, time zone changes, erasures and imports, the stored data matches the oracle', async () => {
  const report = await runChaos({
    seconds: 5,
    seed: 20_261_116,
    senders: 4,
    killEverySeconds: 3,
    paceMs: 400,
    servers: { web: 1, collector: 1, worker: 2 },
    installInto: copyInstallation,
    minWork: { events: 20, operations: 6 },
    logProgress: () => {},
  });
  assert.ok(report.acknowledged >= 20, `only ${report.acknowledged} events were acknowledged`);
  assert.ok(Object.values(report.operations).reduce((sum, count) => sum + count, 0) >= 6, JSON.stringify(report.operations));
  for (const [kind, kills] of Object.entries(report.kills)) assert.ok(kills > 0, `no ${kind} was killed`);
  const { missing, surplus, faults, differences, wrongRollups } = report;
  assert.deepEqual(
    { missing, surplus, faults, differences, wrongRollups },
    { missing: 0, surplus: 0, faults: [], differences: [], wrongRollups: [] },
  );
});
