import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AccountApi } from '../../server/src/app/api.ts';
import { announceLeads } from '../../server/src/domain/alerts/announce-leads.ts';
import { followFeed } from '../../server/src/domain/feeds/follow-feed.ts';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

type Body<Name extends keyof AccountApi> = AccountApi[Name]['response'];

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-05T12:00:00Z');
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
const { accountId } = account;
const { db } = service.ctx;
const range = 'from=2026-09-02&to=2026-09-30';
const person = new BrowserSession(service);
await person.signIn(account.email);

const { id: signUp } = await createGoal(service.ctx, accountId, {
  name: 'Sign-up',
  kind: 'page',
  match: { operator: 'is', value: '/sign-up' },
});
await createGoal(service.ctx, accountId, { name: 'Demo', kind: 'event', match: { operator: 'is', value: 'demo' } });

const ips = { ...addresses, Porsche: '141.36.1.10', Bayer: '164.59.147.10', home: '91.64.0.10' };
let visitors = 0;
/** A visit whose pages are viewed a minute apart. */
const visitOf = (name: keyof typeof ips, at: string, ...urls: string[]) => ({
  ip: ips[name],
  visitor: `visitor ${visitors++}`,
  events: urls.map((url, minute) => ({
    at: new Date(Date.parse(`2026-${at}:00Z`) + minute * 60_000).toISOString(),
    url: `https://shop.example${url}`,
  })),
});
const autumn = '?utm_source=google&utm_medium=cpc&utm_campaign=autumn';
const spring = '?utm_source=letter&utm_campaign=spring';

await visit(
  service,
  account,
  // In Helsinki, the first of these visits is on September 2, and that of Bayer in September is on October 1.
  visitOf('Audi', '09-01T22:30', `/${autumn}`, '/prices', '/sign-up'),
  visitOf('Bayer', '09-30T21:30', `/${autumn}`, '/prices', '/sign-up'),
  // SAP and Bayer meet each half of a condition, but never in the same visit.
  visitOf('SAP', '09-03T10:00', `/${autumn}`, '/team'),
  visitOf('SAP', '09-04T10:00', '/prices'),
  visitOf('SAP', '09-05T10:00', '/sign-up'),
  visitOf('Bayer', '09-03T10:00', '/'),
  visitOf('Bayer', '09-04T10:00', '/prices'),
  // BASF knew the campaign, Porsche only the site.
  visitOf('BASF', '08-20T10:00', `/${autumn}`),
  visitOf('BASF', '09-10T10:00', `/blog${autumn}`, '/jobs'),
  visitOf('Porsche', '08-15T10:00', '/'),
  visitOf('Porsche', '09-12T10:00', `/team${autumn}`, '/prices'),
  visitOf('Porsche', '09-13T10:00', `/${spring}`),
  visitOf('home', '09-14T10:00', `/${autumn}`, '/prices', '/sign-up'),
);
// A visit without a page view, which no list or figure counts.
await visit(service, account, {
  ip: ips.Bayer,
  visitor: 'event',
  events: [{ kind: 'event', name: 'demo', at: '2026-09-15T10:00:00Z', url: `https://shop.example/${autumn}` }],
});

