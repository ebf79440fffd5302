import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getEventLedger } from '../../server/src/domain/ingestion/get-event-ledger.ts';
import { hitLimit } from '../../server/src/domain/visits/hit-limit.ts';
import { dayMs } from '../../server/src/lib/day-ms.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { chrome, pageView, post } from '../kit/events.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const since = '2020-01-01';

const oddValues: unknown[] = [
  0,
  -1,
  1.5,
  1e300,
  -1e300,
  true,
  false,
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  'null',
  '%E0%A4%A',
  '\u202e\u{1f600}'.repeat(300),
  'x'.repeat(5000),
  '9999999999999999-99-99T99:99',
  '275760-09-13T00:00:00Z',
  '2026-02-30T25:61:61Z',
  [],
  [[]],
  {},
  { length: 5 },
  { toString: 'x' },
];
const oddUrls = [
  'https://m\u00fcnchen.example/stra\u00dfe?q=gr\u00fc\u00df',
  'https://\u4f8b\u3048.example:8443/\u30d1\u30b9',
  'https://shop.example:65535/%E0%A4%A?utm_source=%FF%FE&utm_campaign=%00',
  'https://user:secret@shop.example/',
  'http://[2001:db8::1]:8080/',
  'http://192.0.2.7/',
  'https://shop.example./',
  'https://SHOP.EXAMPLE/%00/\\..//..',
  `https://shop.example/${'a'.repeat(4000)}`,
  'https://shop.example/?utm_campaign=\ud800',
  `https://shop.example/?utm_campaign=${incompressible(1900)}`,
  `https://shop.example/?utm_source=${incompressible(600)}&utm_medium=${incompressible(600)}&utm_term=${incompressible(600)}`,
  `https://shop.example/${incompressible(1900)}`,
];

/** Varied three-byte characters, which PostgreSQL cannot compress to fit into an index entry. */
function incompressible(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919 + index * index * 31) % 20_000))).join('');
}

/**
 * Runs the pipeline. Checks that every received event was stored or dropped with a reason, and that none became a dead letter. Returns the
 * first day of the ledger.
 */
async function assertHealthy(accountId: string) {
  await service.drain();
  const { days, deadLetters } = await getEventLedger(service.ctx, { accountId, since });
  assert.deepEqual(deadLetters, []);
  for (const { received, stored, dropped, waiting } of days) {
    assert.equal(waiting, 0);
    assert.equal(received, stored + Object.values(dropped).reduce((sum, events) => sum + events, 0));
  }
  return days[0];
}

async function assertHandled(response: Response, label: string) {
  assert.ok([204, 400, 404, 413].includes(response.status), `${response.status} for ${label}`);
  if (response.status === 204) return;
  const { errors } = await readJson<{ errors: { title: string }[] }>(response);
  assert.ok(firstOf(errors).title.length > 10, label);
}

test('values of the wrong type, length or range in any field of an event or a request cause no internal error', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const kinds = ['page_view', 'leave', 'form', 'download', 'outbound', 'event', 'identify'];
  const whole = {
    title: 'A',
    referrer: 'https://a.example/',
    name: 'n',
    target_url: 'https://b.example/f.pdf',
    duration: 3,
    email: 'a@b.example',
    first_name: 'A',
    last_name: 'B',
  };
  for (const field of ['id', 'kind', 'occurred_at', 'url', ...Object.keys(whole)]) {
    await Promise.all(
      oddValues.map(async (value, index) => {
        const event = { ...pageView({ ...whole, kind: kinds[index % kinds.length] }), [field]: value };
        await assertHandled(
          await post({ url: service.url, scriptHash, events: [event] }),
          `${field} ${JSON.stringify(value)?.slice(0, 60)}`,
        );
      }),
    );
  }
  for (const field of ['script_hash', 'sent_at', 'visitor_id', 'ga_client_ids', 'partner_cookies', 'consent', 'hints', 'events']) {
    await Promise.all(
      oddValues.map(async (value) =>
        assertHandled(
          await post({ url: service.url, scriptHash, body: { [field]: value } }),
          `${field} ${JSON.stringify(value)?.slice(0, 60)}`,
        ),
      ),
    );
  }
  await assertHealthy(accountId);
});

