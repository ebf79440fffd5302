import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lastOf } from '../../server/src/lib/last-of.ts';
import type { BuiltImage } from './build-image.ts';
import { readComposeLimits } from './compose-limits.ts';
import { Container } from './container.ts';

type Check = { project: string; folder: string; image: BuiltImage; note(message: string): void };

const email = 'owner@acme.example';
const password = 'a long enough pass phrase 7';
/** As platforms assign them: a user id without a passwd entry, in group 0. */
const arbitraryUser = { uid: 1_000_650_000, gid: 0 };
const maxStartSeconds = 300;
const maxCommandSeconds = 120;

/** Checks everything that an operator does with the image, each step in separate containers. */
export async function checkRunning({ project, folder, image, note }: Check) {
  const limits = readComposeLimits(join(project, 'deploy/compose.yaml'), 'leadlight', { DOMAIN: 'leads.example.com' });
  const secret = join(folder, 'smtp_url');
  writeFileSync(secret, 'smtp://mailer:p%40ss@mail.example.com:587\n', { mode: 0o644 });
  const backups = createVolume(folder, 'backups', image, limits.volumes.backups);
  const started: Container[] = [];
  const run = (volume: string, options: { args?: string[]; user?: typeof arbitraryUser } = {}) => {
    const mounts = { [limits.volumes.data]: volume, [limits.volumes.backups]: backups, '/run/secrets/smtp_url': secret };
    const container = new Container({ image, limits, mounts, folder, ...options });
    started.push(container);
    return container;
  };
  try {
    const volume = createVolume(folder, 'data', image, limits.volumes.data);
    const first = run(volume);
    const other = run(createVolume(folder, 'other', image, limits.volumes.data), { user: arbitraryUser });
    await ready(first);
    note(`Started as user ${limits.uid} on a read-only root; limited by the kernel: ${first.group.limited.join(', ') || 'nothing here'}.`);
    assert.equal((await first.exec(limits.healthCheck)).code, 0, 'the health check of compose');
    assert.equal((await first.exec(image.healthCheck)).code, 0, 'the health check of the image');
    await succeeds(first, ['leadlight', 'account', 'create', '--name', 'Acme', '--plan', 'premium', '--json']).then(async (output) => {
      const { id }: { id: string } = JSON.parse(output);
      const args = ['leadlight', 'user', 'create', '--account', id, '--email', email, '--role', 'owner'];
      await succeeds(first, args, password);
    });
    await signIn(first);
    note('An account was created next to the server, and its owner signed in.');

    await ready(other);
    const otherStop = await other.stop();
    assert.ok(otherStop.seconds < 10, `the container of an arbitrary user stopped after ${otherStop.seconds} s`);
    note(`Started as the arbitrary user ${arbitraryUser.uid}, and stopped ${otherStop.seconds.toFixed(1)} s after SIGTERM.`);

    await secondContainers(first, (args) => run(volume, { args }));
    note('A second container on the same volume was refused and did no harm.');

    await succeeds(first, ['leadlight', 'status']);
    const doctor = await first.exec(['leadlight', 'doctor', '--json']);
    assert.ok(Array.isArray(JSON.parse(doctor.output).findings), doctor.output);
    note('status and doctor work next to the server.');

    const { file } = JSON.parse(lastLine(await succeeds(first, ['leadlight', 'backup', limits.volumes.backups, '--json'])));
    const stopped = await first.stop();
    assert.ok(stopped.seconds < 10 && stopped.code === 0, `ended with ${stopped.code} after ${stopped.seconds} s:\n${stopped.output}`);
    note(`A backup was written to the mount; the server stopped ${stopped.seconds.toFixed(1)} s after SIGTERM.`);

    const restored = createVolume(folder, 'restored', image, limits.volumes.data);
    const restoring = await run(restored, { args: ['restore', file] }).ended;
    assert.equal(restoring.code, 0, restoring.output);
    const again = run(restored);
    await ready(again);
    await signIn(again);
    note('The backup was restored into a new volume in the image, and its owner signed in.');
    assert.ok((await again.stop()).seconds < 10);
    const left = started.flatMap(({ group }) => group.processes());
    assert.deepEqual(left, [], 'no process is left');
  } catch (error) {
    for (const [index, { output }] of started.entries()) note(`Output of container ${index + 1}:\n${output.slice(-3000)}`);
    throw error;
  } finally {
    for (const container of started) await container.dispose();
  }
}

/** `docker compose up --scale 2` and `docker compose run … status` next to a running server. */
async function secondContainers(first: Container, run: (args: string[]) => Container) {
  for (const args of [['start', '--no-demo'], ['status'], ['backup', '/backups']]) {
    const second = run(args);
    const timeout = pause(maxCommandSeconds * 1000, null, { ref: false });
    const finished = await Promise.race([second.ended, timeout]);
    assert.ok(finished !== null, `a second "${args.join(' ')}" kept running:\n${second.output}`);
    const { code, output } = finished;
    if (args[0] === 'start') assert.notEqual(code, 0, 'a second server was refused');
    assert.doesNotMatch(output, /\n {4}at |PANIC/, output);
    if (code !== 0) assert.match(output, /data folder \/data/, output);
    assert.equal((await first.request('GET', '/readyz')).status, 200, `the first server is ready after a second "${args.join(' ')}"`);
  }
  await signIn(first);
}

/** Waits for the server. Once it listens, its health check must not fail often enough in a row to become unhealthy. */
async function ready(container: Container) {
  let isListening = false;
  let isOver = false;
  let failures = 0;
  void container.ended.then(() => {
    isOver = true;
  });
  for (const deadline = Date.now() + maxStartSeconds * 1000; ; await pause(200)) {
    if (isOver) throw new Error('It exited before it was ready');
    if (Date.now() > deadline) throw new Error(`It was not ready within ${maxStartSeconds} s`);
    const health = await container.request('GET', '/healthz').catch(() => null);
    if (health?.status === 200) isListening = true;
    failures = isListening && health?.status !== 200 ? failures + 1 : 0;
    assert.ok(failures < 3, 'the health check failed during the start');
    if (health?.status !== 200) continue;
    const response = await container.request('GET', '/readyz').catch(() => null);
    if (response?.status === 200) return;
  }
}

async function signIn(container: Container) {
  const response = await container.request('POST', '/app/api/session', { email, password });
  assert.equal(response.status, 201, response.body);
  assert.ok(response.headers['set-cookie'], 'a session');
  const page = await container.request('GET', '/');
  assert.match(page.body, /<script [^>]*type="module"/, 'the web application');
}

async function succeeds(container: Container, args: string[], input?: string): Promise<string> {
  const { code, output } = await container.exec(args, input);
  assert.equal(code, 0, `${args.join(' ')}: ${output}`);
  return output;
}

function lastLine(text: string): string {
  return lastOf(text.trim().split('\n'));
}

/** A new volume takes owner and mode from the folder in the image, as Docker's volumes do. */
function createVolume(folder: string, name: string, image: BuiltImage, path: string): string {
  const volume = join(folder, `volume-${name}`);
  const { uid, gid, mode } = statSync(join(image.root, path));
  mkdirSync(volume);
  chownSync(volume, uid, gid);
  chmodSync(volume, mode & 0o7777);
  return volume;
}
