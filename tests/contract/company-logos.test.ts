import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { fileReader } from '../../server/src/providers/outgoing/file-reader.ts';
import { addCompany } from '../kit/add-company.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const folder = mkdtempSync(join(tmpdir(), 'leadlight-logos-'));
after(() => rmSync(folder, { recursive: true }));

let requested: string[] = [];
const site = createServer((req, res) => {
  requested.push(`${req.headers.host} ${req.url}`);
  if (req.url === '/') return res.end('<link rel="icon" href="/script.svg"><link rel="icon" sizes="64x64" href="/icon.png">');
  if (req.url === '/icon.png') return res.end(png);
  if (req.url === '/bare/') return res.end('<title>No icon</title>');
  if (req.url === '/inside') return res.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
  return res.writeHead(404).end();
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
after(() => site.close());
const origin = `http://127.0.0.1:${portOf(site)}`;

const service = await startTestService({
  environment: { SITE_ICONS: 'on', LOGO_DIR: folder, WEBHOOK_PRIVATE_ADDRESSES: 'allowed' },
});
const outgoing = required(service.ctx.outgoing);
// Replaces DNS: maps the domains of this test to its local server.
service.ctx.outgoing = {
  ...outgoing,
  readFile: (url, options) =>
    outgoing.readFile(
      url
        .replace(/^https:\/\/(?:icon|both)\.example/, origin)
        .replace('https://plain.example', `${origin}/none`)
        .replace('https://bare.example', `${origin}/bare`)
        .replace('https://closed.example', 'http://127.0.0.1:1'),
      options,
    ),
};

const companyWithDomain = (domain: string | null) => addCompany(service, `Company of ${domain}`, { domain });

async function newPerson(): Promise<{ logo(id: string): Promise<Response>; session: BrowserSession }> {
  const { accountId, email } = await service.newAccount();
  const session = new BrowserSession(service);
  await session.signIn(email);
  const logo = (id: string) =>
    fetch(`${service.url}/app/api/accounts/${accountId}/companies/${id}/logo`, { headers: { cookie: session.cookie } });
  return { logo, session };
}

test('the icon of a company’s own site is loaded once in the background, and again after a month', async () => {
  service.clock.set('2026-11-16T09:00:00.000Z');
  const { logo, session } = await newPerson();
  assert.equal((await session.get('/session')).body.hasCompanyLogos, true);
  const id = await companyWithDomain('icon.example');
  assert.equal((await logo(id)).status, 204, 'no logo until the icon is loaded');
  assert.deepEqual(requested, [], 'no request waits for another site');
  await runQueuedJobs(service);
  const loaded = await logo(id);
  assert.deepEqual([loaded.status, loaded.headers.get('content-type')], [200, 'image/png']);
  assert.deepEqual(Buffer.from(await loaded.arrayBuffer()), png);
  assert.equal(requested.length, 2, 'the page and its icon, not the SVG');
  await logo(id);
  await runQueuedJobs(service);
  assert.equal(requested.length, 2, 'the icon is cached');
  service.clock.set('2026-12-17T09:00:00.000Z');
  assert.equal((await (await newPerson()).logo(id)).status, 200, 'the old icon until the new one is loaded');
  await runQueuedJobs(service);
  assert.equal(requested.length, 4);
});

test('the icon of a site that cannot be reached is kept, and that of a site without an icon any longer is not', async () => {
  service.clock.set('2027-03-01T09:00:00.000Z');
  const now = service.clock.now();
  const stored = async (domain: string) => {
    const values = { domain, type: 'image/png' as const, content: png, loaded_at: now, expires_at: now };
    await service.ctx.db.insertInto('site_icons').values(values).execute();
    return companyWithDomain(domain);
  };
  const [unreachable, bare] = [await stored('closed.example'), await stored('bare.example')];
  const { logo } = await newPerson();
  for (const id of [unreachable, bare]) assert.equal((await logo(id)).status, 200);
  await runQueuedJobs(service);
  assert.equal((await logo(unreachable)).status, 200);
  assert.equal((await logo(bare)).status, 204);
});

test('a site without an icon is tried again after seven days, and no site is tried for a company without a domain', async () => {
  service.clock.set('2027-01-16T09:00:00.000Z');
  requested = [];
  const { logo } = await newPerson();
  const id = await companyWithDomain('plain.example');
  assert.equal((await logo(id)).status, 204);
  await runQueuedJobs(service);
  const first = requested.length;
  assert.ok(first > 0);
  assert.equal((await logo(id)).status, 204);
  assert.equal((await logo(await companyWithDomain(null))).status, 204);
  assert.equal((await logo('0')).status, 204);
  await runQueuedJobs(service);
  assert.equal(requested.length, first);
  const request = async (time: string) => {
    service.clock.set(time);
    assert.equal((await (await newPerson()).logo(id)).status, 204);
    await runQueuedJobs(service);
    return requested.length;
  };
  assert.equal(await request('2027-01-23T08:59:59.000Z'), first);
  assert.equal(await request('2027-01-23T09:00:00.000Z'), 2 * first);
});

test('an image in the operator’s folder takes precedence over the icon of the site, which is not loaded', async () => {
  const { logo } = await newPerson();
  const id = await companyWithDomain('both.example');
  const now = service.clock.now();
  const siteIcon = { domain: 'both.example', type: 'image/png' as const, content: png, loaded_at: now, expires_at: now };
  await service.ctx.db.insertInto('site_icons').values(siteIcon).execute();
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  writeFileSync(join(folder, 'both.example.gif'), gif);
  requested = [];
  assert.deepEqual(Buffer.from(await (await logo(id)).arrayBuffer()), gif);
  await runQueuedJobs(service);
  assert.deepEqual(requested, [], 'the stored icon has expired, but is not needed');
});

test('an image in the operator’s folder is served; an SVG named .png and a domain with a path are not', async () => {
  const { logo } = await newPerson();
  const { accountId: otherId } = await service.newAccount();
  writeFileSync(join(folder, 'own.example.png'), png);
  writeFileSync(join(folder, 'script.example.png'), '<svg onload="alert(1)"/>');
  assert.equal((await logo(await companyWithDomain('own.example'))).status, 200, 'the company has not visited');
  const foreign = await addCompany(service, 'Company of another account', { domain: 'own.example', owner_account_id: otherId });
  assert.equal((await logo(foreign)).status, 204, 'the company is visible to another account only');
  assert.equal((await logo(await companyWithDomain('script.example'))).status, 204, 'an SVG with another name');
  assert.equal((await logo(await companyWithDomain(`../${folder.split('/').at(-1)}/own.example`))).status, 204);
});

test('no file is read from a private address unless that is allowed, and redirects are followed', async () => {
  const options = { accept: 'image/*', maxBytes: 1000 };
  const read = fileReader({ allowsPrivate: false, timeoutMs: 2000 });
  for (const url of ['https://127.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'https://localhost/', 'https://[::ffff:10.0.0.1]/']) {
    await assert.rejects(read(url, options), /not a public address/, url);
  }
  await assert.rejects(
    fileReader({ allowsPrivate: true, timeoutMs: 2000 })(`${origin}/inside`, options),
    /ECONNREFUSED/,
    'redirects are followed',
  );
});

test('without a source of logos, the session says that companies have none', async () => {
  const plain = await startTestService({ connection: service.connection });
  const session = new BrowserSession(plain);
  await session.signIn((await plain.newAccount()).email);
  assert.equal((await session.get('/session')).body.hasCompanyLogos, false);
});
