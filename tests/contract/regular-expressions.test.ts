import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { accountRoutes } from '../../server/src/app/routes/index.ts';
import { deviceOf } from '../../server/src/domain/events/device.ts';
import { matchGoals } from '../../server/src/domain/goals/match-goals.ts';
import { detectBot } from '../../server/src/domain/ingestion/filters/detect-bot.ts';
import { listIdPattern } from '../../server/src/domain/lists/list.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { findSnippet } from '../../server/src/domain/tracking/find-snippet.ts';
import { checkEmail } from '../../server/src/domain/users/user.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { withoutSecrets } from '../../server/src/log.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { attacksOn } from '../kit/attack-strings.ts';
import { testDatabase } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { bestTimeOf, findSlowRun, growthOf, maxGrowth, maxLength, maxMs, type SlowRun } from '../kit/growth.ts';
import { startServerProcess, testDataDir } from '../kit/server-process.ts';
import { findPatterns, productSources } from '../kit/source-patterns.ts';

const patternsByFile = productSources().map((file) => ({ file, ...findPatterns(file) }));

/** Files that build patterns at run time, each with examples of its patterns or with the place where they are tested. */
const computed: Record<
  string,
  string[] | 'a wildcard of a goal, tested below' | 'read through detectBot, tested below' | 'in the schemas'
> = {
  'server/src/domain/goals/goal-columns.ts': 'a wildcard of a goal, tested below',
  'server/src/domain/ingestion/filters/detect-bot.ts': 'read through detectBot, tested below',
  'server/src/domain/lists/list.ts': [listIdPattern],
  'server/src/domain/privacy/subject.ts': [
    required(subjectOf({ visitor: 'aaaaaaaaaaaaaaaa' }).pattern),
    required(subjectOf({ email: 'aaaa.aaaa@aaaa.aaaa.example' }).pattern),
    required(subjectOf({ address: '11.11.11.11' }).pattern),
    required(subjectOf({ address: 'aaaa::aaaa' }).pattern),
  ],
  'server/src/v1/schemas/batch-job.ts': 'in the schemas',
  'server/src/v1/schemas/custom-feed.ts': 'in the schemas',
  'server/src/v1/schemas/feed-query.ts': 'in the schemas',
};

function findSlowAttack(source: string, flags: string): SlowRun | null {
  const all = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  for (const attack of attacksOn(source, flags)) {
    const slow = findSlowRun((text) => text.replace(all, ''), attack);
    if (slow) return slow;
  }
  return null;
}

function assertLinear(patterns: { where: string; source: string; flags: string }[]): void {
  const distinct = new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
  const slow = [...distinct].flatMap(([text, { where, source, flags }]) => {
    const slowRun = findSlowAttack(source, flags);
    return slowRun
      ? `${where} ${text}: ${Math.round(slowRun.ms)} ms for ${slowRun.length} characters, ${slowRun.growth.toFixed(1)} times as long as for a quarter`
      : [];
  });
  assert.deepEqual(slow, [], `These patterns need more than ${maxMs} ms for ${maxLength} characters, and are not linear`);
}

test('the attack texts detect typical slow patterns, and accept linear ones', () => {
  for (const slow of [
    '(\\w+:\\/\\/[^\\s:/@]+):[^\\s@]+@',
    '<!--[\\s\\S]*?-->',
    '\\s+$',
    '(a+)+$',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    'a.*b.*c',
    '^(a|a)*$',
    '^(?:a|(?:b|c|(x+)+y))$',
  ])
    assert.notEqual(findSlowAttack(slow, ''), null, slow);
  for (const quick of ['^\\d{1,18}$', '[^a-z0-9]+', '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$', '^(a|b)*$'])
    assert.equal(findSlowAttack(quick, ''), null, quick);
});

test('every regular expression of the product reads hostile texts in linear time', () => {
  const patterns = patternsByFile.flatMap(({ known }) => known);
  assert.ok(patterns.length > 200, `${patterns.length} were found`);
  assertLinear(patterns);
});

test('all patterns built at run time are listed here and linear', () => {
  const files = patternsByFile.filter((patterns) => patterns.computed.length > 0).map(({ file }) => file);
  assert.deepEqual(files, Object.keys(computed), 'a file builds a pattern at run time: list here how it is tested');
  const examples = Object.entries(computed).flatMap(([where, sources]) =>
    Array.isArray(sources) ? sources.map((source) => ({ where, source, flags: 'i' })) : [],
  );
  assertLinear(examples);
});

test('the patterns of all declared schemas are linear', () => {
  const patterns: { where: string; source: string; flags: string }[] = [];
  const walk = (value: unknown, where: string, seen: Set<unknown>): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { pattern }: { pattern?: unknown } = value;
    if (typeof pattern === 'string') patterns.push({ where, source: pattern, flags: 'u' });
    for (const child of Object.values(value)) walk(child, where, seen);
  };
  for (const operation of operations) walk(operation, operation.path, new Set());
  for (const route of accountRoutes) walk(route, route.path, new Set());
  assert.ok(patterns.length > 20);
  assertLinear(patterns);
});

const repeated =
  (unit: string, before = '', after = '') =>
  (length: number) =>
    before + unit.repeat(Math.max(1, Math.floor((length - before.length - after.length) / unit.length))) + after;

