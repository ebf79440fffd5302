import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { server } from '../../bin/built-folder.mjs';
import { readComposeLimits } from '../../scripts/image/compose-limits.ts';
import { readConfig, settingList } from '../../server/src/config.ts';
import { roles } from '../../server/src/interfaces.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { processConnections } from '../../server/src/worker/database-connections.ts';
import { maxDefaultThreads } from '../../server/src/worker/default-threads.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = new Set(settingList.flatMap(({ variable, secret }) => (secret ? [variable, `${variable}_FILE`] : [variable])));
const otherVariables = /^(NODE_|POSTGRES_|PG|DOMAIN$|UPSTREAMS$|COLLECTORS$|NODES$)/;

test('every setting in the deployment files exists', () => {
  const names = ['deploy/compose.yaml', 'deploy/cluster/compose.yaml'].flatMap((path) =>
    [...read(path).matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => required(name)),
  );
  names.push(...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').split(' ').map((pair) => firstOf(pair.split('='))));
  names.push(
    ...(/^Environment=(.*)$/m.exec(read('deploy/leadlight.service'))?.[1] ?? '').split(' ').map((pair) => firstOf(pair.split('='))),
  );
  assert.ok(names.includes('PUBLIC_URL') && names.includes('DATABASE_URL') && names.includes('LOG_FORMAT'));
  assert.deepEqual(
    names.filter((name) => !settings.has(name) && !otherVariables.test(name)),
    [],
  );
});

test('the cluster runs every role more than once', () => {
  const started = [...read('deploy/cluster/compose.yaml').matchAll(/--role, (\w+)\]/g)].map(([, role]) => required(role));
  for (const role of roles) assert.ok(started.filter((name) => name === role).length >= 2, role);
});

test('the database of the cluster allows the connections of all servers', () => {
  const cluster = read('deploy/cluster/compose.yaml');
  const { databaseConnections } = readConfig({});
  const started = [...cluster.matchAll(/--role, (\w+)\]/g)].map(([, role]) => role);
  const needed = started.map((role) => processConnections(databaseConnections, role === 'worker' ? maxDefaultThreads : 0));
  const allowed = Number(/max_connections=(\d+)/.exec(cluster)?.[1]);
  assert.ok(needed.reduce((sum, connections) => sum + connections, 0) < allowed, `${needed} connections, but max_connections=${allowed}`);
  assert.equal(Number(/max_prepared_transactions=(\d+)/.exec(cluster)?.[1]), 2 * allowed);
});

test('the image copies and starts files that exist', () => {
  const dockerfile = read('deploy/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+)$/gm)].flatMap(([, paths]) =>
    required(paths).split(' ').slice(0, -1),
  );
  const sources = copied.filter((path) => !path.startsWith('--')).map((path) => path.replace('/app/', ''));
  for (const path of sources) assert.ok(path.includes('node_modules') || existsSync(join(root, path)), path);
  assert.match(dockerfile, /^USER 1000:0$/m, 'a number, so that platforms can verify that it is not root');
  assert.ok(read('deploy/leadlight').includes(` /app/${server.folder}/main.js `), 'the image starts the bundle');
});

test('health checks use the liveness endpoint', () => {
  assert.match(read('deploy/Dockerfile'), /^HEALTHCHECK [^\n]*\\\n.*\/healthz/m);
  const { healthCheck } = composeLimits();
  assert.ok(healthCheck.join(' ').includes('/healthz'));
});

test('the compose container has no privileges, a read-only root file system, and limits', () => {
  const limits = composeLimits();
  assert.ok(limits.isReadOnly && limits.dropsAllCapabilities && limits.hasNoNewPrivileges && limits.uid > 0);
  assert.ok(limits.memoryBytes >= 1024 ** 3 && limits.shmBytes > 64 * 1024 ** 2);
  const databaseProcesses = processConnections(readConfig({}).databaseConnections, maxDefaultThreads) + 100;
  assert.ok(limits.processes > databaseProcesses + 100, 'PostgreSQL runs one process per connection');
  assert.deepEqual(limits.volumes, { data: '/data', backups: '/backups' });
  assert.ok(limits.stopGraceSeconds > 10, 'longer than the service takes to stop');
  const cache = itemAt(required(/NODE_COMPILE_CACHE=(\S+)/.exec(read('deploy/Dockerfile'))), 1);
  assert.ok(!Object.values(limits.volumes).some((path) => cache.startsWith(path)), 'a compile cache in the volume would be backed up');
});

