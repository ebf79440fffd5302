import { accountRoutes } from '../../server/src/app/routes/index.ts';
import { endpoints } from '../../server/src/earlier/endpoints/index.ts';
import { required } from '../../server/src/lib/required.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { BrowserSession } from './browser-session.ts';
import type { TestAccount, TestService } from './service.ts';

export type RouteCall = { api: 'v1' | 'earlier' | 'app'; name: string; method: string; status: number; text: string };

const uuid = '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e';
const days = { from: '2026-09-01', to: '2026-09-30' };
/** Query parameters of the web application's routes, each of which uses some of them. */
const query = new URLSearchParams({ ...days, startPeriod: '2026-09', endPeriod: '2026-09', source: 'google', medium: 'organic' });

/** Additional query parameters of individual routes of the web application. */
const queries: Record<string, Record<string, string>> = {
  'GET /companies/:companyId/reason-text': { language: 'en' },
  'GET /contacts': { search: 'clerk' },
  'GET /directory': { search: 'acme', countries: 'DE' },
  'GET /automation-preview': { feed: 'new_leads' },
};

/** Request bodies for routes of the web application. Other routes that change data get an empty object. */
const bodies: Record<string, unknown> = {
  'PATCH /leads': { companyIds: ['1001'], hidden: false },
  'POST /leads/tags': { companyIds: ['1001'], tagId: '1001', isOn: true },
  'POST /exports': { format: 'csv', from: days.from, to: days.to },
  'POST /feeds': { name: 'Another', filters: { all: [{ field: 'visits', operator: 'gte', values: [1] }] } },
  'POST /feed-folders': { name: 'Another' },
  'PATCH /feed-folders/:folderId': { name: 'Renamed' },
  'POST /annotations': { day: '2026-09-02', body: 'An annotation' },
  'POST /dashboard-links': { name: 'A link', days: { lastDays: 30 } },
  'POST /lists': { name: 'Another', scope: 'company' },
  'POST /lists/:listId/members': { ids: ['1001'], isOn: true },
  'POST /campaigns/:campaignId/costs': { firstDay: '2026-09-01', lastDay: '2026-09-30', amount: 100, currency: 'EUR' },
  'POST /companies/:companyId/notes': { body: 'A note' },
  'POST /corrections': { target: '192.0.2.0/24', effect: 'ignore' },
  'PATCH /companies/:companyId/custom-fields': { values: { contract_value: 5 } },
  'POST /custom-fields': { name: 'Another', scope: 'company', type: 'text' },
  'PATCH /lists/:listId': { name: 'Renamed' },
  'PUT /feeds/:feedId/digest': { frequency: 'daily' },
  'POST /companies/:companyId/emails': { email: 'someone@acme.example' },
  'POST /automations': {
    name: 'An automation',
    feedId: 'new_leads',
    actions: { tagId: '1001', assigneeId: null, listId: null, notify: [], webhook: null },
  },
  'PATCH /brand': { color: '#112233' },
  'PATCH /members/:userId': { role: 'owner' },
  'PATCH /settings': { consent: { respect_gpc: true } },
  'PATCH /account': { name: 'Renamed' },
  'POST /tags': { name: 'Another', color: 1 },
  'POST /goals': { name: 'Another', kind: 'page', match: { operator: 'is', value: '/x' }, value: null, active: true },
  'POST /invitations': { email: 'someone@acme.example', role: 'viewer' },
  'POST /tracker/check': { url: 'ftp://nothing.example' },
  'POST /icps': { name: 'Another', filters: { keywords: ['cars'] } },
  'PATCH /icps/:icpId': { filters: { keywords: ['ships'] } },
  'POST /personas': { name: 'Another', departments: ['management'] },
  'PATCH /personas/:personaId': { countries: ['FI'] },
  'POST /oauth-apps': { name: 'An application', redirectUris: [], grants: ['client_credentials'] },
  'PATCH /oauth-apps/:clientId': { disabled: true },
  'POST /keys': { name: 'A key' },
  'POST /tokens': { name: 'A token' },
};

/**
 * Calls every route of both APIs, and every route of the web application that belongs to an account, as the user of one account. Deletions
 * come last.
 */
export async function callEveryRoute(service: TestService, account: TestAccount): Promise<RouteCall[]> {
  const calls: RouteCall[] = [];
  const session = new BrowserSession(service);
  await session.signIn(account.email);
  const requests = [...v1Requests(service, account), ...earlierRequests(service, account), ...appRequests(session, account)];
  for (const { api, name, method, send } of requests.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const { status, text } = await send();
    calls.push({ api, name, method, status, text });
  }
  return calls;
}

type Request = Pick<RouteCall, 'api' | 'name' | 'method'> & { send(): Promise<{ status: number; text: string }> };

function v1Requests({ url }: TestService, { accountId, key }: TestAccount): Request[] {
  return operations.map(({ id, method, path, include = [], example = {} }) => ({
    api: 'v1',
    name: id,
    method,
    send: () => {
      const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? '1001'));
      const query = new URLSearchParams({
        account_id: accountId,
        ...(include.length > 0 && { include: include.join(',') }),
        ...example.query,
      });
      return sendRequest(`${url}${filledPath}?${query}`, method, { 'x-api-key': key }, example.body);
    },
  }));
}

function earlierRequests({ url }: TestService, { accountId, token }: TestAccount): Request[] {
  const values: Record<string, string> = { account_id: accountId, custom_feed_id: '7319', lead_id: '1001', id: uuid, file_name: 'a.json' };
  return endpoints.map(({ method, path }) => ({
    api: 'earlier',
    name: `${method} ${path}`,
    method,
    send: () => {
      const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) => required(values[name]));
      const query = new URLSearchParams({ account_id: accountId, custom_feed_id: 'all_leads', start_date: days.from, end_date: days.to });
      return sendRequest(`${url}${filledPath}?${query}`, method, { authorization: `Token token=${token}` });
    },
  }));
}

function appRequests(session: BrowserSession, { accountId, userId }: TestAccount): Request[] {
  const values: Record<string, string> = {
    feedId: uuid,
    listId: 'static_1002',
    folderId: uuid,
    goalId: uuid,
    exportId: uuid,
    icpId: uuid,
    personaId: uuid,
    importId: uuid,
    fieldId: 'contract_value',
    userId,
  };
  return accountRoutes.map(({ method, path }) => ({
    api: 'app',
    name: `${method} ${path}`,
    method,
    send: async () => {
      const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        // Digests refer to a feed by its number.
        path.endsWith('/digest') ? '7319' : (values[name] ?? '1001'),
      );
      const body = method === 'GET' ? undefined : (bodies[`${method} ${path}`] ?? {});
      const parameters = new URLSearchParams({ ...Object.fromEntries(query), ...queries[`${method} ${path}`] });
      const { status, body: response } = await session.send(method, `/accounts/${accountId}${filledPath}?${parameters}`, body);
      return { status, text: JSON.stringify(response) };
    },
  }));
}

async function sendRequest(url: string, method: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
