import assert from 'node:assert/strict';
import http, { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, test } from 'node:test';
import { revealRecords } from '../../server/src/domain/credits/reveal-records.ts';
import { createFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addressOfAudi } from '../kit/create-sample-records.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';
import { sendVisit } from '../kit/visits.ts';

const mail = await startMailServer();
const service = await startTestService({
  environment: { SMTP_URL: mail.url, MAIL_FROM: 'Leads <leads@acme.example>', TRUST_PROXY: 'loopback' },
});
const account = await service.newAccount({ credits: 500 });
const base = `/accounts/${account.accountId}`;
const owner = new BrowserSession(service);
await owner.signIn(account.email);

test('a customer profile can be created and edited, but not deleted while a feed uses it', async () => {
  const icp = { name: 'German makers', filters: { location: [{ country_code: 'DE' }], employee_ranges: ['10.000+'] } };
  const createResponse = await owner.send('POST', `${base}/icps`, icp);
  assert.equal(createResponse.status, 201);
  const id = String(createResponse.body.id);
  assert.equal((await owner.send('POST', `${base}/icps`, icp)).status, 409);
  const nothing = await owner.send('POST', `${base}/icps`, { name: 'Nobody', filters: {} });
  assert.deepEqual([nothing.status, nothing.body.field], [400, 'filters']);
  const feed = { name: 'Makers', filters: { all: [{ field: 'icp', operator: 'is' as const, values: [id], excluded: false }] } };
  const { id: feedId } = await createFeed(service.ctx, account.accountId, feed);
  const listIcps = async () => (await owner.get<{ id: string; name: string; matchCount: number; usedBy: string[] }[]>(`${base}/icps`)).body;
  assert.deepEqual(
    (await listIcps()).map(({ name, usedBy }) => ({ name, usedBy })),
    [{ name: 'German makers', usedBy: ['Makers'] }],
  );
  const countOfMatches = async () => (await listIcps()).map(({ matchCount }) => matchCount);
  assert.deepEqual(await countOfMatches(), [0]);
  await sendVisit(service, account, { ip: addressOfAudi });
  assert.deepEqual(await countOfMatches(), [1], 'a new lead is counted');
  const refused = await owner.send('DELETE', `${base}/icps/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(String(refused.body.title), /"Makers"/);
  const filters = { ...icp.filters, keywords: ['cars'] };
  assert.equal((await owner.send('PATCH', `${base}/icps/${id}`, { name: 'Makers of cars', filters })).status, 200);
  await service.ctx.db.deleteFrom('custom_feeds').where('account_id', '=', account.accountId).where('id', '=', feedId).execute();
  assert.equal((await owner.send('DELETE', `${base}/icps/${id}`)).status, 204);
  assert.deepEqual(await listIcps(), []);
  assert.equal((await owner.send('DELETE', `${base}/icps/not-an-id`)).status, 404);
});

test('a persona can be created, counts its contacts, and can be edited and deleted', async () => {
  const createResponse = await owner.send('POST', `${base}/personas`, {
    name: 'Buyers',
    departments: ['it_department'],
    positions: ['head of'],
  });
  assert.equal(createResponse.status, 201);
  await service.ctx.db
    .insertInto('contacts')
    .values({
      id: '77001',
      company_id: (await service.ctx.db.selectFrom('companies').select('id').limit(1).executeTakeFirstOrThrow()).id,
      full_name: 'Ada Byron',
      title: 'Head of IT',
      department: 'it_department',
      updated_at: new Date(),
    })
    .execute();
  const { personas } = (await owner.get<{ personas: { name: string; contactCount: number }[] }>(`${base}/personas`)).body;
  assert.deepEqual(
    personas.map(({ name, contactCount }) => ({ name, contactCount })),
    [{ name: 'Buyers', contactCount: 1 }],
  );
  assert.equal((await owner.send('PATCH', `${base}/personas/${createResponse.body.id}`, { departments: [], positions: [] })).status, 400);
  assert.equal((await owner.send('PATCH', `${base}/personas/${createResponse.body.id}`, { countries: ['FI'] })).status, 200);
  assert.equal((await owner.send('DELETE', `${base}/personas/${createResponse.body.id}`)).status, 204);
});

test('a goal can have the value 0, which differs from no value', async () => {
  const goal = { name: 'Demo', kind: 'page', match: { operator: 'contains', value: '/demo' }, value: 0, active: true };
  const created = await owner.send('POST', `${base}/goals`, goal);
  assert.deepEqual([created.status, created.body.value], [201, 0]);
  const change = (value: unknown) => owner.send('PATCH', `${base}/goals/${created.body.id}`, { value });
  assert.equal((await change(null)).body.value, null);
  assert.equal((await change(0)).body.value, 0);
  assert.equal((await change(-1)).status, 400);
  assert.equal((await owner.send('DELETE', `${base}/goals/${created.body.id}`)).status, 204);
});

test('a custom field without a description has null, also after its description was removed', async () => {
  const field = { name: 'Contract value', type: 'number', description: null };
  const created = await owner.send('POST', `${base}/custom-fields`, field);
  assert.deepEqual([created.status, created.body.description], [201, null]);
  const change = (description: unknown) => owner.send('PATCH', `${base}/custom-fields/${created.body.id}`, { description });
  assert.equal((await change('Per year')).body.description, 'Per year');
  assert.equal((await change(null)).body.description, null);
  assert.equal((await owner.send('DELETE', `${base}/custom-fields/${created.body.id}`)).status, 204);
});

test('the secret of an OAuth app is shown once and works until the app is disabled or deleted', async () => {
  const app = { name: 'Warehouse', redirectUris: [], grants: ['client_credentials'], scopes: ['companies:read'] };
  const createResponse = await owner.send<{ clientId: string; clientSecret: string }>('POST', `${base}/oauth-apps`, app);
  assert.equal(createResponse.status, 201);
  const { clientId, clientSecret } = createResponse.body;
  let secret = clientSecret;
  assert.ok(!JSON.stringify((await owner.get(`${base}/oauth-apps`)).body).includes(clientSecret));
  const tokenStatus = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'companies:read' });
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    return (await fetch(`${service.url}/oauth/token`, { method: 'POST', headers: { authorization }, body })).status;
  };
  assert.equal(await tokenStatus(), 200);
  const path = `${base}/oauth-apps/${clientId}`;
  assert.equal((await owner.send('PATCH', path, { disabled: true })).status, 204);
  assert.equal(await tokenStatus(), 401);
  assert.equal((await owner.send('PATCH', path, { disabled: false })).status, 204);
  assert.equal(await tokenStatus(), 200);
  const renewed = await owner.send('POST', `${path}/secret`);
  assert.equal(await tokenStatus(), 401, 'the previous secret no longer works');
  secret = String(renewed.body.clientSecret);
  assert.equal(await tokenStatus(), 200);
  assert.equal((await owner.send('PATCH', path, { name: 'Data warehouse' })).status, 204);
  assert.equal((await owner.send('PATCH', path, { redirectUris: ['ftp://x'] })).status, 400);
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  assert.equal((await stranger.send('DELETE', `/accounts/${other.accountId}/oauth-apps/${clientId}`)).status, 404);
  assert.equal((await stranger.send('PATCH', `/accounts/${other.accountId}/oauth-apps/${clientId}`, { disabled: true })).status, 404);
  assert.equal((await stranger.send('POST', `/accounts/${other.accountId}/oauth-apps/${clientId}/secret`)).status, 404);
  assert.equal((await owner.send('DELETE', path)).status, 204);
  assert.equal(await tokenStatus(), 401);
  const wrong = await owner.send('POST', `${base}/oauth-apps`, { ...app, grants: ['authorization_code'], redirectUris: ['ftp://x'] });
  assert.equal(wrong.status, 400);
});

test('charges are listed page by page, with the balance of credits and the usage by month', async () => {
  // Stops the clock: charges and usage are counted by month, and the month must not end during the test.
  const now = new Date();
  service.clock.set(now);
  after(() => service.clock.resume());
  const ids = Array.from({ length: 60 }, (_, index) => String(500_000 + index));
  const charge = { kind: 'company' as const, recordIds: ids, operation: 'getCompany', requestId: service.ctx.ids.uuid() };
  await revealRecords(service.ctx, { id: account.accountId, monthlyCredits: 500 }, charge);
  const period = now.toISOString().slice(0, 7);
  await fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, { headers: { 'x-api-key': account.key } });
  type Page = { charges: { recordId: string; credits: number; operation: string }[]; next: string | null };
  const first = (await owner.get<Page>(`${base}/charges`)).body;
  assert.equal(first.charges.length, 50);
  const second = (await owner.get<Page>(`${base}/charges?before=${encodeURIComponent(required(first.next))}`)).body;
  assert.equal(second.next, null);
  assert.deepEqual([...first.charges, ...second.charges].map(({ recordId }) => recordId).sort(), ids);
  assert.equal((await owner.get(`${base}/charges?before=nonsense`)).status, 400);
  const balance = (await owner.get<{ used: number; remaining: number; nextResetOn: string }>(`${base}/credits`)).body;
  assert.deepEqual([balance.used, balance.remaining], [60, 440]);
  assert.match(balance.nextResetOn, /^\d{4}-\d{2}-01$/);
  assert.equal((await owner.get(`${base}/usage?startPeriod=${period}&endPeriod=${period}`)).status, 200);
  assert.equal((await owner.get(`${base}/usage?startPeriod=2026-05&endPeriod=2026-04`)).status, 400);
  assert.equal((await owner.get(`${base}/usage?startPeriod=2026-13&endPeriod=2026-13`)).status, 400);
});

test('an invitation is mailed, and a newer one replaces it', async () => {
  const invited = await owner.send('POST', `${base}/invitations`, { email: 'grace@acme.example', role: 'viewer' });
  assert.deepEqual([invited.body.delivery, invited.body.url], ['mailed', null]);
  const { to, text } = lastOf(mail.mails);
  assert.match(to, /^grace@acme\.example/);
  const link = required(new RegExp(`${service.url}/invitation#(lli_\\S+)`).exec(text.replaceAll('=\n', '')));
  const guest = new BrowserSession(service);
  assert.equal((await guest.send('POST', '/invitations/open', { secret: link[1] })).status, 200);
  await owner.send('POST', `${base}/invitations/${invited.body.id}/renew`);
  assert.equal((await guest.send('POST', '/invitations/open', { secret: link[1] })).status, 404, 'the older link no longer works');
  assert.equal((await guest.send('POST', '/invitations/open', { secret: 'lli_wrong' })).status, 404);
});

test('an expired invitation is rejected, still listed, and can be sent again', async () => {
  const invited = await owner.send('POST', `${base}/invitations`, { email: 'late@acme.example', role: 'member' });
  await service.ctx.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', String(invited.body.id))
    .execute();
  const secret = required(/#(lli_\S+)/.exec(lastOf(mail.mails).text.replaceAll('=\n', '')))[1];
  const guest = new BrowserSession(service);
  const refused = await guest.send('POST', '/invitations/accept', {
    secret,
    person: { password: 'a long password', firstName: 'L', lastName: 'A' },
  });
  assert.deepEqual([refused.status, refused.body.title], [404, 'This invitation has expired or was used: ask for a new one.']);
  const { body } = await owner.get<{ email: string; expiresAt: string }[]>(`${base}/invitations`);
  assert.ok(Date.parse(required(body.find(({ email }) => email === 'late@acme.example')).expiresAt) < Date.now());
  const renewed = await owner.send('POST', `${base}/invitations/${invited.body.id}/renew`);
  assert.equal(renewed.status, 201);
  assert.equal((await owner.send('DELETE', `${base}/invitations/${renewed.body.id}`)).status, 204);
  assert.equal((await owner.send('POST', `${base}/invitations/${renewed.body.id}/renew`)).status, 404);
});

test('an admin cannot resend the invitation of an owner', async () => {
  const { body } = await owner.send('POST', `${base}/invitations`, { email: 'boss@acme.example', role: 'owner' });
  const { createUser } = await import('../../server/src/domain/users/create-user.ts');
  const admin = { accountId: account.accountId, email: 'admin@acme.example', password: 'correct horse battery', role: 'admin' };
  await createUser(service.ctx, admin);
  const person = new BrowserSession(service);
  await person.signIn(admin.email);
  assert.equal((await person.send('POST', `${base}/invitations/${body.id}/renew`)).status, 403);
});

test('changing the password requires the current one and ends other sessions; wrong ones count as sign-in attempts', async () => {
  const { email } = await service.newAccount();
  const [desk, phone] = [new BrowserSession(service), new BrowserSession(service)];
  await desk.signIn(email);
  await phone.signIn(email);
  const change = (current: string, password: string) => desk.send('POST', '/password', { current, password });
  assert.equal((await new BrowserSession(service).send('POST', '/password', { current: 'a', password: 'b' })).status, 401);
  const token = desk.csrfToken;
  desk.csrfToken = 'x';
  assert.equal((await change('correct horse battery', 'a brand new password')).status, 403);
  desk.csrfToken = token;
  assert.deepEqual((await change('correct horse battery', 'short')).body.field, 'password');
  const wrong = await change('not the password', 'a brand new password');
  assert.deepEqual([wrong.status, wrong.body.field], [400, 'current']);
  assert.equal((await change('correct horse battery', 'a brand new password')).status, 204);
  assert.equal((await desk.get('/session')).status, 200);
  assert.equal((await phone.get('/session')).status, 401);
  assert.equal((await phone.signIn(email)).status, 401);
  assert.equal((await phone.signIn(email, 'a brand new password')).status, 201);
  const statuses: number[] = [];
  for (let index = 0; index < 10; index++) statuses.push((await change('a guess', 'a brand new password')).status);
  assert.ok(statuses.includes(429), statuses.join(' '));
});

test('the tracker check loads and checks a page; private addresses only if the operator allows them', async () => {
  const inside = await startTestService({ connection: service.connection, environment: { WEBHOOK_PRIVATE_ADDRESSES: 'allowed' } });
  const site = createServer((req, res) => {
    if (req.url === '/moved') return void res.writeHead(302, { location: '/' }).end();
    if (req.url === '/gone') return void res.writeHead(410).end();
    res.setHeader('content-type', 'text/html');
    res.end(req.url === '/bare' ? '<p>Hello</p>' : `<script src="${inside.url}/t/${account.scriptHash}.js"></script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  after(() => site.close());
  const siteUrl = `http://127.0.0.1:${portOf(site)}`;
  const person = new BrowserSession(inside);
  await person.signIn(account.email);
  const check = async (url: string, by = person) => {
    const { status, body } = await by.send<{ title: string; advice: string }[]>('POST', `${base}/tracker/check`, { url });
    assert.equal(status, 200);
    return body.map(({ title, advice }) => `${title} ${advice}`);
  };
  assert.match(firstOf(await check(`${siteUrl}/moved`)), /^The snippet is on the page/);
  assert.match(firstOf(await check(`${siteUrl}/gone`)), /^The page responds with 410/);
  assert.match(firstOf(await check(`${siteUrl}/bare`)), /^The snippet is not on the page/);
  assert.match(firstOf(await check('http://127.0.0.1:1/')), /The connection was refused/);
  for (const url of [siteUrl, 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data'])
    assert.match(firstOf(await check(url, owner)), /is not a public address/, url);
  assert.equal((await owner.send('POST', `${base}/tracker/check`, { url: 'javascript:alert(1)' })).status, 400);
});

test('the tracker check does not follow a redirect of a public site to a private address', async (t) => {
  const requested: string[] = [];
  const site = createServer((req, res) => {
    requested.push(String(req.url));
    const location = { '/address': '127.0.0.1', '/name': 'localhost' }[String(req.url)];
    if (location === undefined) return void res.end('secret');
    res.writeHead(302, { location: `http://${location}:${portOf(site)}/secret` }).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t.after(() => site.close());
  // Simulates a public site: requests to its hostname go to the local server, all others are unchanged.
  const original = http.request;
  const redirected = (target: URL, options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) =>
    target.hostname === 'public.example'
      ? original(new URL(target.pathname, `http://127.0.0.1:${portOf(site)}`), { agent: false }, onResponse)
      : original(target, options, onResponse);
  t.mock.method(http, 'request', redirected as typeof http.request);
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  for (const path of ['/address', '/name']) {
    const { body } = await owner.send<{ title: string; advice: string }[]>('POST', `${base}/tracker/check`, {
      url: `http://public.example${path}`,
    });
    const { title, advice } = firstOf(body);
    assert.match(`${title} ${advice}`, /is not a public address/, path);
  }
  assert.deepEqual(requested, ['/address', '/name']);
});
