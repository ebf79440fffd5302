import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSoak } from '../../bench/soak-run.ts';
import { copyInstallation } from '../kit/installation.ts';

test('a short soak: under load with every kind of process killed, both APIs agree with a recount', async () => {
  const report = await runSoak({
    seconds: 14,
    senders: 6,
    killEverySeconds: 3,
    serversOfRole: 1,
    withExports: false,
    installInto: copyInstallation,
    logProgress: () => {},
  });
  assert.ok(report.acknowledged > 30, `only ${report.acknowledged} events were acknowledged`);
  for (const [kind, kills] of Object.entries(report.kills)) assert.ok(kills > 0, `no ${kind} was killed`);
  const { missing, surplus, faults, differences } = report;
  assert.deepEqual({ missing, surplus, faults, differences }, { missing: 0, surplus: 0, faults: [], differences: [] });
});
