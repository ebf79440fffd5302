import assert from 'node:assert/strict';
import { resetPrefix, validMinutes } from '../../server/src/domain/auth/reset-password.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { createSecret, hashSecret } from '../../server/src/lib/secrets.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import type { ShownRecords } from './views.ts';
import { addresses, addUser, type DemoTest, sendVisit } from './web-kit.ts';

/** Adds records to the demo account, so that no page is empty. Returns those that views show. */
export async function fillPages(web: DemoTest): Promise<ShownRecords> {
  const { service, demo } = web;
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  const create = async <Body>(path: string, body: object) => {
    const response = await owner.send<Body>('POST', `/accounts/${demo.accountId}${path}`, body);
    assert.ok(response.status < 300, `${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const { companyId } = firstOf(await web.leads('sort=visits&order=desc'));
  const colleague = await addUser(web, demo, 'member');
  const member = new BrowserSession(service);
  await member.signIn(colleague.email);
  const today = await web.day(0);
  await member.send('POST', `/accounts/${demo.accountId}/companies/${companyId}/notes`, {
    body: `@${demo.email} they asked for prices. Can you call them?`,
  });
  await create('/annotations', { day: today, body: 'New prices online' });
  const invitation = await create<{ url: string }>('/invitations', { email: 'new.colleague@lumenworks.example', role: 'member' });
  await create('/keys', { name: 'Reporting', scopes: ['companies:read'] });
  const redirect = `${service.url}/healthz`;
  const app = await create<{ clientId: string }>('/oauth-apps', {
    name: 'Agency',
    redirectUris: [redirect],
    grants: ['authorization_code'],
  });
  const link = await create<{ url: string }>('/dashboard-links', { name: 'Board', days: { lastDays: 30 }, validDays: 30 });
  await create('/automations', {
    name: 'Call readers of the prices',
    feedId: 'new_leads',
    actions: { tagId: null, assigneeId: null, listId: null, notify: [], webhook: 'https://hooks.example.com/leads' },
  });
  await create('/corrections', { target: '203.0.113.0/24', effect: 'ignore' });
  await create('/exports', { format: 'csv', from: today, to: today });
  const upload = await fetch(`${service.url}/app/api/accounts/${demo.accountId}/imports?kind=crm&name=crm.csv`, {
    method: 'POST',
    headers: { cookie: owner.cookie, 'x-csrf-token': owner.csrfToken, 'content-type': 'application/octet-stream' },
    body: 'name,domain\nExample,not a domain\n',
  });
  assert.equal(upload.status, 201, await upload.text());
  const { contacts } = await web.getJson<{ contacts: { id: string }[] }>(`/companies/${companyId}/contacts`);
  const contactIds = contacts.map(({ id }) => id);
  await create(`/contacts/${firstOf(contactIds)}/reveal`, {});
  const contactList = await create<{ id: string }>('/lists', { name: 'People to call', scope: 'contact' });
  await create(`/lists/${contactList.id}/members`, { ids: contactIds, isOn: true });
  const companyList = required((await web.getJson<{ id: string; itemCount: number }[]>('/lists')).find(({ itemCount }) => itemCount > 0));
  const { id: goalId } = required(
    (await web.getJson<{ id: string; name: string }[]>('/goals')).find(({ name }) => name === 'Viewed pricing'),
  );
  await sendVisit(web, demo, { address: addresses.sap, paths: ['/pricing', '/product'] });
  await sendVisit(web, demo, { address: addresses.home, paths: ['/'] });
  const { visits: liveVisits } = await web.getJson<{ visits: { id: string; companyId: string | null }[] }>('/live');
  const authorize = new URLSearchParams({
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'companies:read custom_fields:write',
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const afterHash = (url: string) => url.replace(/^.*#/, '');
  return {
    companyId,
    companyListId: companyList.id,
    contactListId: contactList.id,
    goalId,
    liveCompanyId: required(liveVisits.find((visit) => visit.companyId !== null)?.companyId),
    liveVisitId: required(liveVisits.find((visit) => visit.companyId === null)).id,
    authorizeQuery: String(authorize),
    dashboardSecret: afterHash(link.url),
    invitationSecret: afterHash(invitation.url),
    resetSecret: await createResetSecret(web),
  };
}

/** Creates the secret of a password reset link, which is otherwise only mailed. */
async function createResetSecret({ service: { ctx }, demo }: DemoTest): Promise<string> {
  const secret = createSecret(resetPrefix);
  const { id } = await ctx.db.selectFrom('users').select('id').where('email', '=', demo.email).executeTakeFirstOrThrow();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000);
  await ctx.db
    .insertInto('password_resets')
    .values({ hash: hashSecret(secret), user_id: id, created_at: now, expires_at: expiresAt })
    .execute();
  return secret;
}
