import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { Logger, type Runner, run } from 'graphile-worker';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { taskList } from '../../server/src/jobs/index.ts';
import { PipelineWorker } from '../../server/src/worker/pipeline-worker.ts';
import { startTestService, type TestAccount, type TestService } from '../../server/tests/kit/service.ts';
import { startChromium } from '../../tracker/tests/chromium.ts';

/** Real networks of real companies, and one of people at home. */
export const addresses = { audi: '143.164.1.10', porsche: '141.36.1.10', sap: '155.56.1.10', bayer: '164.59.147.10', home: '91.64.0.10' };

export const personAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** How long a test waits for something that should happen at once. */
export const patienceMs = 10_000;

export type Stage = { service: TestService; browser: Browser; open(options?: BrowserContextOptions): Promise<Page> };

/** A service with its workers, and a browser. Every page fails its test when a script fails or the policy stops something. */
export async function startStage(environment: Record<string, string> = {}): Promise<Stage> {
  let jobs: Runner | null = null;
  // What is named first ends first: the jobs must be over when the service takes its database away.
  after(() => jobs?.stop());
  const service = await startTestService({ environment: { TRUST_PROXY: 'loopback', ...environment } });
  const worker = new PipelineWorker(service.ctx, { handled: () => {}, waiting: () => {} }, 1);
  worker.start();
  after(() => worker.stop());
  jobs = await run({
    // Connections of its own: it keeps one for itself for as long as it runs.
    connectionString: service.connection.url,
    taskList: taskList(service.ctx),
    noHandleSignals: true,
    maxPoolSize: 3,
    pollInterval: 1000,
    logger: new Logger(() => () => {}),
  });
  const browser = await startChromium();
  after(() => browser.close());
  return {
    service,
    browser,
    async open(options = {}) {
      const context: BrowserContext = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: 'en-GB', ...options });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      page.on('pageerror', (error) => assert.fail(`A script of the page failed: ${error.stack}`));
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) assert.fail(message.text());
      });
      return page;
    },
  };
}

export async function signIn(page: Page, { service }: Stage, { email }: Pick<TestAccount, 'email'>, path = '/leads'): Promise<void> {
  await page.goto(service.url + path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

export type SentVisit = { address: string; paths: string[]; minutesAgo?: number; referrer?: string; email?: string };

/** Sends what a tracker would send for a visit, and waits until it is handled. */
export async function sendVisit({ service }: Stage, { scriptHash }: TestAccount, visit: SentVisit): Promise<void> {
  const beganMs = Date.now() - (visit.minutesAgo ?? 0) * 60_000 - visit.paths.length * 20_000;
  const events: Record<string, unknown>[] = visit.paths.map((path, at) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: beganMs + at * 20_000,
    url: `https://shop.example${path}`,
    title: `Title of ${path.split('?', 1)[0]}`,
    ...(at === 0 && visit.referrer ? { referrer: visit.referrer } : {}),
  }));
  if (visit.email)
    events.push({ id: randomUUID(), kind: 'identify', occurred_at: beganMs + 5, email: visit.email, url: 'https://shop.example/' });
  const answer = await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': personAgent, 'x-forwarded-for': visit.address },
    body: JSON.stringify({ script_hash: scriptHash, sent_at: Date.now(), events }),
  });
  assert.equal(answer.status, 204);
  await service.drain();
}

/** An account with a few leads, by different ways and days. */
export async function furnishedAccount(stage: Stage): Promise<TestAccount> {
  const account = await stage.service.newAccount();
  await sendVisit(stage, account, {
    address: addresses.audi,
    paths: ['/', '/pricing', '/demo'],
    minutesAgo: 1500,
    referrer: 'https://www.google.com/',
  });
  await sendVisit(stage, account, { address: addresses.audi, paths: ['/pricing'], minutesAgo: 90 });
  await sendVisit(stage, account, { address: addresses.sap, paths: ['/', '/docs'], minutesAgo: 60, email: 'ada@sap.com' });
  await sendVisit(stage, account, { address: addresses.porsche, paths: ['/blog'], minutesAgo: 30 });
  await sendVisit(stage, account, { address: addresses.home, paths: ['/'], minutesAgo: 20 });
  return account;
}

/** A further user of an account, in another role. */
export async function addUser({ service }: Stage, { accountId }: TestAccount, role: string): Promise<{ email: string }> {
  const { createUser } = await import('../../server/src/domain/access/create-user.ts');
  const email = `${role}-${accountId}@acme.example`;
  await createUser(service.ctx, { accountId, email, password: 'correct horse battery', role, firstName: 'Vera', lastName: role });
  return { email };
}

/** A visitor whose requests to the collector pass a proxy, which adds the address they come from. */
export async function openVisitor(stage: Stage, address: string): Promise<Page> {
  const page = await stage.open({ userAgent: personAgent });
  await page.route('**/collect', async (route) => {
    const request = route.request();
    const answer = await fetch(request.url(), {
      method: request.method(),
      headers: { 'content-type': 'text/plain', 'user-agent': personAgent, 'x-forwarded-for': address },
      body: request.postData(),
    });
    await route.fulfill({ status: answer.status, headers: { 'access-control-allow-origin': '*' } });
  });
  return page;
}
