import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AccountApi } from '../../server/src/app/api.ts';
import { writeNotifications } from '../../server/src/domain/notifications/write-notifications.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

type Body<Name extends keyof AccountApi> = AccountApi[Name]['response'];

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const account = await service.newAccount();
const base = `/accounts/${account.accountId}`;
const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const range = `from=${day(-2)}&to=${day(1)}`;
const person = new BrowserSession(service);
await person.signIn(account.email);

const goal = { name: 'Prices', kind: 'page', match: { operator: 'is', value: '/pricing' }, value: null, active: true };
assert.equal((await person.send('POST', `${base}/goals`, goal)).status, 201);

async function visit(address: string, paths: string[], campaign: string) {
  const events = paths.map((path, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: Date.now() - (paths.length - index) * 1000,
    url: `https://shop.example${path}${index === 0 ? `?utm_source=news&utm_medium=email&utm_campaign=${campaign}` : ''}`,
  }));
  await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, 'x-forwarded-for': address },
    body: JSON.stringify({ script_hash: account.scriptHash, sent_at: Date.now(), events }),
  });
  await service.drain();
}

await visit('143.164.1.10', ['/', '/pricing', '/demo'], 'spring');
await visit('155.56.1.10', ['/docs'], 'spring');
await visit('143.164.1.11', ['/docs'], 'autumn');

const companyIdOf = async (name: string) =>
  firstOf((await service.ctx.db.selectFrom('companies').select('id').where('name', '=', name).execute()).map(({ id }) => id));
const [audi, sap] = [await companyIdOf('Audi'), await companyIdOf('SAP')];
const [clerk, buyer, chief] = await service.ctx.ids.records(service.ctx.db, 3);
await service.ctx.db
  .insertInto('contacts')
  .values([
    { id: required(clerk), company_id: audi, full_name: 'Ada Aard', title: 'Clerk', hierarchy_level: 'staff', updated_at: new Date() },
    {
      id: required(buyer),
      company_id: audi,
      full_name: 'Zoe Zander',
      title: 'Head of purchasing',
      department: 'operations_department',
      hierarchy_level: 'director',
      emails: JSON.stringify([{ value: 'zoe@audi.example', status: 'ok' }]),
      updated_at: new Date(),
    },
    { id: required(chief), company_id: audi, full_name: 'Carl Chief', title: 'CEO', hierarchy_level: 'c_level', updated_at: new Date() },
  ])
  .execute();

test('contacts that match a buyer persona come first, with its name; their e-mail addresses appear once revealed', async () => {
  const contacts = async () =>
    (await person.get<Body<'GET /companies/:companyId/contacts'>>(`${base}/companies/${audi}/contacts`)).body.contacts;
  assert.deepEqual(
    (await contacts()).map(({ name }) => name),
    ['Carl Chief', 'Zoe Zander', 'Ada Aard'],
    'by hierarchy without personas',
  );
  await person.send('POST', `${base}/personas`, { name: 'Buyers', positions: ['purchasing'] });
  const [first] = await contacts();
  assert.deepEqual(
    [first?.name, first?.personas.map(({ name }) => name), first?.emails, first?.hasEmail],
    ['Zoe Zander', ['Buyers'], [], true],
  );
  const revealed = await person.send('POST', `${base}/contacts/${buyer}/reveal`);
  assert.equal(revealed.body.charged, 1);
  assert.deepEqual(firstOf(await contacts()).emails, ['zoe@audi.example']);
  assert.equal((await person.send('POST', `${base}/contacts/${buyer}/reveal`)).body.charged, 0, 'charged once');
});

