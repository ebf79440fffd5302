import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, test } from 'node:test';
import { readPassword } from './read-password.ts';

function fakeTerminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = new PassThrough();
  return { input, output, modes, shown: () => String(output.read() ?? '') };
}

async function typePassword(...lines: string[]) {
  const fake = fakeTerminal();
  const password = readPassword({}, fake);
  password.catch(() => {});
  for (const line of lines) {
    fake.input.write(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { password, ...fake };
}

test('on a terminal, readPassword prompts twice without echo, and backspace deletes a character', async () => {
  const { password, modes, shown } = await typePassword('secrex\u007ft word\r', 'secret word\r');
  assert.equal(await password, 'secret word');
  assert.deepEqual(modes, [true, false, true, false]);
  assert.equal(shown(), 'Password: \nRepeat password: \n');
});

test('two different passwords are rejected, and Ctrl-C cancels and restores the terminal mode', async () => {
  await assert.rejects((await typePassword('one password\r', 'another one\r')).password, /The two passwords differ/);
  const { password, modes } = await typePassword('one\u0003');
  await assert.rejects(password, /Cancelled/);
  assert.equal(modes.at(-1), false, 'the terminal mode is restored');
});

test('standard input is read to its end, without the trailing line break, and must not be empty', async () => {
  const output = new PassThrough();
  assert.equal(await readPassword({}, { input: Readable.from(['a piped ', 'password\n']), output }), 'a piped password');
  await assert.rejects(readPassword({}, { input: Readable.from([]), output }), /on standard input/);
});

test('the first line of a file is read and must not be empty, and --password-stdin does not prompt even on a terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-password-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'password');
  writeFileSync(file, 'a filed password\r\nand a note\n');
  assert.equal(await readPassword({ passwordFile: file }), 'a filed password');
  writeFileSync(file, '\n');
  await assert.rejects(readPassword({ passwordFile: file }), /The password is missing: the file .+ starts with an empty line/);
  const input = Object.assign(Readable.from(['a piped password\n']), { isTTY: true });
  assert.equal(await readPassword({ passwordStdin: true }, { input, output: new PassThrough() }), 'a piped password');
});