const get = async <Name extends keyof AccountApi>(path: string) => {
  const { status, body } = await person.get<Body<Name>>(`/accounts/${accountId}${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
/** The names of the companies in the list that a filter by one value opens. */
async function namesIn(field: string, value: string): Promise<string[]> {
  const filters = JSON.stringify({ all: [{ field, operator: 'is', values: [value], excluded: false }] });
  return namesOf(await get<'GET /leads'>(`/leads?${range}&${new URLSearchParams({ filters })}`));
}

function namesOf({ rows, total }: Body<'GET /leads'>): string[] {
  assert.equal(total, rows.length);
  return rows.map(({ name }) => name).sort();
}

test('each figure of a campaign has as many companies as the list that it opens', async () => {
  const { campaigns } = await get<'GET /campaigns'>(`/campaigns?${range}`);
  assert.deepEqual(
    campaigns.map(({ name, visits, companies, newCompanies, goals }) => [name, visits, companies, newCompanies, goals]),
    [
      ['autumn', 5, 4, 3, 2],
      ['spring', 1, 1, 1, 0],
    ],
  );
  for (const { utmCampaign, companies, newCompanies } of campaigns) {
    assert.equal((await namesIn('campaign', utmCampaign)).length, companies, utmCampaign);
    assert.equal((await namesIn('new_through_campaign', utmCampaign)).length, newCompanies, utmCampaign);
  }
  assert.deepEqual(await namesIn('new_through_campaign', 'autumn'), ['Audi', 'Porsche', 'SAP']);
  // SAP reached the goal in a visit without the campaign; the other goal of the campaign was reached only by unknown visitors.
  assert.deepEqual(await namesIn('goal_campaign', 'autumn'), ['Audi']);
  assert.deepEqual(await namesIn('goal_campaign', 'spring'), []);
});

test('each step of a funnel has as many companies as the list that it opens', async () => {
  const { steps, pages } = await get<'GET /goals/:goalId/funnel'>(`/goals/${signUp}/funnel?${range}`);
  assert.deepEqual(
    pages.map(({ path }) => path),
    ['/', '/prices'],
  );
  const listOf = {
    visits: async () => namesOf(await get<'GET /leads'>(`/leads?${range}`)),
    engaged: () => namesIn('goal_step', `${signUp}/engaged`),
    considered: () => namesIn('goal_step', `${signUp}/considered`),
    reached: () => namesIn('goal', signUp),
  };
  for (const { step, companies } of steps) assert.equal((await listOf[step]()).length, companies, step);
  assert.deepEqual(await listOf.engaged(), ['Audi', 'BASF', 'Porsche', 'SAP']);
  assert.deepEqual(await listOf.considered(), ['Audi', 'Porsche', 'SAP']);
  // SAP viewed a single page, that of the goal.
  assert.deepEqual(await listOf.reached(), ['Audi', 'SAP']);
});

test('each page of a campaign of a source has as many companies as the list that it opens', async () => {
  const { sources } = await get<'GET /breakdowns'>(`/breakdowns?${range}`);
  let checked = 0;
  for (const { name } of sources) {
    const [sourceName = '', medium = ''] = name.split(' / ');
    const source = new URLSearchParams({ source: sourceName, medium });
    for (const campaign of (await get<'GET /drill-down'>(`/drill-down?${range}&${source}`)).shares) {
      const path = `${name} / ${campaign.name ?? '(none)'}`;
      assert.equal((await namesIn('source_medium_campaign', path)).length, campaign.companies, campaign.name ?? name);
      const { level, shares } = await get<'GET /drill-down'>(
        `/drill-down?${range}&${source}&${new URLSearchParams({ campaign: campaign.name ?? '' })}`,
      );
      assert.equal(level, 'pages');
      for (const { name: page, companies } of shares) {
        const list = await namesIn('source_medium_campaign_page', `${path} / ${page}`);
        assert.equal(list.length, companies, `${path} / ${page}: ${list}`);
        checked++;
      }
    }
  }
  assert.ok(checked > 8, `${checked} pages`);
  assert.deepEqual(await namesIn('source_medium_campaign_page', 'google / cpc / autumn / /prices'), ['Audi', 'Porsche']);
});

test('the companies of a goal are those of its row', async () => {
  const { goals } = await get<'GET /goal-results'>(`/goal-results?${range}`);
  for (const { id, companies } of goals) assert.equal((await namesIn('goal', id)).length, companies);
});

test('a feed by a step towards a goal works everywhere, and keeps its goal from being deleted', async () => {
  const filters = { all: [{ field: 'goal_step', operator: 'is', values: [`${signUp}/considered`], excluded: false }] };
  const { status, body } = await person.send('POST', `/accounts/${accountId}/feeds`, { name: 'On the way', filters });
  assert.equal(status, 201, JSON.stringify(body));
  const feedId = String(body.id);
  assert.deepEqual(namesOf(await get<'GET /leads'>(`/leads?${range}&feed=${feedId}`)), ['Audi', 'Porsche', 'SAP']);
  const { feeds } = await get<'GET /feeds'>('/feeds');
  // The last thirty days begin on September 6.
  assert.equal(required(feeds.find(({ id }) => id === feedId)).count, 2);
  assert.equal((await get<'GET /automation-preview'>(`/automation-preview?feed=${feedId}`)).total, 2);
  await get<'GET /live'>(`/live?feed=${feedId}`);
  const now = service.clock.now();
  const { id: uuid } = await db
    .updateTable('custom_feeds')
    .set({ alerts_since: now })
    .where('name', '=', 'On the way')
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceLeads(service.ctx, accountId);
  const known = await db.selectFrom('alert_known_leads').select('company_id').where('feed_id', '=', uuid).execute();
  assert.ok(known.length >= 2, `${known.length} known leads`);
  await sql`insert into lists (account_id, id, kind, scope, name, created_at, feed_id)
    values (${accountId}, 88, 'feed', 'company', 'Followed', ${now}, ${uuid})`.execute(db);
  await followFeed(service.ctx, accountId, '88');
  const items = await db.selectFrom('list_items').select('item_id').where('list_id', '=', '88').execute();
  assert.ok(items.length >= 2, `${items.length} members`);
  await db.deleteFrom('lists').where('id', '=', '88').execute();
  const refused = await person.send('DELETE', `/accounts/${accountId}/goals/${signUp}`);
  assert.deepEqual([refused.status, /"On the way"/.test(String(refused.body.title))], [409, true]);
  assert.equal((await person.send('DELETE', `/accounts/${accountId}/feeds/${feedId}`)).status, 204);
  const fields = await get<'GET /feed-fields'>('/feed-fields');
  const { options } = required(fields.find(({ name }) => name === 'goal_step'));
  assert.deepEqual(
    options?.filter(({ name }) => name === 'Sign-up'),
    [
      { value: `${signUp}/engaged`, name: 'Sign-up' },
      { value: `${signUp}/considered`, name: 'Sign-up' },
    ],
  );
});

test('a company that was hidden is still counted by the figures, but not listed', async () => {
  const { rows } = await get<'GET /leads'>(`/leads?${range}`);
  const { companyId } = required(rows.find(({ name }) => name === 'Porsche'));
  assert.equal((await person.send('PATCH', `/accounts/${accountId}/leads`, { companyIds: [companyId], hidden: true })).status, 200);
  assert.deepEqual(await namesIn('new_through_campaign', 'autumn'), ['Audi', 'SAP']);
  const { campaigns } = await get<'GET /campaigns'>(`/campaigns?${range}`);
  assert.equal(campaigns.find(({ name }) => name === 'autumn')?.newCompanies, 3);
});
