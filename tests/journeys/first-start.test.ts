import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../../server/src/lib/free-port.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { noMounts } from '../kit/mounts.ts';
import { databaseProcesses, main, startServerProcess, testDataDir } from '../kit/server-process.ts';

const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const notRoot = !isRoot && 'only root can act as other users';
// False in a clone that was made with a umask of 077.
const isReadable = (statSync(join(root, 'bin/leadlight.mjs')).mode & 0o004) !== 0;
const notReadable = !isReadable && 'only the owner can read this clone';
/** A uid without a user. */
const namelessUid = 2_000_123_456;

type Installation = { program: string; dataDir: string };

/** Creates folders for the program and its data; optionally accessible only to their owner. */
function createInstallation({ uid = 0, isClosed = false }): Installation {
  const parent = mkdtempSync(join(tmpdir(), 'leadlight first start '));
  after(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, isClosed ? 0o700 : 0o755);
  const installation = { program: join(parent, 'the program'), dataDir: join(parent, 'the data') };
  for (const folder of Object.values(installation)) mkdirSync(folder, { mode: isClosed ? 0o700 : 0o755 });
  if (isRoot) chownSync(installation.dataDir, uid, uid);
  return installation;
}

/** Mounts the contents of the clone, because the clone itself may be accessible only to its owner. */
const mountProgram = `
  for entry in "$ROOT"/*; do
    target="$PROGRAM/\${entry##*/}"
    if [ -d "$entry" ]; then mkdir -p "$target"; else touch "$target"; fi
    mount --bind "$entry" "$target" || exit 1
  done`;

/** Runs the launcher of the installation, through the command `as` (such as setpriv with its options). */
function leadlightAt(
  { program, dataDir }: Installation,
  args: string[],
  { as = [], environment = {} }: { as?: string[]; environment?: Record<string, string> } = {},
) {
  const script = `${mountProgram}\ncd "$PROGRAM" && unset ROOT && exec "$@"`;
  const command = [...as, 'node', join(program, 'bin/leadlight.mjs'), ...args];
  const env = { PATH: process.env.PATH, ROOT: root, PROGRAM: program, DATA_DIR: dataDir, METRICS_PORT: '0', ...environment };
  const child = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += chunk));
  const ended = new Promise<{ code: number | null } & typeof output>((resolve) =>
    child.once('close', (code) => resolve({ code, ...output })),
  );
  after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, ended };
}

test('as root, Leadlight starts even if program and data are accessible only to root', { skip: notRoot || noMounts }, async () => {
  const installation = createInstallation({ isClosed: true });
  cpSync(join(required(process.env.LEADLIGHT_TEST_DATA), 'ip-data'), join(installation.dataDir, 'ip-data'), { recursive: true });
  const PORT = String(await freePort());
  const { child, ended } = leadlightAt(installation, ['start', '--no-demo'], { environment: { PORT } });
  const isReady = () =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  while (child.exitCode === null && !(await isReady())) await pause(50);
  const [pid] = databaseProcesses(installation.dataDir);
  assert.ok(pid, 'the database is running');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  assert.doesNotMatch(status, /^Uid:.*\b0\b/m);
  // The only capability is CAP_DAC_READ_SEARCH, which permits reading in closed folders but not writing.
  assert.match(status, /^CapPrm:\s+0000000000000004$/m);
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
  assert.equal(statSync(installation.dataDir).mode & 0o777, 0o700);
});

for (const [who, uid] of [
  ['an ordinary user', 65534],
  ['a user id without a name or a home', namelessUid],
] as const) {
  test(`as ${who}, Leadlight creates its database in a folder with spaces`, { skip: notRoot || notReadable || noMounts }, async () => {
    const installation = createInstallation({ uid });
    const as = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    const { code, stdout, stderr } = await leadlightAt(installation, ['account', 'create', '--name', 'First', '--json'], { as }).ended;
    assert.equal(code, 0, stderr);
    assert.ok(JSON.parse(stdout).id, stdout);
    assert.equal(statSync(join(installation.dataDir, 'postgres')).uid, uid);
  });
}

test('on a terminal, the start prints its steps and a box with the URLs, and requests are not logged', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const PORT = String(await freePort());
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL,
    DATA_DIR: testDataDir(),
    PORT,
    METRICS_PORT: '0',
    TERM: 'xterm',
  };
  const command = `stty cols 120; exec '${process.execPath}' --disable-warning=ExperimentalWarning '${main}' start --no-demo`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !text.includes('Press Ctrl-C to stop.')) await pause(50);
  assert.equal((await fetch(`http://127.0.0.1:${PORT}/v1/companies`)).status, 401);
  child.stdin.write('\x03');
  await ended;
  const lines = stripVTControlCharacters(text.replaceAll('\r\n', '\n'))
    .split('\n')
    .map((line) => lastOf(line.split('\r')))
    .filter((line) => line.trim() !== '');
  const frame = lines.findIndex((line) => line.startsWith('╭'));
  assert.ok(frame > 0, text);
  for (const line of lines.slice(0, frame)) assert.match(line, /^✓ [A-Z].+ \d+\.\d s$/);
  assert.match(itemAt(lines, frame + 1), new RegExp(`^│  Leadlight runs at +http://localhost:${PORT} +│$`));
  assert.match(itemAt(lines, frame + 2), /^│ {2}Set it up at .+#llu_/);
  assert.deepEqual(
    lines.slice(frame + 3).map((line) => line.replace('^C', '').trim().replaceAll('─', '')),
    ['╰╯', 'Press Ctrl-C to stop.', 'Stopping…'],
  );
});

test('with LOG_FORMAT=json, the start prints only JSON, and the name of the file with the setup secret instead of the secret', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const server = await startServerProcess({ DATABASE_URL, DATA_DIR: testDataDir(), LOG_FORMAT: 'json' }, ['start', '--no-demo', '--json']);
  await server.ready();
  while (server.child.exitCode === null && !server.output().includes('Leadlight is ready')) await pause(50);
  await server.stop();
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { set_up_link_file } = lines.find(({ msg }) => msg === 'Leadlight is ready');
  assert.equal(statSync(set_up_link_file).mode & 0o777, 0o600);
  const secret = itemAt(readFileSync(set_up_link_file, 'utf8').trim().split('#'), 1);
  assert.match(secret, /^llu_/);
  assert.ok(!server.output().includes(secret));
  assert.equal(lines.at(-1).msg, 'Stopping…');

  const failed = await startServerProcess({ DATABASE_URL, DATA_DIR: '/proc/leadlight', LOG_FORMAT: 'json' });
  assert.equal(await failed.ended, 1);
  assert.match(JSON.parse(failed.output()).msg, /^The data folder \/proc\/leadlight is not writable/);
});
