import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startBackgroundThread } from './start-background-thread.ts';

test('a thread that crashes is replaced, and one that is stopped is not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-thread-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const watch = new EventTarget();
  const handled = once(watch, 'handled');
  const thread = await startBackgroundThread(
    { config: readConfig({ DATA_DIR: folder }), databaseUrl: '', isTerminal: false },
    () => watch.dispatchEvent(new Event('handled')),
    pino({ level: 'silent' }),
    new URL('./breaking-thread.fixture.ts', import.meta.url),
  );
  // Only the second thread reports handled events.
  await handled;
  assert.equal(thread.isHealthy(), true);
  await thread.stop();
});