test('the directory finds companies that have not visited, which can be added to a list and removed from it', async () => {
  const search = async (query: string) => (await person.get<Body<'GET /directory'>>(`${base}/directory?${query}`)).body;
  assert.deepEqual(
    (await search('search=audi')).companies.filter(({ id }) => id === audi),
    [],
    'companies that visited are left out by default',
  );
  const found = await search('search=audi&visited=true');
  assert.ok(found.companies.find(({ id }) => id === audi)?.lastVisitAt);
  const german = await search('countries=DE');
  assert.ok(german.companies.length === 50 && german.companies.every(({ visits }) => visits === null));
  assert.equal((await person.get(`${base}/directory`)).status, 400, 'a search needs criteria');
  const newcomer = firstOf(german.companies).id;
  const { id: expired } = itemAt(german.companies, 1);
  await service.ctx.db.insertInto('leads').values({ account_id: account.accountId, company_id: expired }).execute();
  assert.ok(
    (await search('countries=DE')).companies.some(({ id }) => id === expired),
    'a lead without visits has not visited',
  );
  const created = await person.send('POST', `${base}/lists`, { name: 'Prospects' });
  const members = `${base}/lists/${created.body.id}/members`;
  const added = await person.send('POST', members, { ids: [newcomer, sap], isOn: true });
  assert.deepEqual(new Set(added.body.changed as string[]), new Set([newcomer, sap]));
  const list = async () => (await person.get<Body<'GET /lists/:listId/members'>>(members)).body;
  assert.deepEqual(
    new Map((await list()).companies.map(({ id, visits }) => [id, visits])),
    new Map([
      [newcomer, null],
      [sap, 1],
    ]),
  );
  await person.send('POST', members, { ids: [newcomer], isOn: false });
  assert.deepEqual(
    (await list()).companies.map(({ id }) => id),
    [sap],
  );
  const people = await person.send('POST', `${base}/lists`, { name: 'Guests', scope: 'contact' });
  await person.send('POST', `${base}/lists/${people.body.id}/members`, { ids: [buyer], isOn: true });
  const guests = (await person.get<Body<'GET /lists/:listId/members'>>(`${base}/lists/${people.body.id}/members`)).body;
  assert.deepEqual(
    guests.contacts.map(({ name, companyName }) => [name, companyName]),
    [['Zoe Zander', 'Audi']],
  );
});

test('campaigns have visits, companies, new companies and goals, and the share of their costs within the interval', async () => {
  const results = async () => (await person.get<Body<'GET /campaigns'>>(`${base}/campaigns?${range}`)).body.campaigns;
  const [spring, autumn] = await results();
  assert.deepEqual(
    [spring?.name, spring?.visits, spring?.companies, spring?.newCompanies, spring?.goals, spring?.cost],
    ['spring', 2, 2, 2, 1, null],
  );
  assert.deepEqual([autumn?.name, autumn?.visits, autumn?.companies, autumn?.goals], ['autumn', 1, 1, 0]);
  const costs = `${base}/campaigns/${spring?.id}/costs`;
  // Four of the eight days of this cost are in the interval.
  const cost = { firstDay: day(-6), lastDay: day(1), amount: 100.5, currency: 'EUR' };
  assert.equal((await person.send('POST', costs, cost)).status, 201);
  assert.equal((await person.send('POST', costs, { ...cost, currency: 'USD' })).status, 409, 'a second currency');
  assert.equal((await person.send('POST', costs, { ...cost, lastDay: day(-9) })).status, 400);
  assert.deepEqual([itemAt(await results(), 0).cost, itemAt(await results(), 0).currency], [50.25, 'EUR']);
  const [saved] = (await person.get<Body<'GET /campaigns/:campaignId/costs'>>(costs)).body;
  assert.equal((await person.send('DELETE', `${costs}/${saved?.id}`)).status, 204);
  assert.equal(itemAt(await results(), 0).cost, null);
});

test('goal results count the visits and companies that reached each goal, as its funnel does', async () => {
  const { goals, visits } = (await person.get<Body<'GET /goal-results'>>(`${base}/goal-results?${range}`)).body;
  assert.deepEqual([goals.map(({ name, visits, companies }) => [name, visits, companies]), visits], [[['Prices', 1, 1]], 3]);
  const funnel = (await person.get<Body<'GET /goals/:goalId/funnel'>>(`${base}/goals/${goals[0]?.id}/funnel?${range}`)).body;
  assert.deepEqual(
    funnel.steps.map((step) => step.visits),
    [3, 1, 1, 1],
  );
  assert.equal(funnel.isSample, false);
});

