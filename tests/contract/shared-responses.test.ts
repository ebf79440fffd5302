import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

// Open pages that are notified of the same change request the same data in the same version.
const recorded = recordStatements();
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' }, log });
service.clock.set('2026-10-01T12:00:00Z');
const days = 'from=2026-09-02&to=2026-10-01';

async function openAccount(): Promise<TestAccount> {
  const account = await service.newAccount();
  await visit(
    service,
    account,
    { ip: addresses.SAP, visitor: 'one', events: [{ at: '2026-09-30T10:00:00Z', url: 'https://shop.example/' }] },
    { ip: addresses.BASF, visitor: 'two', events: [{ at: '2026-09-30T11:00:00Z', url: 'https://shop.example/' }] },
  );
  return account;
}

async function openPage({ email }: Pick<TestAccount, 'email'>) {
  const person = new BrowserSession(service);
  await person.signIn(email);
  return person;
}

type Page = Awaited<ReturnType<typeof openPage>>;
type Leads = { total: number; rows: { companyId: string }[] };

/** Requests a path of the account in a version of the data. Also returns the number of statements about visits. */
async function read(page: Page, accountId: string, path: string, version?: string, headers: Record<string, string> = {}) {
  const before = recorded.length;
  const { status, body } = await page.send<Leads>('GET', `/accounts/${accountId}${path}`, undefined, {
    ...(version !== undefined && { 'x-data-version': version }),
    ...headers,
  });
  const reads = recorded.slice(before).filter(({ text }) => /visit_rollup|company_days|custom_feeds/.test(text)).length;
  return { status, body, reads };
}

const paths = ['/overview', '/breakdowns', '/entry-and-exit-pages', '/trends', '/leads', '/campaigns'].map((path) => `${path}?${days}`);

test('pages that request the same data in the same version cause one read', async () => {
  const account = await openAccount();
  const { accountId } = account;
  const [pageA, pageB] = [await openPage(account), await openPage(account)];
  for (const path of [...paths, '/feeds']) {
    const first = await read(pageA, accountId, path, 'v1');
    assert.equal(first.status, 200, path);
    assert.ok(first.reads > 0, path);
    assert.deepEqual(await read(pageB, accountId, path, 'v1'), { ...first, reads: 0 }, path);
    assert.ok((await read(pageB, accountId, path, 'v2')).reads > 0, 'another version');
    const current = await read(pageB, accountId, path);
    assert.ok(current.reads > 0, 'a request without a version');
    assert.deepEqual(current.body, first.body);
    assert.deepEqual((await read(pageB, accountId, path, 'v1', { 'accept-encoding': 'identity' })).body, first.body, 'another encoding');
    assert.deepEqual(warnings, []);
  }
  const before = recorded.length;
  await Promise.all(
    [pageA, pageB, pageA, pageB].map((page) =>
      page.send('GET', `/accounts/${accountId}/overview?${days}`, undefined, { 'x-data-version': 'v3' }),
    ),
  );
  const together = recorded.slice(before).filter(({ text }) => /visit_rollup/.test(text)).length;
  assert.equal(together, (await read(pageA, accountId, `/overview?${days}`, 'v4')).reads, 'also if they request it at the same time');
});

test('a shared response contains no changes of another account and misses none of a user', async () => {
  const account = await openAccount();
  const { accountId } = account;
  const [pageA, pageB] = [await openPage(account), await openPage(account)];
  const foreign = await openAccount();
  const stranger = await openPage(foreign);
  const path = `/leads?${days}`;
  const [hidden] = (await read(pageA, accountId, path, 'v1')).body.rows;
  await pageA.send('PATCH', `/accounts/${accountId}/leads`, { companyIds: [hidden?.companyId], hidden: true });
  for (const page of [pageA, pageB]) assert.equal((await read(page, accountId, path, 'v1')).body.total, 1);
  assert.equal((await read(stranger, foreign.accountId, path, 'v1')).body.total, 2);
  assert.equal((await read(stranger, accountId, path, 'v1')).status, 404);
});
