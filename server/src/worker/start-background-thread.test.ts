import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../../tests/kit/events.ts';
import { readConfig } from '../config.ts';
import { readSharedFile } from '../lib/shared-files.ts';
import { startBackgroundThread } from './start-background-thread.ts';

for (const exits of [false, true]) {
  const ending = exits ? 'even if the first replacement exits without an error' : 'by a healthy one';
  test(`a background thread that crashes is replaced ${ending}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-thread-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    if (exits) writeFileSync(join(folder, 'exits'), '');
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
      new URL('./crashing-thread.fixture.ts', import.meta.url),
    );
    await replaced;
    assert.equal(thread.isHealthy(), true);
    await thread.stop();
  });
}

for (const end of ['stop', 'terminate'] as const) {
  test(`${end} also ends a replacement thread that is still starting`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-thread-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const thread = await startBackgroundThread(
      { config: readConfig({ DATA_DIR: folder }), databaseUrl: '', isTerminal: false },
      () => writeFileSync(join(folder, 'has-reported'), ''),
      pino({ level: 'silent' }),
      new URL('./crashing-thread.fixture.ts', import.meta.url),
    );
    // This event precedes the first message of the thread.
    const [replacement] = await once(process, 'worker');
    t.after(() => replacement.terminate());
    await thread[end]();
    await until(async () => replacement.threadId === -1);
    assert.equal(thread.isHealthy(), false);
  });
}

test('a background thread and the process share the memory of a file, even after the file is replaced', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-thread-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'shared');
  writeFileSync(path, Buffer.from([1, 7]));
  const thread = await startBackgroundThread(
    { config: readConfig({ DATA_DIR: folder }), databaseUrl: '', isTerminal: false },
    () => {},
    pino({ level: 'silent' }),
    new URL('./sharing-thread.fixture.ts', import.meta.url),
  );
  t.after(() => thread.terminate());
  assert.deepEqual([...(await readSharedFile(path))], [2, 7]);
  writeFileSync(`${path}.new`, Buffer.from([10, 8]));
  renameSync(`${path}.new`, path);
  await until(async () => (await readSharedFile(path))[0] === 11);
  await thread.stop();
});
