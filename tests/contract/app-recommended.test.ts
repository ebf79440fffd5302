import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { writeReasonText } from '../../server/src/domain/leads/write-reason-text.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { openAiReasons } from '../../server/src/providers/ai/open-ai-reasons.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, manyCompanies, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

/** Requests to the OpenAI-compatible endpoint of this test. */
const sent: { messages: { content: string }[] }[] = [];
let reply = { status: 200, content: '' };
const endpoint = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  sent.push(JSON.parse(body));
  res.writeHead(reply.status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ choices: [{ message: { content: reply.content } }] }));
}).listen(0, '127.0.0.1');
after(() => endpoint.close());
await new Promise((resolve) => endpoint.once('listening', resolve));
const service = await startTestService({
  environment: { TRUST_PROXY: 'loopback', AI_URL: `http://127.0.0.1:${portOf(endpoint)}/v1` },
});
service.clock.set('2026-10-01T12:00:00Z');
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
const base = `/accounts/${account.accountId}`;
const september = 'from=2026-09-01&to=2026-09-30';
const match = { operator: 'is', value: '/thanks' } as const;
await createGoal(service.ctx, account.accountId, { name: 'Sign-up', kind: 'page', match });
const companies = await manyCompanies(24);
const [returned, grown, reached, matching] = firstItems(companies, 4);
const pageView = (at: string, url = 'https://shop.example/') => ({ at, url });
await visit(
  service,
  account,
  // Returns after 34 days.
  { ip: returned.ip, visitor: 'rita', events: [pageView('2026-08-10T10:00:00Z')] },
  { ip: returned.ip, visitor: 'rita', events: [pageView('2026-09-13T10:00:00Z')] },
  // One visit in each of four weeks, then four visits in the last week.
  ...['2026-08-28', '2026-09-04', '2026-09-11', '2026-09-18', '2026-09-25', '2026-09-26', '2026-09-28', '2026-09-30'].map((day) => ({
    ip: grown.ip,
    visitor: 'gina',
    events: [pageView(`${day}T10:00:00Z`)],
  })),
  { ip: grown.ip, visitor: 'newcomer', events: [pageView('2026-09-29T10:00:00Z')] },
  {
    ip: reached.ip,
    visitor: 'rob',
    events: [pageView('2026-09-05T10:00:00Z'), pageView('2026-09-05T10:01:00Z', 'https://shop.example/thanks')],
  },
  { ip: matching.ip, visitor: 'mia', events: [pageView('2026-09-06T10:00:00Z')] },
  { ip: matching.ip, visitor: 'mia', events: [pageView('2026-09-07T10:00:00Z')] },
  ...companies.slice(4).map(({ ip }, index) => ({
    ip,
    visitor: `visitor ${index}`,
    events: Array.from({ length: (index % 10) + 1 }, (_, page) => pageView(`2026-09-${10 + (index % 20)}T10:${10 + page}:00Z`)),
  })),
);
const { db } = service.ctx;
await db.updateTable('companies').set({ employee_range: '10.000+' }).where('name', '=', matching.name).execute();
await db
  .updateTable('companies')
  .set({ employee_range: '1-10' })
  .where('name', '<>', matching.name)
  .where('employee_range', '=', '10.000+')
  .execute();
const person = new BrowserSession(service);
await person.signIn(account.email);
const filters = { employee_ranges: ['10.000+'] };
assert.equal((await person.send('POST', `${base}/icps`, { name: 'Large', filters })).status, 201);

type Row = {
  companyId: string;
  name: string;
  isNew: boolean;
  quality: { rank: number; score: number; percentile: number | null };
  reasons: Record<string, unknown>[];
};
const rows = async (query: string) => (await person.get<{ total: number; rows: Row[] }>(`${base}/leads?${query}`)).body.rows;

