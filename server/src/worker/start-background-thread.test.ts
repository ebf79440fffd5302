import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startBackgroundThread } from './start-background-thread.ts';

test('a background thread that crashes is replaced by a healthy one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-thread-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const watch = new EventTarget();
  const replaced = once(watch, 'replaced');
  let reports = 0;
  const thread = await startBackgroundThread(
    { config: readConfig({ DATA_DIR: folder }), databaseUrl: '', isTerminal: false },
    () => {
      if (++reports === 1) writeFileSync(join(folder, 'has-reported'), '');
      else watch.dispatchEvent(new Event('replaced'));
    },
    pino({ level: 'silent' }),
    new URL('./breaking-thread.fixture.ts', import.meta.url),
  );
  await replaced;
  assert.equal(thread.isHealthy(), true);
  await thread.stop();
});