test('the activity of a company is one timeline of visits, notes and changes, whose pages neither repeat nor skip items', async () => {
  const note = await person.send('POST', `${base}/companies/${audi}/notes`, { body: 'Call them' });
  assert.ok(note.body.id);
  const { body: tag } = await person.send('POST', `${base}/tags`, { name: 'Hot', color: 1 });
  for (let round = 0; round < 13; round++) {
    const tagging = { companyIds: [audi], tagId: tag.id, isOn: true };
    assert.deepEqual((await person.send('POST', `${base}/leads/tags`, tagging)).body, { changed: [audi] }, 'undo needs the changed ids');
    await person.send('POST', `${base}/leads/tags`, { ...tagging, isOn: false });
  }
  type Timeline = Body<'GET /companies/:companyId/timeline'>;
  const itemIds: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Timeline = (
      await person.get<Timeline>(`${base}/companies/${audi}/timeline${next && `?before=${encodeURIComponent(next)}`}`)
    ).body;
    itemIds.push(
      ...page.items.map((item) => (item.kind === 'visit' ? item.visit.id : item.kind === 'note' ? item.note.id : item.change.id)),
    );
    next = page.next;
  }
  assert.equal(new Set(itemIds).size, itemIds.length);
  assert.equal(itemIds.length, 13 * 2 + 1 + 2, 'every change, the note and both visits');
  assert.equal((await person.get(`${base}/companies/999999999/timeline`)).status, 404);
});

test('the activity of a company can be limited to the visits that are the evidence of a reason to call', async () => {
  const rows = await service.ctx.db.selectFrom('visits').select(['id', 'campaign', 'visitor_id']).where('company_id', '=', audi).execute();
  const visitOf = (campaign: string) => required(rows.find((row) => row.campaign === campaign));
  const [reached, other] = [visitOf('spring'), visitOf('autumn')];
  await service.ctx.db
    .updateTable('visitors')
    .set({ first_seen_at: new Date(Date.now() - 40 * 86_400_000) })
    .where('id', '=', reached.visitor_id)
    .execute();
  const listed = async (query: string) => {
    const { items } = (await person.get<Body<'GET /companies/:companyId/timeline'>>(`${base}/companies/${audi}/timeline?${query}`)).body;
    return items.map((item) => (item.kind === 'visit' ? item.visit.id : item.kind)).sort();
  };
  assert.deepEqual(await listed(`reason=rise&${range}`), [reached.id, other.id].sort());
  assert.deepEqual(await listed(`reason=goal&${range}`), [reached.id]);
  assert.deepEqual(await listed(`reason=people&${range}`), [other.id]);
  assert.deepEqual(await listed(`reason=return&from=${day(-9)}&to=${day(-8)}`), []);
});

test('assigning leads returns their previous assignees, and the new assignee finds them in the inbox', async () => {
  await person.send('PATCH', `${base}/leads`, { companyIds: [sap], assigneeId: account.userId });
  const { body } = await person.send('PATCH', `${base}/leads`, { companyIds: [audi, sap], assigneeId: account.userId });
  const before = new Map(
    (body.previous as { companyId: string; assigneeId: string | null }[]).map((lead) => [lead.companyId, lead.assigneeId]),
  );
  assert.deepEqual([before.get(audi), before.get(sap)], [null, account.userId]);
  const assigned = (await person.get<Body<'GET /assigned-leads'>>(`${base}/assigned-leads`)).body;
  assert.deepEqual([assigned.total, assigned.leads.map(({ name }) => name)], [2, ['Audi', 'SAP']]);
  assert.ok(
    assigned.leads.every(({ hasUnread }) => !hasUnread),
    'users are not notified about their own assignments',
  );
  const notification = { accountId: account.accountId, kind: 'automation' as const, actorId: null, detail: 'Watch' };
  await writeNotifications(service.ctx, service.ctx.db, { ...notification, userIds: [account.userId], companyIds: [sap] });
  const { leads } = (await person.get<Body<'GET /assigned-leads'>>(`${base}/assigned-leads`)).body;
  assert.deepEqual(
    leads.map(({ name, hasUnread }) => [name, hasUnread]),
    [
      ['Audi', false],
      ['SAP', true],
    ],
  );
  // Without visits left, such as after the retention period, a lead comes last.
  await service.ctx.db.updateTable('leads').set({ last_visit_at: null }).where('company_id', '=', audi).execute();
  const { leads: rest } = (await person.get<Body<'GET /assigned-leads'>>(`${base}/assigned-leads`)).body;
  assert.deepEqual(
    rest.map(({ name }) => name),
    ['SAP', 'Audi'],
  );
});
