import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findHolder } from '../../server/src/db/embedded/folder-lock.ts';
import { isFileLocked } from '../../server/src/lib/file-lock.ts';
import { required } from '../../server/src/lib/required.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { until } from '../kit/events.ts';
import { installedDataDir } from '../kit/installation.ts';
import { descendants, hasNamespaces, inNamespaces } from '../kit/namespaces.ts';
import { launchServerProcess, leadlight, type ServerProcess } from '../kit/server-process.ts';

const DATA_DIR = await installedDataDir();
const parent = dirname(DATA_DIR);
const cluster = join(DATA_DIR, 'postgres');
const ownNamespaces = inNamespaces({ network: true });

let running: ServerProcess | null = null;
after(() => running?.child.kill('SIGKILL'));

/** Runs a command in separate namespaces, where neither the server's process nor its port is visible. */
const commandInNamespaces = (args: string[], typed?: string) => leadlight(args, { DATA_DIR }, typed, ownNamespaces);

/** Runs commands in separate namespaces and in one process, because starting a process takes longer than most commands. */
const runInNamespaces = startCommandProcess(ownNamespaces);

test('from separate namespaces, commands can use the data folder of a running server, and a second server is rejected, even after a kill', async (t) => {
  const isNamespaced = hasNamespaces(t);
  // The shell outlives the server in its namespaces, like the main process of a container.
  const withShell = [...inNamespaces({ network: false }), 'sh', '-c', '"$@" & wait; sleep 600', 'sh'];
  const first = await launchServerProcess({ DATA_DIR }, undefined, withShell);
  running = first;
  await first.ready();

  const created = await commandInNamespaces(['account', 'create', '--name', 'Acme', '--json']);
  assert.equal(created.code, 0, created.stderr);
  const { id } = JSON.parse(created.stdout);
  const temporary = await commandInNamespaces(['account', 'create', '--name', 'Temporary', '--json']);
  const databaseStart = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');

  const second = await launchServerProcess({ DATA_DIR }, undefined, ownNamespaces);
  assert.equal(await second.ended, 1);
  assert.match(second.output(), /^Another Leadlight server \(process \d+\) is using the data folder .+: stop it, or set DATA_DIR[^\n]+\n$/);

  await runEveryCommand(id, JSON.parse(temporary.stdout).id);
  assert.equal(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), databaseStart, 'the database kept running');
  assert.doesNotMatch(readFileSync(join(DATA_DIR, 'logs/postgres.log'), 'utf8'), /PANIC|FATAL:.+(lock file|shared memory)/);
  const ready = await fetch(`${first.url}/readyz`);
  assert.equal(ready.status, 200);

  // The server is killed; its database survives in namespaces whose process ids are meaningless outside.
  const server = required(descendants(required(first.child.pid)).find((pid) => commandOf(pid).startsWith(process.execPath)));
  process.kill(server, 'SIGKILL');
  await until(() => findHolder(DATA_DIR) === null);
  assert.equal(isFileLocked(join(cluster, 'PG_VERSION')), true);
  if (isNamespaced) {
    for (const args of [['start', '--no-demo'], ['status']]) {
      const refused = await commandInNamespaces(args);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /A PostgreSQL left behind by a killed server is still running on .+: stop it there and start again\.\n$/,
      );
    }
    assert.equal(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), databaseStart);
  }

  // When the last process of the namespaces ends, the kernel releases the lock, and the next start finds all data.
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await launchServerProcess({ DATA_DIR });
  running = third;
  await third.ready();
  const accounts = await commandInNamespaces(['account', 'list', '--json']);
  assert.deepEqual(
    JSON.parse(accounts.stdout).map((account: { name: string }) => account.name),
    ['Acme'],
  );
  assert.equal(await third.stop(), 0);
  assert.equal(findHolder(DATA_DIR), null);
  assert.equal(isFileLocked(join(cluster, 'PG_VERSION')), false);

  // In a new network namespace the loopback interface is down, so the database cannot be reached.
  if (isNamespaced) {
    const refused = await commandInNamespaces(['status']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /PostgreSQL is running but does not respond on 127\.0\.0\.1: bring the loopback interface up/);
    assert.equal(isFileLocked(join(cluster, 'PG_VERSION')), false);
  }
});

/** Runs one of each kind of command in separate namespaces while the server is running. */
async function runEveryCommand(account: string, temporary: string) {
  const ranges = join(parent, 'ranges.csv');
  writeFileSync(ranges, 'cidr,company,domain\n203.0.113.0/24,Example,example.com\n');
  const file = join(parent, 'companies.csv');
  writeFileSync(file, 'name,domain\nExample,example.com\n');
  const unknown = randomUUID();
  const done = 0;
  const refused = 1;
  const cases: [string[], number, string?][] = [
    [['migrate'], done],
    [['status'], done],
    [['setup-link'], done],
    [['doctor', '--deep'], done],
    [['demo'], refused],
    [['events', 'retry'], done],
    [['account', 'update', account, '--plan', 'premium'], done],
    [['user', 'create', '--account', account, '--email', 'a@example.com'], done, 'several unrelated words\n'],
    [['token', 'list'], done],
    [['key', 'list'], done],
    [['consent', 'list', '--email', 'nobody@example.com'], refused],
    [['oauth-app', 'list'], done],
    [['identify', '8.8.8.8'], done],
    [['correction', 'list', account], done],
    [['company', 'merge', '999998', '999999'], refused],
    [['import', 'companies', file], done],
    [['data', 'show'], done],
    [['data', 'import', ranges, '--no-preview', '--yes'], done],
    [['data', 'import', ranges, '--no-preview', '--yes'], done],
    [['data', 'update', '--from', ranges], refused],
    [['data', 'update', '--list', 'tor-exits', '--from', 'http://127.0.0.1:9/'], refused],
    [['privacy', 'find', '--visitor', unknown, '--all'], done],
    [['privacy', 'export', '--visitor', unknown, '--all', '--out', join(parent, 'person.json')], done],
    [['privacy', 'erase', '--visitor', unknown, '--all'], done],
    [['account', 'delete', temporary, '--yes'], done],
    [['audit'], done],
    [['backup', join(parent, 'backup.tar')], done],
    [['restore', join(parent, 'backup.tar')], refused],
  ];
  const { stdout } = await leadlight(['--help']);
  const commandNames = [...stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name]) => required(name));
  const missing = commandNames.filter((name) => !['start', 'prepare', 'help', ...cases.map(([[command]]) => command)].includes(name));
  assert.deepEqual(missing, [], 'every command that uses the folder is tested');
  const wrong: string[] = [];
  for (const [args, expected, typed] of cases) {
    const result = await (typed === undefined ? runInNamespaces(args, { DATA_DIR }) : commandInNamespaces(args, typed));
    const { code, stdout: output, stderr } = result;
    if (code !== expected || /\n\s+at /.test(stderr)) wrong.push(`${args.join(' ')} ended with ${code}: ${output}${stderr}`);
  }
  assert.deepEqual(wrong, []);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}
