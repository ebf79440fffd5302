import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lastOf } from '../../server/src/lib/last-of.ts';
import type { BuiltImage } from './build-image.ts';
import { readComposeLimits } from './compose-limits.ts';
import { Container } from './container.ts';

type Check = { project: string; folder: string; image: BuiltImage; log(message: string): void };

const email = 'owner@acme.example';
const password = 'a long enough pass phrase 7';
/** Like the arbitrary UIDs that OpenShift assigns: no passwd entry, group 0. */
const arbitraryUser = { uid: 1_000_650_000, gid: 0 };
const maxStartSeconds = 300;
const maxCommandSeconds = 120;

/** Tests typical tasks of an operator on running containers: start, create an account, back up, restore. */
export async function checkRunning({ project, folder, image, log }: Check) {
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
    await waitUntilReady(first);
    log(
      `Started as user ${limits.uid} with a read-only root; kernel-enforced limits: ${first.group.limited.join(', ') || 'none on this machine'}.`,
    );
    assert.equal((await first.exec(limits.healthCheck)).code, 0, 'the compose health check failed');
    assert.equal((await first.exec(image.healthCheck)).code, 0, 'the image health check failed');
    const created = await execOrThrow(first, ['leadlight', 'account', 'create', '--name', 'Acme', '--plan', 'premium', '--json']);
    const { id }: { id: string } = JSON.parse(created);
    await execOrThrow(first, ['leadlight', 'user', 'create', '--account', id, '--email', email, '--role', 'owner'], password);
    await signIn(first);
    log('Created an account while the server was running; its owner could sign in.');

    await waitUntilReady(other);
    const otherStop = await other.stop();
    assert.ok(otherStop.seconds < 10, `the container of an arbitrary user took ${otherStop.seconds} s to stop`);
    log(`Started as the arbitrary user ${arbitraryUser.uid}, and stopped ${otherStop.seconds.toFixed(1)} s after SIGTERM.`);

    await checkSecondContainer(first, (args) => run(volume, { args }));
    log('A second server on the same volume was rejected; the first stayed ready.');

    await execOrThrow(first, ['leadlight', 'status']);
    const doctor = await first.exec(['leadlight', 'doctor', '--json']);
    assert.ok(Array.isArray(JSON.parse(doctor.output).findings), doctor.output);
    log('status and doctor worked while the server was running.');

    const { file } = JSON.parse(lastLine(await execOrThrow(first, ['leadlight', 'backup', limits.volumes.backups, '--json'])));
    const stopped = await first.stop();
    assert.ok(
      stopped.seconds < 10 && stopped.code === 0,
      `the server exited with ${stopped.code} after ${stopped.seconds} s:\n${stopped.output}`,
    );
    log(`Wrote a backup to the mount; the server stopped ${stopped.seconds.toFixed(1)} s after SIGTERM.`);

    const restored = createVolume(folder, 'restored', image, limits.volumes.data);
    const restoring = await run(restored, { args: ['restore', file] }).ended;
    assert.equal(restoring.code, 0, restoring.output);
    const again = run(restored);
    await waitUntilReady(again);
    await signIn(again);
    log('Restored the backup into a new volume; the account owner could sign in.');
    const againStop = await again.stop();
    assert.ok(againStop.seconds < 10, `the restored server took ${againStop.seconds} s to stop`);
    const leftover = started.flatMap(({ group }) => group.processes());
    assert.deepEqual(leftover, [], 'processes were left running');
  } catch (error) {
    for (const [index, { output }] of started.entries()) log(`Output of container ${index + 1}:\n${output.slice(-3000)}`);
    throw error;
  } finally {
    for (const container of started) await container.dispose();
  }
}

/** Simulates `docker compose up --scale leadlight=2`, and `docker compose run` with `status` and `backup`, while a server is running. */
async function checkSecondContainer(first: Container, run: (args: string[]) => Container) {
  for (const args of [['start', '--no-demo'], ['status'], ['backup', '/backups']]) {
    const second = run(args);
    const timeout = pause(maxCommandSeconds * 1000, null, { ref: false });
    const finished = await Promise.race([second.ended, timeout]);
    assert.ok(finished !== null, `a second "${args.join(' ')}" kept running:\n${second.output}`);
    const { code, output } = finished;
    if (args[0] === 'start') assert.notEqual(code, 0, 'the second server was not rejected');
    assert.doesNotMatch(output, /\n {4}at |PANIC/, output);
    if (code !== 0) assert.match(output, /data folder \/data/, output);
    assert.equal((await first.request('GET', '/readyz')).status, 200, `the first server was not ready after a second "${args.join(' ')}"`);
  }
  await signIn(first);
}

/** Once the server listens, the health check must not fail three times in a row, which would mark the container unhealthy. */
async function waitUntilReady(container: Container) {
  let isListening = false;
  let hasExited = false;
  let failures = 0;
  void container.ended.then(() => {
    hasExited = true;
  });
  for (const deadline = Date.now() + maxStartSeconds * 1000; ; await pause(200)) {
    if (hasExited) throw new Error('The container exited before it was ready');
    if (Date.now() > deadline) throw new Error(`The container was not ready within ${maxStartSeconds} s`);
    const health = await container.request('GET', '/healthz').catch(() => null);
    if (health?.status === 200) isListening = true;
    failures = isListening && health?.status !== 200 ? failures + 1 : 0;
    assert.ok(failures < 3, 'the health check failed during startup');
    if (health?.status !== 200) continue;
    const response = await container.request('GET', '/readyz').catch(() => null);
    if (response?.status === 200) return;
  }
}

async function signIn(container: Container) {
  const response = await container.request('POST', '/app/api/session', { email, password });
  assert.equal(response.status, 201, response.body);
  assert.ok(response.headers['set-cookie'], 'no session cookie');
  const page = await container.request('GET', '/');
  assert.match(page.body, /<script [^>]*type="module"/, 'the web application was not served');
}

async function execOrThrow(container: Container, args: string[], input?: string): Promise<string> {
  const { code, output } = await container.exec(args, input);
  assert.equal(code, 0, `${args.join(' ')}: ${output}`);
  return output;
}

function lastLine(text: string): string {
  return lastOf(text.trim().split('\n'));
}

/** A new volume takes its owner and mode from the folder in the image, as Docker's volumes do. */
function createVolume(folder: string, name: string, image: BuiltImage, path: string): string {
  const volume = join(folder, `volume-${name}`);
  const { uid, gid, mode } = statSync(join(image.root, path));
  mkdirSync(volume);
  chownSync(volume, uid, gid);
  chmodSync(volume, mode & 0o7777);
  return volume;
}
