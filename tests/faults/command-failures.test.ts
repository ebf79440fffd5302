import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Command } from 'commander';
import { describeFailure } from '../../server/src/cli/describe-failure.ts';
import { createProgram } from '../../server/src/cli/program.ts';
import { describeSystemError } from '../../server/src/lib/describe-system-error.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { noMounts } from '../kit/mounts.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';

const isRoot = process.getuid?.() === 0;
const notRoot = !isRoot && 'only root can mount disks and act as another user';
const noDisks = notRoot || noMounts;
const passwordFile = join(testDataDir({ withIpData: false }), 'password');
writeFileSync(passwordFile, 'long enough\n');
// Some commands write to the given path, which is relative to the current folder.
const startedIn = process.cwd();
process.chdir(join(passwordFile, '..'));
after(() => process.chdir(startedIn));

function newDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function fullDisk(): string {
  const folder = newDisk(1);
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
  return folder;
}

function readOnlyDisk(): string {
  const folder = newDisk(300);
  writeFileSync(join(folder, 'a file'), '');
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  return folder;
}

/** All commands except `start` and `prepare`, which have their own tests. */
async function leafCommands(): Promise<{ words: string[]; command: Command }[]> {
  const leaves = (command: Command, words: string[]): { words: string[]; command: Command }[] =>
    command.commands.length === 0 ? [{ words, command }] : command.commands.flatMap((child) => leaves(child, [...words, child.name()]));
  return leaves(await createProgram(), []).filter(({ words }) => words[0] !== 'start' && words[0] !== 'prepare');
}

/** A command line with the same text for every required value, and without prompts. */
function commandLineOf({ words, command }: { words: string[]; command: Command }, text: string): string[] {
  const args = command.registeredArguments.map(() => text);
  const options = command.options.flatMap(({ long, mandatory, required: hasValue }) => {
    if (long === '--password-file') return [long, passwordFile];
    if (long === '--yes') return [long];
    return mandatory || (hasValue && long === '--account' && words[0] !== 'doctor') ? [required(long), text] : [];
  });
  return [...words, ...args, ...options, '--json'];
}

/** Runs a command in this process with these settings and returns its error sentences. */
async function errorSentencesOf(args: string[], environment: Record<string, string>): Promise<string[]> {
  const before = { ...process.env };
  const program = await createProgram(args[0]);
  Object.assign(process.env, environment);
  const { exitCode } = process;
  const write = process.stdout.write.bind(process.stdout);
  // Discards text, which commands print; the test runner writes binary data.
  process.stdout.write = ((chunk: string | Uint8Array) => typeof chunk === 'string' || write(chunk)) as typeof process.stdout.write;
  try {
    await program.parseAsync(['node', 'leadlight', ...args]);
    return [];
  } catch (error) {
    return describeFailure(error);
  } finally {
    process.stdout.write = write;
    process.env = before;
    process.exitCode = exitCode;
  }
}

function assertOneSentence(sentences: string[], args: string[]) {
  const context = `${args.join(' ')}: ${sentences.join('\n')}`;
  assert.equal(sentences.length, 1, context);
  assert.match(firstOf(sentences), /^[^\n]+\.$/, context);
  assert.doesNotMatch(firstOf(sentences), /unexpectedly|\bat .+:\d+:\d+|Error:/, context);
}

/** Commands that succeed without a usable data folder. */
const independent = new Set(['data show', 'doctor']);

for (const [condition, createFolder, reason] of [
  ['on a read-only disk', () => join(readOnlyDisk(), 'data'), /read-only/],
  ['on a full disk', fullDisk, /full/],
  ['below a file', () => join(passwordFile, 'data'), /a part of the path is a file/],
] as const) {
  test(`every command reports in one sentence that its data folder is ${condition}`, { skip: noDisks }, async () => {
    const DATA_DIR = createFolder();
    for (const leaf of await leafCommands()) {
      const args = commandLineOf(leaf, '1');
      const sentences = await errorSentencesOf(args, { DATA_DIR, PORT: '1' });
      if (sentences.length === 0 && independent.has(leaf.words.join(' '))) continue;
      assertOneSentence(sentences, args);
      // Some commands check their file or argument first, or report missing settings.
      if (!/^(There is no|Use |"?1"? |An address|The demo|No server|1 )/.test(firstOf(sentences)))
        assert.match(firstOf(sentences), reason, args.join(' '));
    }
  });
}

test('every command reports in one sentence that another user owns its data folder', { skip: notRoot }, async () => {
  const DATA_DIR = join(testDataDir({ withIpData: false }), 'closed');
  mkdirSync(DATA_DIR);
  chmodSync(DATA_DIR, 0o700);
  chmodSync(join(DATA_DIR, '../..'), 0o755);
  for (const leaf of await leafCommands()) {
    const args = commandLineOf(leaf, '1');
    required(process.seteuid)(65534);
    const sentences = await errorSentencesOf(args, { DATA_DIR, PORT: '1' }).finally(() => required(process.seteuid)(0));
    if (sentences.length > 0) assertOneSentence(sentences, args);
    else assert.ok(independent.has(leaf.words.join(' ')), args.join(' '));
  }
});

test('every command reports invalid values in one sentence', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const DATA_DIR = testDataDir();
  for (const text of ['abc', '99999999999999999999']) {
    for (const leaf of await leafCommands()) {
      const args = commandLineOf(leaf, text);
      const sentences = await errorSentencesOf(args, { DATABASE_URL, DATA_DIR, PORT: '1' });
      if (sentences.length > 0) assertOneSentence(sentences, args);
    }
  }
  const environment = { DATABASE_URL, DATA_DIR };
  assert.deepEqual(await errorSentencesOf(['identify', '8.8.8.8', '--account', 'abc'], environment), ['There is no account "abc".']);
});