test('bodies that are not JSON objects or have unusual encodings cause no internal error', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const good = JSON.stringify({ script_hash: scriptHash, events: [pageView()] });
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    '',
    'null',
    '1',
    '"text"',
    '[]',
    '{',
    '['.repeat(60_000),
    `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from(good, 'utf16le'),
    Buffer.from(good.replace('shop', 'sh\u00f6p'), 'latin1'),
    `{"__proto__":{"script_hash":"${scriptHash}"},"constructor":1,"events":[{}]}`,
    Buffer.alloc(65_537, 0x20),
  ];
  for (const body of bodies) {
    const response = await fetch(`${service.url}/collect`, { method: 'POST', headers: { 'user-agent': chrome }, body });
    await assertHandled(response, body.toString().slice(0, 40));
  }
  const withBom = await fetch(`${service.url}/collect`, { method: 'POST', headers: { 'user-agent': chrome }, body: `\ufeff${good}` });
  await assertHandled(withBom, 'a byte order mark');
  await assertHealthy(accountId);
});

test('URLs with non-ASCII hostnames, ports and broken escapes are stored and returned', async () => {
  const { accountId, scriptHash, token } = await service.newAccount();
  for (const [index, url] of oddUrls.entries()) {
    const response = await post({
      url: service.url,
      scriptHash,
      events: [pageView({ url, referrer: url })],
      body: { visitor_id: `visitor ${index}` },
      headers: { 'x-forwarded-for': '143.164.1.10' },
    });
    assert.equal(response.status, 204, url);
  }
  const day = required(await assertHealthy(accountId));
  assert.equal(day.stored, oddUrls.length);
  // Midnight may have passed since the visits.
  const [yesterday, today] = [dayMs, 0].map((ms) => new Date(service.clock.now().getTime() - ms).toISOString().slice(0, 10));
  const shown = await fetch(`${service.url}/accounts/${accountId}/visits?start_date=${yesterday}&end_date=${today}&page[size]=50`, {
    headers: { authorization: `Token token=${token}` },
  });
  const { data } = await readJson<{ data: { attributes: { visit_route: { hostname: string }[] } }[] }>(shown);
  assert.equal(data.length, oddUrls.length);
  const hostnames = new Set(data.map(({ attributes }) => firstOf(attributes.visit_route).hostname));
  assert.ok(hostnames.has('xn--mnchen-3ya.example') || hostnames.has('m\u00fcnchen.example'), [...hostnames].join(' '));
});

test('events from a clock that is years off are corrected with sent_at, and refused without it', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const now = service.clock.now().getTime();
  const tenYearsMs = 10 * 365 * 86_400_000;
  for (const clockErrorMs of [-tenYearsMs, tenYearsMs]) {
    const events = [pageView({ occurred_at: now - 60_000 + clockErrorMs })];
    const corrected = await post({ url: service.url, scriptHash, events, body: { sent_at: now + clockErrorMs } });
    assert.equal(corrected.status, 204);
    const refused = await post({
      url: service.url,
      scriptHash,
      events: [pageView({ occurred_at: now + clockErrorMs })],
      body: { sent_at: undefined },
    });
    assert.equal(refused.status, 400);
  }
  const day = required(await assertHealthy(accountId));
  assert.deepEqual([day.received, day.stored, day.dropped], [4, 2, { too_old: 1, in_future: 1 }]);
  const { rows } = await sql<{ started_at: Date }>`select started_at from visits where account_id = ${accountId}`.execute(service.ctx.db);
  for (const { started_at } of rows) assert.ok(Math.abs(started_at.getTime() - (now - 60_000)) < 30_000);
});

test('ten thousand events of a visitor become one visit with the maximum number of hits per day', async () => {
  // Far from midnight, because hits are limited per day.
  service.clock.set('2026-03-10T12:00:00Z');
  const { accountId, scriptHash } = await service.newAccount();
  const now = service.clock.now().getTime();
  for (let batch = 0; batch < 100; batch++) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      id: randomUUID(),
      kind: 'page_view',
      occurred_at: now - 3_600_000 + (batch * 100 + index) * 300,
      url: `https://shop.example/${index}`,
    }));
    assert.equal((await post({ url: service.url, scriptHash, events, body: { visitor_id: 'busy', sent_at: now } })).status, 204);
    if (batch % 20 === 0) await service.drain();
  }
  const day = required(await assertHealthy(accountId));
  assert.deepEqual([day.stored, day.dropped], [hitLimit.perDay, { too_many_hits: 10_000 - hitLimit.perDay }]);
  const { rows } = await sql<{ page_depth: number }>`select page_depth from visits where account_id = ${accountId}`.execute(service.ctx.db);
  assert.deepEqual(rows, [{ page_depth: hitLimit.perDay }]);
});