test('recommended leads have a reason with its figures and days, and no other leads are recommended', async () => {
  const reasonsByName = new Map((await rows(`${september}&feed=recommended_leads`)).map(({ name, reasons }) => [name, reasons]));
  assert.deepEqual([...reasonsByName.keys()].sort(), [returned, grown, reached, matching].map(({ name }) => name).sort());
  const recent = { from: '2026-09-01', to: '2026-09-30' };
  const week = { from: '2026-09-24', to: '2026-09-30' };
  assert.deepEqual(reasonsByName.get(returned.name), [{ kind: 'return', days: 34, ...recent }]);
  const [rise, people, ...more] = getOrThrow(reasonsByName, grown.name);
  // The weekly average of four visits in 27 days. The lead is new, so its baseline starts with its first visit, not eight weeks before.
  assert.deepEqual(rise, { kind: 'rise', visits: 5, weekly: 1, comparedFrom: '2026-08-28', comparedTo: '2026-09-23', ...week });
  assert.deepEqual([people, more], [{ kind: 'people', people: 1, ...week }, []]);
  assert.deepEqual(reasonsByName.get(reached.name), [{ kind: 'goal', times: 1, names: ['Sign-up'], ...recent }]);
  const icp = firstOf(getOrThrow(reasonsByName, matching.name));
  assert.deepEqual([icp.kind, (icp.profile as { icpName: string; score: number }).icpName], ['icp', 'Large']);
});

test('the leads marked as new are those of the feed of new leads', async () => {
  const marked = (await rows(september)).filter(({ isNew }) => isNew).map(({ name }) => name);
  assert.deepEqual(
    marked,
    (await rows(`${september}&feed=new_leads`)).map(({ name }) => name),
  );
  assert.equal(marked.length, companies.length - 2);
  assert.ok([returned, grown].every(({ name }) => !marked.includes(name)));
});

test('no lead is marked as new if tracking started in the interval', async () => {
  const all = await rows('from=2026-08-01&to=2026-09-30');
  assert.equal(all.length, companies.length);
  assert.deepEqual(
    all.filter(({ isNew }) => isNew),
    [],
  );
});

test('a reason refers to the end of the interval, not to what happened long before', async () => {
  assert.deepEqual(await rows('from=2026-09-14&to=2026-09-16&feed=recommended_leads'), []);
  const october = await rows('from=2026-09-01&to=2026-10-01&feed=recommended_leads');
  assert.ok(
    october.some(({ name }) => name === grown.name),
    'the last week still has more visits than usual',
  );
});

test('the page of a company gives the same reasons as its row, and leads outside the feed have none in the list', async () => {
  const row = firstOf(await rows(`${september}&feed=recommended_leads&search=${encodeURIComponent(grown.name)}`));
  const { body } = await person.get<{ reasons: unknown }>(`${base}/companies/${row.companyId}?${september}`);
  assert.deepEqual(body.reasons, row.reasons);
  assert.ok((await rows(september)).every(({ reasons }) => reasons.length === 0));
});

