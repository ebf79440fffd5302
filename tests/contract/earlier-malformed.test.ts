import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { accountId, token } = await service.newAccount();
const days = 'start_date=2026-09-01&end_date=2026-09-30';
const leads = `/accounts/${accountId}/leads`;

type ApiResponse = {
  status: number;
  type: string;
  document: { errors?: { title: string }[]; data?: unknown; links?: Record<string, string> };
};

/** Sends a path without encoding it, unlike other HTTP clients. */
function sendRaw(path: string): Promise<ApiResponse> {
  const headers = { authorization: `Token token=${token}`, connection: 'close' };
  return new Promise((resolve, reject) => {
    const sent = request(service.url, { path, headers, agent: false }, async (response) => {
      const parts: Buffer[] = await response.toArray();
      resolve({
        status: required(response.statusCode),
        type: required(response.headers['content-type']),
        document: JSON.parse(Buffer.concat(parts).toString()),
      });
    });
    sent.on('error', reject).end();
  });
}

async function assertRefused(path: string, status: number, title: RegExp) {
  const { status: actual, type, document } = await sendRaw(path);
  assert.equal(actual, status, path);
  assert.equal(type, 'application/vnd.api+json', path);
  assert.match(firstOf(required(document.errors)).title, title, path);
}

test('invalid percent-encoding in the path or the parameters gets 400', async () => {
  for (const wrong of ['%zz', '%', '%2', '%ff', '%c0%af', '%ed%a0%80']) {
    for (const path of [
      `${leads}/${wrong}`,
      `/accounts/${accountId}/custom-feeds/${wrong}/leads?${days}`,
      `/accounts/${accountId}/${wrong}`,
    ]) {
      await assertRefused(path, 400, /path .* percent-encoding/);
    }
    for (const path of [`/export-requests/${wrong}`, `/download/${wrong}.json`]) await assertRefused(path, 400, /path .* percent-encoding/);
    for (const path of [`${leads}?start_date=${wrong}&end_date=2026-09-30`, `${leads}?${days}&fields[leads]=${wrong}`]) {
      await assertRefused(path, 400, /parameters .* percent-encoding/);
    }
    service.clock.set(new Date(service.clock.now().getTime() + 60_000));
  }
  await assertRefused('/accounts/%zz', 400, /account_id/);
});

test('names with null characters or path traversal and overlong names get 404', async () => {
  for (const name of ['%00', '..%2f..%2fetc%2fpasswd', '%2e%2e%2fserver.json', 'a'.repeat(600), `${'b'.repeat(101)}.json`]) {
    for (const folder of [leads, `/accounts/${accountId}/custom-feeds`, '/export-requests', '/download']) {
      await assertRefused(`${folder}/${name}`, 404, /^There is no/);
    }
    await assertRefused(`${leads}?${days}&custom_feed_id=${name}`, 404, /^There is no custom feed/);
  }
  await assertRefused(`${leads}?start_date=2026-09-01%00&end_date=2026-09-30`, 400, /start_date/);
});

test('a repeated parameter gets 400 with its name', async () => {
  for (const [parameters, title] of [
    [`${days}&start_date=2026-09-02`, /'start_date' is given more than once/],
    [`${days}&custom_feed_id=all_leads&custom_feed_id=new_leads`, /'custom_feed_id' is given more than once/],
    [`${days}&page[size]=1&page[size]=2`, /page\[size\]/],
    [`${days}&page[number]=1&page[number]=1`, /page\[number\]/],
  ] as const) {
    await assertRefused(`${leads}?${parameters}`, 400, title);
  }
});

test('a page any distance past the end is empty', async () => {
  for (const list of ['leads', 'visits', 'custom-feeds/new_leads/leads']) {
    for (const number of ['9007199254740991', '99999999999999999999', '9'.repeat(400)]) {
      const { status, document } = await sendRaw(`/accounts/${accountId}/${list}?${days}&page[number]=${number}&page[size]=100`);
      assert.deepEqual([status, document.data], [200, []], `${list} ${number}`);
      assert.equal('next' in required(document.links), false);
    }
  }
});

test('fieldsets of unknown types and names are ignored', async () => {
  const { status, document } = await sendRaw(`/accounts?fields[nonsense]=x&fields[__proto__]=y&fields[accounts]=name,nonsense,__proto__`);
  assert.equal(status, 200);
  assert.deepEqual(document.data, [{ type: 'accounts', id: accountId, attributes: { name: 'Acme' } }]);
});

test('a URL of up to 16 kB is accepted, a longer one refused with an error document', async () => {
  assert.equal((await sendRaw(`${leads}?${days}&ignored=${'y'.repeat(12_000)}`)).status, 200);
  const { status, document } = await sendRaw(`${leads}?${days}&ignored=${'y'.repeat(20_000)}`);
  assert.equal(status, 431);
  assert.match(firstOf(required(document.errors)).title, /16 kB/);
});
