import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, beforeEach } from 'node:test';
import { Logger, type Runner, run } from 'graphile-worker';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { AccountApi, Json } from '../../server/src/app/api.ts';
import { type Connection, connect } from '../../server/src/db/connect.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { taskList } from '../../server/src/jobs/index.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { required } from '../../server/src/lib/required.ts';
import { addDays, dayOf } from '../../server/src/lib/zoned-days.ts';
import { PipelineWorker } from '../../server/src/worker/pipeline-worker.ts';
import { type ApiResponse, BrowserSession } from '../kit/browser-session.ts';
import { testDatabase } from '../kit/database.ts';
import { demoDatabase } from '../kit/demo-database.ts';
import { startTestService, type TestAccount, type TestService } from '../kit/service.ts';
import { startChromium } from './start-chromium.ts';

/** Real company networks, and a residential one. */
export const addresses = { audi: '143.164.1.10', porsche: '141.36.1.10', sap: '155.56.1.10', bayer: '164.59.147.10', home: '91.64.0.10' };

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Timeout for conditions that usually hold within a second; long, because the machine may be busy. */
export const waitTimeoutMs = 120_000;

type Person = { email: string; password?: string };
export type Lead = AccountApi['GET /leads']['response']['rows'][number];

type WebTest = {
  service: TestService;
  /** Opens a page without a session. If a test opens it, it is closed after the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page with a session. */
  openSignedIn(person: Person, path?: string, options?: BrowserContextOptions): Promise<Page>;
};

export type DemoTest = WebTest & {
  demo: TestAccount & { password: string };
  /** Sends a GET request to the app API as the owner of the demo account. */
  getJson<Body>(path: string): Promise<Json<Body>>;
  /** Today in the demo account's time zone, plus `offset` days. */
  day(offset: number): Promise<string>;
  /** Leads of the last 30 days in the order of the list, by default the latest first. */
  leads(query?: string): Promise<Lead[]>;
  /** The latest lead whose name no other lead has. */
  latestLead(): Promise<Lead>;
};

/** Starts a browser, and a service with workers and the demo account. */
export async function startDemoTest(environment: Record<string, string> = {}): Promise<DemoTest> {
  const { demo, ...web } = await startWebTestOn(environment, demoDatabase);
  const script = await web.service.ctx.db
    .selectFrom('tracking_scripts')
    .select('script_hash')
    .where('account_id', '=', demo.accountId)
    .executeTakeFirstOrThrow();
  let owner: BrowserSession | null = null;
  const getJson = async <Body>(path: string) => {
    owner ??= await createSession(web, demo);
    const { status, body }: ApiResponse<Json<Body>> = await owner.get(`/accounts/${demo.accountId}${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const day = async (offset: number) => {
    const { timezone } = await web.service.ctx.db
      .selectFrom('accounts')
      .select('timezone')
      .where('id', '=', demo.accountId)
      .executeTakeFirstOrThrow();
    return addDays(dayOf(Date.now(), timezone), offset);
  };
  const leads = async (query = '') => {
    return (await getJson<{ rows: Lead[] }>(`/leads?from=${await day(-29)}&to=${await day(1)}&limit=500&${query}`)).rows;
  };
  return {
    ...web,
    demo: { ...demo, scriptHash: script.script_hash },
    getJson,
    day,
    leads,
    async latestLead() {
      const all = await leads();
      return required(all.find(({ name }) => all.filter((lead) => lead.name.toLowerCase() === name.toLowerCase()).length === 1));
    },
  };
}

/** Like `startDemoTest`, on an installation without accounts. */
export function startWebTest(environment: Record<string, string> = {}): Promise<WebTest> {
  return startWebTestOn(environment, async () => ({ connection: await testDatabase() }));
}

type OpenedDatabase = { connection: TestService['connection'] };

/** Script errors of a page and violations of its Content Security Policy fail the test. */
async function startWebTestOn<Database extends OpenedDatabase>(
  environment: Record<string, string>,
  openDatabase: () => Promise<Database>,
): Promise<WebTest & Omit<Database, 'connection'>> {
  let browser: Browser | null = null;
  let jobs: Runner | null = null;
  let jobConnection: Connection | null = null;
  let worker: PipelineWorker | null = null;
  // Registered before the hook that drops the database, because hooks run in that order and nothing may use a dropped database.
  after(async () => {
    await browser?.close();
    await jobs?.stop();
    await jobConnection?.close();
    await worker?.stop();
  });
  const { connection, ...rest } = await openDatabase();
  const service = await startTestService({ environment: { TRUST_PROXY: 'loopback', ...environment }, connection });
  worker = new PipelineWorker(service.ctx, { onProcessed: () => {}, onWaiting: () => {} }, 1);
  worker.start();
  // The runner holds a connection while it runs, so it has its own pool. A pool that the runner itself opens stops listening for errors
  // when it closes, although dropping the database may still break its connections.
  jobConnection = connect(connection.url, { connections: 3, name: 'jobs', onError: () => {} });
  jobs = await run({
    pgPool: jobConnection.pool,
    taskList: taskList(service.ctx),
    noHandleSignals: true,
    pollInterval: 1000,
    logger: new Logger(() => () => {}),
  });
  const started = await startChromium();
  browser = started;
  const opened = contextsOfTests();
  const cookies = new Map<string, Promise<string>>();
  const open = async (options: BrowserContextOptions = {}) => {
    // Without motion, because rendering endless animations uses a lot of CPU.
    const context = await started.newContext({
      viewport: { width: 1360, height: 860 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    opened.add(context);
    context.setDefaultTimeout(waitTimeoutMs);
    const page = await context.newPage();
    page.on('pageerror', (error) => assert.fail(`A script of the page failed: ${error.stack}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) assert.fail(message.text());
    });
    return page;
  };
  const web: WebTest = {
    service,
    open,
    async openSignedIn(person, path = '/leads', options = {}) {
      const cookiePromise = cookies.get(person.email) ?? createSession(web, person).then(({ cookie }) => cookie);
      cookies.set(person.email, cookiePromise);
      const [name, value] = firstItems((await cookiePromise).split('='), 2);
      const page = await open(options);
      await page.context().addCookies([{ name, value, url: service.url }]);
      await page.goto(service.url + path);
      return page;
    },
  };
  return { ...web, ...rest };
}