const texts = [
  repeated('a'),
  repeated('a', '', '!'),
  repeated(' '),
  repeated('('),
  repeated('Mozilla/5.0 '),
  repeated('; ', 'Mozilla/5.0 ('),
  repeated('compatible; bot '),
  repeated('@.'),
  repeated('a.', '', '@'),
  repeated(':', 'postgres://'),
  repeated('x://y:'),
  repeated('x://y:', '', '@'),
  repeated('://', 'a', '@b'),
  (length: number) => `${'a'.repeat(length / 2)}://b:${'c'.repeat(length / 2)}`,
];

test('parsers of untrusted text are linear, including patterns of libraries', () => {
  const readers: Record<string, (text: string) => unknown> = {
    deviceOf,
    withoutSecrets,
    checkEmail: (text) => {
      try {
        checkEmail(text);
      } catch {
        // A refused text was parsed as well.
      }
    },
    detectBot: (text) => detectBot(text, { isDataCenterNetwork: false, headlessHints: [] }),
  };
  for (const [name, read] of Object.entries(readers))
    for (const text of texts) assert.equal(findSlowRun(read, text), null, `${name} of ${text(40)}`);
});

test('wildcards of goals are matched in linear time', () => {
  const goal = (value: string) => ({
    id: '1',
    name: 'G',
    kind: 'page' as const,
    match: { operator: 'matches' as const, value },
    active: true,
  });
  for (const pattern of ['*a'.repeat(250), `${'*a*'.repeat(160)}b`, '(a+)+$', '.*.*.*.*x']) {
    const read = (url: string) => matchGoals([goal(pattern)], [{ event: { kind: 'page_view', url, occurredAtMs: 0, id: 'x' } } as never]);
    assert.equal(findSlowRun(read, repeated('a', 'https://shop.example/')), null, pattern.slice(0, 20));
  }
});

const pageUnits = [
  '<script src=a ',
  '<script src\t=',
  '<script ',
  '<!--',
  '<!---',
  '<meta ',
  '<meta http-equiv=',
  'matomo',
  'window.leadlight ',
  '<script src="',
  "<script src='a' =",
  '<script src=a></script>',
];

test('the tracker check reads pages of up to 512 kB in linear time', () => {
  const installation = { scriptHash: '1ccbb187ecd599b84c8d', publicUrl: 'https://leads.example.com', hostnames: [], excludedPaths: [] };
  const check = (html: string) =>
    findSnippet({ url: 'https://www.example.com/', status: 200, headers: { 'content-type': 'text/html' }, html }, installation);
  for (const unit of pageUnits) {
    assert.equal(findSlowRun(check, repeated(unit)), null, unit);
    const { ms, growth } = growthOf(check, repeated(unit)(128 * 1024), repeated(unit)(512 * 1024));
    assert.ok(ms < 50 || growth <= maxGrowth, `${unit} of 512 kB took ${ms} ms, ${growth} times as long as a quarter of it`);
  }
});

test('the tracker check of a page with many scripts takes no longer if the URL of the page is long', () => {
  const installation = { scriptHash: '1ccbb187ecd599b84c8d', publicUrl: 'https://leads.example.com', hostnames: [], excludedPaths: [] };
  const html = repeated('<script src=/t/></script>')(512 * 1024);
  const check = (url: string) => findSnippet({ url, status: 200, headers: { 'content-type': 'text/html' }, html }, installation);
  const [short, long] = firstItems(
    ['', 'a'.repeat(15_000)].map((path) => bestTimeOf(check, `https://www.example.com/${path}`)),
    2,
  );
  assert.ok(long < 2 * short + 100, `${long} ms with a long URL, ${short} ms with a short one`);
});

test('logging long paths does not block the server', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const server = await startServerProcess({ DATABASE_URL, DATA_DIR: testDataDir(), LOG_FORMAT: 'json' }, [
    'start',
    '--no-demo',
    '--role',
    'web',
  ]);
  await server.ready();
  const requestStatus = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get(server.url + path, { agent: false }, (response) => response.resume().on('end', () => resolve(required(response.statusCode)))).on(
        'error',
        reject,
      );
    });
  const timeTwentyRequests = async (path: string) => {
    const before = performance.now();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => requestStatus(path)));
    assert.ok(statuses.every((status) => status < 500));
    return performance.now() - before;
  };
  // A path of the same length without anything that looks like a password.
  const harmless = `/v1/${'-'.repeat(15_000)}`;
  for (const path of [`/v1/${'a'.repeat(15_000)}`, `/v1/${'a'.repeat(7_000)}://b:${'c'.repeat(8_000)}`]) {
    // A busy machine may need more than one try; a slow pattern fails all of them.
    const tries: [number, number][] = [];
    do tries.push([await timeTwentyRequests(path), await timeTwentyRequests(harmless)]);
    while (tries.length < 5 && lastOf(tries)[0] >= 5 * lastOf(tries)[1] + 500);
    const [ms, harmlessMs] = lastOf(tries);
    assert.ok(ms < 5 * harmlessMs + 500, `twenty requests took ${ms} ms, harmless ones ${harmlessMs} ms`);
  }
  await until(async () => server.output().includes('a'.repeat(7_000)));
});
