import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLedger } from '../../bench/ledger-run.ts';
import { copyInstallation } from '../kit/installation.ts';

test('every acknowledged event is stored exactly once and nothing else, whatever is killed with -9', async () => {
  const { kills, acknowledged, missing, surplus, ledger } = await runLedger({
    kills: 3,
    clients: 12,
    logProgress: () => {},
    installInto: copyInstallation,
  });
  assert.deepEqual(kills, { database: 1, worker: 1, server: 1 });
  assert.ok(acknowledged > 50, `only ${acknowledged} events were acknowledged`);
  assert.deepEqual({ missing, surplus }, { missing: [], surplus: [] });
  assert.equal(ledger.stored, acknowledged);
  assert.equal(ledger.received, ledger.stored + ledger.duplicates);
});