/** Closes the pages of a test when it ends, because open pages keep requesting data and slow down later tests. */
function contextsOfTests(): { add(context: BrowserContext): void } {
  const opened = new Set<BrowserContext>();
  let isTesting = false;
  beforeEach(() => {
    isTesting = true;
  });
  afterEach(async () => {
    isTesting = false;
    await Promise.all([...opened].map((context) => context.close()));
    opened.clear();
  });
  return { add: (context) => void (isTesting && opened.add(context)) };
}

async function createSession({ service }: Pick<WebTest, 'service'>, { email, password }: Person): Promise<BrowserSession> {
  const session = new BrowserSession(service);
  const response = await session.signIn(email, password);
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return session;
}

/** Signs in through the form. */
export async function signIn(page: Page, { service }: WebTest, person: Person, path = '/leads'): Promise<void> {
  await page.goto(service.url + path);
  await fillSignIn(page, person);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

export async function fillSignIn(page: Page, { email, password = 'correct horse battery' }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The row of a company in the list. */
export function rowOf(page: Page, name: string) {
  return page.locator('[data-testid=lead-row]').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** Company names in visual order. Rows are positioned by style, regardless of their order in the DOM. */
export function namesOf(page: Page): Promise<string[]> {
  return page.locator('[data-testid=lead-row]').evaluateAll((rows) =>
    rows
      .map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        name: row.querySelector('[data-testid=lead-name] a')?.textContent ?? '',
      }))
      .sort((a, b) => a.index - b.index)
      .map(({ name }) => name),
  );
}

type SentVisit = { address: string; paths: string[]; minutesAgo?: number; referrer?: string; email?: string };

/** Sends the events of a visit and waits until they are processed. */
export async function sendVisit({ service }: WebTest, { scriptHash }: TestAccount, visit: SentVisit): Promise<void> {
  const startMs = Date.now() - (visit.minutesAgo ?? 0) * 60_000 - visit.paths.length * 20_000;
  const events: Record<string, unknown>[] = visit.paths.map((path, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: startMs + index * 20_000,
    url: `https://www.lumenworks.example${path}`,
    title: `Title of ${path.split('?', 1)[0]}`,
    ...(index === 0 && visit.referrer ? { referrer: visit.referrer } : {}),
  }));
  if (visit.email) events.push({ ...events[0], id: randomUUID(), kind: 'identify', occurred_at: startMs + 5, email: visit.email });
  const response = await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': userAgent, 'x-forwarded-for': visit.address },
    body: JSON.stringify({ script_hash: scriptHash, sent_at: Date.now(), events }),
  });
  assert.equal(response.status, 204);
  await service.drain();
}

/** Adds a user with the given role to an account. */
export async function addUser({ service }: WebTest, { accountId }: TestAccount, role: string, firstName = 'Vera'): Promise<Person> {
  const email = `${firstName}-${role}-${accountId}@acme.example`.toLowerCase();
  await createUser(service.ctx, { accountId, email, password: 'correct horse battery', role, firstName, lastName: role });
  return { email };
}

/** Simulates a visitor behind a proxy that adds their address. */
export async function openVisitor(web: WebTest, address: string): Promise<Page> {
  const page = await web.open({ userAgent });
  await page.route('**/collect', async (route) => {
    const request = route.request();
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: { 'content-type': 'text/plain', 'user-agent': userAgent, 'x-forwarded-for': address },
      body: request.postData(),
    });
    await route.fulfill({ status: response.status, headers: { 'access-control-allow-origin': '*' } });
  });
  return page;
}