test('unreadable and invalid files and full disks are reported in one sentence', {
  skip: noDisks,
}, async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const DATA_DIR = testDataDir();
  const folder = testDataDir({ withIpData: false });
  const garbled = join(folder, 'garbled.mmdb');
  writeFileSync(garbled, 'nothing\xab\xcd\xefMaxMind.com', 'latin1');
  const packed = join(folder, 'not-packed.csv.gz');
  writeFileSync(packed, 'plain');
  const full = fullDisk();
  const readOnly = readOnlyDisk();
  const person = ['--visitor', 'v', '--all'];
  const cases: [string[], RegExp][] = [
    [['data', 'update', '--from', '/etc/passwd'], /^\/etc\/passwd does not have lines in the format/],
    [['data', 'update', '--from', '/etc'], /^\/etc cannot be opened \(it is a folder\)\.$|it is a folder/i],
    [['data', 'update', '--from', garbled], /garbled\.mmdb is not a complete mmdb database/],
    [['data', 'update', '--from', packed], /is not a complete gzip file/],
    [['data', 'update'], /^Use --from/],
    [['data', 'import', garbled], /garbled\.mmdb is not a complete mmdb database/],
    [['import', 'companies', '/etc'], /folder/],
    [['import', 'companies', '/etc/passwd'], /^The file was not recognized\. Its columns: root:/],
    [['restore', '/etc/passwd'], /^\/etc\/passwd is not a backup of Leadlight\.$/],
    [['restore', '/etc'], /folder/],
    [['backup', join(full, 'x.tar')], /full|too little space/],
    [['backup', join(readOnly, 'x.tar')], /read-only/],
    [['backup', join(passwordFile, 'x.tar')], /x\.tar cannot be written \(a part of the path is a file\)/],
    [['privacy', 'export', ...person, '--out', join(full, 'x.json')], /full/],
    [['privacy', 'export', ...person, '--out', join(readOnly, 'x.json')], /read-only/],
    [['privacy', 'erase', ...person, '--certificate', join(readOnly, 'x.json')], /read-only/],
    [['user', 'set-password', '--email', 'a@b.co', '--password-file', '/etc'], /it is a folder/i],
    [['user', 'set-password', '--email', 'a@b.co', '--password-file', '/absent'], /^\/absent cannot be opened \(it does not exist\)\.$/],
  ];
  const unexpected: string[] = [];
  for (const [args, sentence] of cases) {
    const sentences = await errorSentencesOf(args, { DATABASE_URL, DATA_DIR });
    assertOneSentence(sentences, args);
    if (!sentence.test(firstOf(sentences))) unexpected.push(`${args.join(' ')}: ${sentences[0]}`);
  }
  assert.deepEqual(unexpected, []);
});

test('a restore onto a full disk fails with a message and without a stack trace', { skip: noDisks }, async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const file = join(testDataDir({ withIpData: false }), 'backup.tar');
  assert.deepEqual(await errorSentencesOf(['backup', file], { DATABASE_URL, DATA_DIR: testDataDir({ withIpData: false }) }), []);
  // The first disk has space for a new database but not for the backup, the second one not even for the database.
  for (const megabytes of [52, 4]) {
    const disk = newDisk(megabytes);
    const { code, stderr } = await leadlight(['restore', file], { DATA_DIR: disk });
    assert.equal(code, 1, stderr);
    const last = lastOf(stderr.trim().split('\n'));
    assert.match(last, /full|No space left/);
    assert.doesNotMatch(stderr, /\n {4}at |unexpectedly/);
  }
});

test('output that cannot be written is reported in one sentence', { skip: !existsSync('/dev/full') && 'needs /dev/full' }, async () => {
  for (const args of ['--version', 'prepare --help']) {
    const { code, stderr } = await leadlight(args.split(' '), {}, undefined, ['sh', '-c', 'exec "$@" > /dev/full', 'sh']);
    assert.deepEqual([code, stderr], [1, 'The output cannot be written (the disk is full).\n']);
  }
  const closed = await leadlight(['--version'], {}, undefined, ['sh', '-c', '{ sleep 0.1; exec "$@"; } | true', 'sh']);
  assert.deepEqual([closed.stderr], ['']);
});

test('a command whose output nobody reads keeps its exit code', async () => {
  const file = join(testDataDir({ withIpData: false }), 'companies.csv');
  writeFileSync(file, 'domain,name,founded_year\nkept-code.com,Kept Code,1999\nlost-code.com,Lost Code,tomorrow\n');
  const { url } = await testDatabase();
  const environment = { DATABASE_URL: url, DATA_DIR: testDataDir({ withIpData: false }) };
  const within = ['sh', '-c', '{ "$@"; echo "exit code $?" >&2; } | true', 'sh'];
  const { stderr } = await leadlight(['import', 'companies', file], environment, undefined, within);
  assert.equal(stderr, 'exit code 2\n');
});

test('an unexpected error is reported in one sentence, with a stack trace only on request', () => {
  const bug = new TypeError('x is not a function');
  assert.deepEqual(describeFailure(bug), [
    'Leadlight failed unexpectedly (x is not a function): run it with LOG_LEVEL=debug to see where, and report it.',
  ]);
  assert.match(itemAt(describeFailure(bug, { includesStack: true }), 1), /command-failures\.test\.ts/);
  assert.equal(describeSystemError(bug), null);
  const refused = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write' });
  assert.equal(describeSystemError(new Error('outer', { cause: refused })), 'The disk is full.');
});