test('no deployment file puts a secret into a URL or an image', () => {
  for (const path of ['deploy/compose.yaml', 'deploy/cluster/compose.yaml']) {
    assert.doesNotMatch(read(path), /:\/\/[^\s"']*\$\{\w*(PASSWORD|SECRET|KEY)/, path);
  }
  for (const path of ['.gitignore', '.dockerignore']) {
    const lines = read(path).split('\n');
    for (const secret of ['deploy/.env', 'deploy/secrets']) {
      assert.ok(lines.includes(secret) || lines.includes(`${secret}/`), `${secret} in ${path}`);
    }
  }
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('the systemd unit is valid and has a low exposure level', {
  skip: hasSystemd ? false : 'systemd-analyze is not installed (Debian: apt install systemd)',
}, () => {
  const unit = join(root, 'deploy/leadlight.service');
  const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' });
  const exposure = Number(/Overall exposure level for leadlight.service: ([\d.]+)/.exec(security.stdout)?.[1]);
  assert.ok(exposure < 3, security.stdout + security.stderr);
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  assert.doesNotMatch(verified.stderr, /leadlight\.service:\d+: /, 'every line is valid');
});

test('the systemd unit agrees with the instructions in docs/install.md, and starts a file that exists', () => {
  const unit = read('deploy/leadlight.service');
  const instructions = required(/^## systemd\n([\s\S]+?)^## /m.exec(read('docs/install.md'))?.[1]);
  const settingOf = (name: string) => required(new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1], name);
  const includes = (text: string) => assert.ok(instructions.includes(text), `docs/install.md: ${text}`);

  const program = settingOf('WorkingDirectory');
  includes(`/opt/leadlight && cd ${program}\n`);
  const [node = '', file = '', ...args] = settingOf('ExecStart').split(' ');
  includes(`\`${node}\``);
  assert.ok(file.startsWith(`${program}/`) && existsSync(join(root, file.slice(program.length))), file);
  assert.deepEqual(args, ['start', '--no-demo']);
  const documentation = settingOf('Documentation').replace(`file:${program}/`, '');
  assert.ok(existsSync(join(root, documentation)), documentation);

  const variables = Object.fromEntries(
    settingOf('Environment')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  assert.equal(variables.DATA_DIR, `/var/lib/${settingOf('StateDirectory')}`);
  assert.equal(variables.NODE_COMPILE_CACHE, `/var/cache/${settingOf('CacheDirectory')}`);
  includes(`Data is in \`${variables.DATA_DIR}\`, the compile cache in \`${variables.NODE_COMPILE_CACHE}\``);
  includes(`cat ${variables.DATA_DIR}/set-up-link.txt`);
  includes(`DATA_DIR=${variables.DATA_DIR} npx leadlight status`);
  const user = settingOf('User');
  assert.equal(settingOf('Group'), user);
  assert.match(instructions, new RegExp(`^useradd --system --home-dir ${variables.DATA_DIR} .* ${user}$`, 'm'));
  const backups = settingOf('ReadWritePaths').replace(/^-/, '');
  includes(`install -d -o ${user} -g ${user} -m 700 ${backups}`);
  includes(`install -m 600 /dev/null ${settingOf('EnvironmentFile').replace(/^-/, '')}`);
  includes('cp deploy/leadlight.service /etc/systemd/system/');
});

function composeLimits() {
  return readComposeLimits(join(root, 'deploy/compose.yaml'), 'leadlight', { DOMAIN: 'leads.example.com' });
}

test('every package that the server imports is a production dependency', () => {
  const { dependencies } = JSON.parse(read('server/package.json'));
  const webDependencies = JSON.parse(read('web/package.json')).dependencies;
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )(?:[^;'"`]*? from )?'([^'.][^']*)';|import\('([^'.][^']*)'\)/gm)].flatMap(
      ([, imported, loaded]) => {
        const name = required(imported ?? loaded);
        const packageName = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/');
        const isKnown =
          name.startsWith('node:') || builtinModules.includes(name) || packageName in dependencies || packageName in webDependencies;
        return isKnown ? [] : `${file} imports ${packageName}`;
      },
    ),
  );
  assert.ok(files.length > 300);
  assert.deepEqual(missing, []);
});

test('the script that joins the nodes of a cluster fails with the error of the database if the rebalancing fails', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-join-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // A fake psql that fails for statements that contain $FAILS.
  const psql = '#!/bin/sh\nif grep -q "$FAILS"; then echo "ERROR: node-2 does not respond" >&2; exit 3; fi\n';
  writeFileSync(join(folder, 'psql'), psql, { mode: 0o755 });
  const run = (failing: string) =>
    spawnSync('sh', [join(root, 'deploy/cluster/join.sh')], {
      env: { PATH: `${folder}:${process.env.PATH}`, PGHOST: 'coordinator', PGPASSWORD: 'x', NODES: 'node-1 node-2', FAILS: failing },
      encoding: 'utf8',
    });
  const joined = 'node-1 belongs to the cluster\nnode-2 belongs to the cluster\n';
  assert.deepEqual([run('nothing').status, run('nothing').stdout], [0, joined]);
  const failed = run('citus_rebalance_start');
  assert.deepEqual([failed.status, failed.stdout, failed.stderr], [3, joined, 'ERROR: node-2 does not respond\n']);
});

test('workflows, templates and configuration files are valid, and actions are pinned', () => {
  const yaml = globSync(['.github/**/*.yml', 'deploy/**/*.yaml'], { cwd: root });
  assert.ok(yaml.includes('.github/workflows/release.yml') && yaml.includes('deploy/compose.yaml'));
  for (const path of yaml) assert.equal(typeof parse(read(path)), 'object', path);
  assert.equal(typeof JSON.parse(read('renovate.json')), 'object');
  for (const path of yaml.filter((file) => file.startsWith('.github/workflows/'))) {
    const { permissions }: { permissions: unknown } = parse(read(path));
    assert.deepEqual(permissions, { contents: 'read' }, `${path} begins with the least permissions`);
    const used = [...read(path).matchAll(/uses: (.*)$/gm)].map(([, action]) => required(action));
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^(\.\/\.github\/workflows\/[a-z]+\.yml|[\w/-]+@[0-9a-f]{40} # v[\d.]+)$/, path);
  }
});

type Workflow = {
  jobs: Record<string, { strategy?: { matrix: { include?: { arch: string }[]; version?: number[] } }; steps?: Step[] }>;
};
type Step = { uses?: string; run?: string; with?: Record<string, unknown> };

const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`));
const stepsOf = ({ jobs }: Workflow, job: string): Step[] => required(jobs[job]?.steps);

test('a release names its image in lower case, also for owners with capital letters', (t) => {
  const release = workflow('release');
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-release-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const job of ['image', 'publish']) {
    const steps = stepsOf(release, job);
    const usesName = (step: Step) => /\$IMAGE\b|env\.IMAGE/.test(JSON.stringify(step));
    const naming = steps.findIndex(({ run }) => run?.includes('IMAGE=') === true);
    assert.ok(naming >= 0 && naming < steps.findIndex(usesName), job);
    const env = { PATH: process.env.PATH, GITHUB_ENV: join(folder, job), GITHUB_REPOSITORY: 'Acme-Inc/Leadlight' };
    assert.equal(spawnSync('bash', ['-e', '-c', required(itemAt(steps, naming).run)], { env }).status, 0);
    assert.equal(readFileSync(env.GITHUB_ENV, 'utf8'), 'IMAGE=ghcr.io/acme-inc/leadlight\n');
  }
});

test('CI tests both architectures, all supported versions of PostgreSQL and the image; a release adds SBOM and provenance', () => {
  const [ci, release] = [workflow('ci'), workflow('release')];
  const architectures = ({ jobs }: Workflow, job: string) => jobs[job]?.strategy?.matrix.include?.map(({ arch }) => arch);
  for (const job of ['test', 'image']) assert.deepEqual(architectures(ci, job), ['x64', 'arm64'], job);
  assert.deepEqual(architectures(release, 'image'), ['amd64', 'arm64']);
  assert.deepEqual(ci.jobs.postgresql?.strategy?.matrix.version, [16, 17, 18]);

  const commandsOf = (file: Workflow, job: string) => stepsOf(file, job).map(({ run = '' }) => run);
  const has = (lines: string[], pattern: RegExp) =>
    assert.ok(
      lines.some((line) => pattern.test(line)),
      String(pattern),
    );
  has(commandsOf(ci, 'test'), /^npm test$/);
  has(commandsOf(ci, 'check'), /^npm run check$/);
  has(commandsOf(ci, 'postgresql'), /postgres:\$\{\{ matrix\.version \}\}/);
  for (const smoke of [
    /^docker build --file deploy\/Dockerfile /,
    /docker run [\s\S]+--read-only [\s\S]+\/readyz/,
    / backup [\s\S]+ restore /,
  ]) {
    has(commandsOf(ci, 'image'), smoke);
  }

  const publishing = stepsOf(release, 'publish');
  const commands = commandsOf(release, 'publish');
  for (const format of ['cyclonedx', 'spdx']) has(commands, new RegExp(`npm sbom [^\n]*--sbom-format=${format} `));
  has(commands, /^cosign sign /);
  const actions = publishing.map(({ uses = '', with: settings = {} }) => `${firstOf(uses.split('@'))} ${Object.keys(settings).join(' ')}`);
  has(actions, /^actions\/attest-build-provenance subject-name subject-digest /);
  has(actions, /^actions\/attest-build-provenance subject-path/);
  has(actions, /^actions\/attest-sbom .*sbom-path/);
});

test('every package has the same version, and the changelog describes it', () => {
  const versions = ['.', 'server', 'tracker', 'web'].map((folder) => JSON.parse(read(join(folder, 'package.json'))).version);
  const lock = JSON.parse(read('package-lock.json'));
  versions.push(lock.version, ...['', 'server', 'tracker', 'web'].map((folder) => lock.packages[folder].version));
  assert.equal(new Set(versions).size, 1, versions.join(', '));
  assert.match(read('CHANGELOG.md'), new RegExp(`^## \\[${firstOf(versions).replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
});

test('links between documents are valid', () => {
  for (const path of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: root })]) {
    const links = [...read(path).matchAll(/\]\(((?!https?:)[^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => required(link));
    for (const link of links) assert.ok(existsSync(join(root, dirname(path), link)), `${path} links to ${link}`);
  }
});
