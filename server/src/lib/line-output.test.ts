import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LineOutput } from './line-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-lines-'));
after(() => rmSync(folder, { recursive: true }));

test('a line that cannot be written is dropped', { skip: !existsSync('/dev/full') && 'needs /dev/full' }, () => {
  const output = new LineOutput(openSync('/dev/full', 'w'));
  output.write('a line\n');
  output.write('another line\n');
});

test('after a full disk has cut a line, the next one begins on its own line', () => {
  const file = join(folder, 'limited');
  const program = `
    import { ftruncateSync, openSync } from 'node:fs';
    import { LineOutput } from ${JSON.stringify(join(import.meta.dirname, 'line-output.ts'))};
    const descriptor = openSync(${JSON.stringify(file)}, 'a');
    const output = new LineOutput(descriptor);
    for (let count = 0; count < 3; count++) output.write('x'.repeat(600) + '\\n');
    ftruncateSync(descriptor);
    output.write('the next line\\n');`;
  // The limit of the file size, in units of 512 bytes, acts like a full disk.
  const script = 'ulimit -f 2; trap "" XFSZ; exec "$@"';
  execFileSync('sh', ['-c', script, 'sh', process.execPath, '--input-type=module', '-e', program]);
  assert.equal(readFileSync(file, 'utf8'), '\nthe next line\n');
});

/** Reads from a pipe until `isComplete` returns true for the text. */
async function readUntil(descriptor: number, isComplete: (text: string) => boolean): Promise<string> {
  const buffer = Buffer.alloc(1024 * 1024);
  let text = '';
  while (!isComplete(text)) {
    try {
      text += buffer.toString('utf8', 0, readSync(descriptor, buffer));
    } catch {
      await pause(5);
    }
  }
  return text;
}

test('up to 1 MB of lines that a pipe does not accept yet are written when it is read', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const output = new LineOutput(descriptor);
  const lines = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(1000)}\n`);
  for (const line of lines) output.write(line);
  assert.equal(await readUntil(descriptor, ({ length }) => length >= lines.join('').length), lines.join(''));

  for (let count = 0; count < 3000; count++) output.write(`${'x'.repeat(1000)}\n`);
  const kept = await readUntil(descriptor, ({ length }) => length > 1_000_000);
  output.write('end\n');
  const rest = await readUntil(descriptor, (text) => text.endsWith('end\n'));
  assert.ok(kept.length + rest.length < 1_200_000);
  closeSync(descriptor);
});