test('the model gets only the company’s name and the reasons, and an unusable text of the model is not shown', async () => {
  const row = firstOf(await rows(`${september}&feed=recommended_leads&search=${encodeURIComponent(returned.name)}`));
  const textIn = async (language: string) => {
    const path = `${base}/companies/${row.companyId}/reason-text?${september}&language=${language}`;
    const { status, body } = await person.get<{ text: string | null }>(path);
    assert.equal(status, 200);
    return body.text;
  };
  assert.equal(sent.length, 0, 'lists and pages do not wait for the model');
  const contentOf = (text: unknown) => JSON.stringify({ text });
  reply = { status: 500, content: contentOf('Back after 34 days.') };
  assert.equal(await textIn('en'), null);
  reply = { status: 200, content: contentOf(' Back after 34 days. ') };
  assert.equal(await textIn('en'), 'Back after 34 days.', 'a failure is not cached');
  assert.deepEqual(JSON.parse(itemAt(itemAt(sent, 1).messages, 1).content), {
    company: returned.name,
    reasons: row.reasons,
  });
  reply = { status: 500, content: '' };
  assert.equal(await textIn('en'), 'Back after 34 days.');
  assert.equal(sent.length, 2, 'a text is written once for the same reasons');
  const days = { from: '2026-09-01', to: '2026-09-30' };
  const unusable = [
    'Back after 34 days.',
    '{}',
    'null',
    contentOf(34),
    contentOf(''),
    contentOf('Back after 340 days.'),
    contentOf('See https://example.com'),
    contentOf('<b>Call now</b>'),
    contentOf('Call now. '.repeat(100)),
  ];
  for (const [index, content] of unusable.entries()) {
    reply = { status: 200, content };
    const reasons = [{ kind: 'return' as const, days: 34, ...days }];
    assert.equal(await writeReasonText({ ...service.ctx }, `Company ${index}`, reasons, 'de'), null, content);
  }
  assert.equal(sent.length, 2 + unusable.length);
  reply = { status: 200, content: contentOf(34) };
  assert.equal(await textIn('de'), null);
  reply = { status: 200, content: contentOf('Nach 34 Tagen zurück.') };
  assert.equal(await textIn('de'), 'Nach 34 Tagen zurück.', 'a response without a text is not cached');
  const { body } = await person.get<Row>(`${base}/companies/${row.companyId}?${september}`);
  assert.deepEqual(body.reasons, row.reasons, 'the reasons do not depend on the model');
});

test('there is no text if the model does not respond in time', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const reasonWriter = openAiReasons({ url: `http://127.0.0.1:${portOf(silent)}`, key: null, model: 'any', timeoutMs: 50 });
  const reasons = [{ kind: 'return' as const, days: 34, from: '2026-09-01', to: '2026-09-30' }];
  assert.equal(await writeReasonText({ ...service.ctx, reasonWriter }, 'Company', reasons, 'en'), null);
  silent.closeAllConnections();
  silent.close();
});

test('with fewer than a hundred leads, only the ten with the strongest reasons are recommended', async () => {
  await visit(
    service,
    account,
    ...companies.slice(4, 20).map(({ ip }, index) => ({
      ip,
      visitor: `visitor ${index}`,
      events: [pageView('2026-09-30T10:00:00Z', 'https://shop.example/thanks')],
    })),
  );
  const best = await rows(`${september}&feed=recommended_leads`);
  assert.equal(best.length, 10);
  assert.ok(
    best.some(({ name }) => name === grown.name),
    'two reasons outweigh one',
  );
  assert.ok(!best.some(({ name }) => name === returned.name), 'the lead with the weakest reason is left out');
});

test('the quality ranks within an account span the whole scale, in the order of the scores', async () => {
  const sorted = await rows(`${september}&sort=quality&order=desc`);
  const ranks = sorted.map(({ quality }) => quality.rank);
  assert.equal(sorted.length, 24);
  assert.deepEqual([ranks[0], ranks.at(-1)], [10, 1]);
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  );
  assert.ok(new Set(ranks).size >= 8, ranks.join(' '));
  const scores = sorted.map(({ quality }) => quality.score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  const first = firstOf(sorted);
  const { body } = await person.get<{ activity: Pick<Row, 'quality'> }>(`${base}/companies/${first.companyId}?${september}`);
  assert.deepEqual(body.activity.quality, first.quality, 'the company page and the row agree');
});

test('the reasons of one account do not count visits of another', async () => {
  const neighbor = await service.newAccount({ timezone: 'Europe/Helsinki' });
  await visit(service, neighbor, { ip: addresses.SAP, visitor: 'x', events: [pageView('2026-09-20T10:00:00Z')] });
  await visit(service, account, {
    ip: addresses.SAP,
    visitor: 'y',
    events: [pageView('2026-07-20T10:00:00Z', 'https://shop.example/thanks')],
  });
  const stranger = new BrowserSession(service);
  await stranger.signIn(neighbor.email);
  const { body } = await stranger.get<{ rows: Row[] }>(`/accounts/${neighbor.accountId}/leads?${september}&feed=recommended_leads`);
  assert.deepEqual(body.rows, []);
});
