import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { workOnLeads } from '../../server/src/demo/furnish-demo.ts';
import { createFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { createIcp } from '../../server/src/domain/icps/write-icps.ts';
import { sendVisit, signIn, startStage } from './kit.ts';

const root = join(import.meta.dirname, '../..');
const stage = await startStage();
const { service } = stage;

/** `SCREENSHOTS=docs/screenshots npm test -- web/tests/screenshots.browser.test.ts` makes those of the README anew. */
const wanted = process.env.SCREENSHOTS;
const folder = wanted ? join(root, wanted) : mkdtempSync(join(tmpdir(), 'leadlight-screenshots-'));
mkdirSync(folder, { recursive: true });
if (!wanted) after(() => rmSync(folder, { recursive: true, force: true }));

const paths = ['/', '/product', '/pricing', '/customers', '/blog/first-steps', '/docs', '/contact'];
const referrers = ['https://www.google.com/', 'https://www.linkedin.com/', undefined, 'https://www.bing.com/'];

const campaigns = ['autumn-letter', 'webinar', null, null];

/** A few pages; some visitors come by a campaign. */
function walk(at: number, round: number): string[] {
  const [first, ...rest] = paths.slice(at % 3, (at % 3) + 1 + ((at * 3 + round) % 5));
  const campaign = campaigns[(at + round) % campaigns.length];
  return [campaign ? `${first}?utm_source=newsletter&utm_medium=email&utm_campaign=${campaign}` : first!, ...rest];
}

/** Companies of the sample of known networks, each with a few visits on different days. */
async function furnish() {
  const account = await service.newAccount({ name: 'Northwind' });
  const { ctx } = service;
  const page = (value: string) => ({ kind: 'page' as const, match: { operator: 'is' as const, value } });
  await createGoal(ctx, account.accountId, { name: 'Looked at pricing', ...page('/pricing') });
  await createGoal(ctx, account.accountId, { name: 'Asked for contact', ...page('/contact') });
  await createIcp(ctx, account.accountId, { name: 'Germany', filters: { location: [{ country_code: 'DE' }] } });
  await createFeed(ctx, account.accountId, {
    name: 'Looked at pricing',
    folder: { name: 'Sales' },
    filters: { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'], excluded: false }] },
  });
  const lines = readFileSync(join(root, 'bench/data/ip-kinds-sample.csv'), 'utf8').split('\n').slice(1);
  const businesses = lines.map((line) => line.split(',')).filter(([, kind]) => kind === 'business');
  for (const [at, [address]] of businesses.slice(0, 24).entries()) {
    for (let round = 0; round <= 1 + (at % 3); round++) {
      await sendVisit(stage, account, {
        address: address!,
        paths: walk(at, round),
        minutesAgo: 3 + at * 37 + ((round * (at + 2)) % 6) * 1440,
        referrer: referrers[(at + round) % referrers.length],
      });
    }
  }
  await workOnLeads(ctx, account);
  await ctx.db.updateTable('users').set({ first_name: 'Ada', last_name: 'Lindqvist' }).where('id', '=', account.userId).execute();
  return account;
}

test('the main pages can be pictured', async () => {
  const account = await furnish();
  const page = await stage.open({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signIn(page, stage, account);
  const picture = async (name: string) => {
    await page.mouse.move(0, 0);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    assert.ok(statSync(path).size > 20_000, `${name} shows something`);
  };
  await page.locator('.lead-line.row .name').nth(12).waitFor();
  await picture('leads');
  await page.locator('.lead-line.row .name a').nth(1).click();
  await page.locator('.visit .step').first().waitFor();
  await picture('company');
  await page.goto(`${service.url}/dashboard?range=7d`);
  await page.locator('.share').first().waitFor();
  await picture('dashboard');
  await page.goto(`${service.url}/settings/tracker`);
  await page.locator('[data-status]').waitFor();
  await picture('tracker');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.url}/leads`);
  await page.locator('.lead-line.row .name').nth(12).waitFor();
  await picture('leads-dark');
});
