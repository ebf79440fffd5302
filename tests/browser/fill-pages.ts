import assert from 'node:assert/strict';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, addUser, type DemoTest, sendVisit } from './web-kit.ts';

/**
 * Adds records to the demo account, so that no page is empty. Returns a company, the query of an OAuth authorization, and the
 * paths of the pages that need no session.
 */
export async function fillPages(web: DemoTest) {
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
  const today = new Date().toISOString().slice(0, 10);
  await member.send('POST', `/accounts/${demo.accountId}/companies/${companyId}/notes`, {
    body: `@${demo.email} they asked for prices. Can you call them?`,
  });
  await create('/annotations', { day: today, body: 'New prices online' });
  await create('/invitations', { email: 'new.colleague@lumenworks.example', role: 'member' });
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
  await sendVisit(web, demo, { address: addresses.sap, paths: ['/pricing', '/product'] });
  await sendVisit(web, demo, { address: addresses.home, paths: ['/'] });
  const authorize = new URLSearchParams({
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'companies:read custom_fields:write',
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const publicPaths = {
    'sign-in': 'sign-in',
    'forgot-password': 'forgot-password',
    'reset-password': 'reset-password',
    invitation: 'invitation',
    'shared-dashboard': link.url.replace(/^.*\/shared/, 'shared'),
  };
  return { companyId, authorizeQuery: String(authorize), publicPaths };
}
