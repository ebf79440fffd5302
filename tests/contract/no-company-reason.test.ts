import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountApi } from '../../server/src/app/api.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import type { DataFlow } from '../../server/src/domain/dashboard/get-data-flow.ts';
import type { LiveList } from '../../server/src/domain/live/list-live-visits.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { addresses, callEarlier, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const account = await service.newAccount({ timezone: 'UTC' });
const call = checkedClient(service, account);

/** For each reason, an address whose visits have no company for this reason. */
const senders: Record<string, string> = {
  home_line: '217.0.0.1',
  mobile: '27.104.0.10',
  hosting: '5.9.0.1',
  vpn: '146.70.8.10',
  relay: '172.225.206.10',
  gateway: '161.69.0.10',
  shared_place: '91.213.98.10',
  unknown: '207.227.224.10',
  correction: addresses.BASF,
};
await createCorrection(service.ctx, account.accountId, { target: addresses.BASF, effect: 'not_a_company' });
const at = '2026-10-01T11:58:00Z';
for (const [reason, ip] of [...Object.entries(senders), ['company', addresses.Audi] as const])
  await visit(service, account, { ip, events: [{ at, url: `https://shop.example/${reason}` }] });

const person = new BrowserSession(service);
await person.signIn(account.email);
const base = `/accounts/${account.accountId}`;
const reasonsByPath = Object.fromEntries(Object.keys(senders).map((reason) => [`/${reason}`, reason]));

test('the live view shows why a visit has no company', async () => {
  const { body } = await person.get<LiveList>(`${base}/live`);
  assert.deepEqual(Object.fromEntries(body.visits.map(({ path, noCompanyReason }) => [path, noCompanyReason])), {
    ...reasonsByPath,
    '/company': null,
  });
});

test('the data flow counts visits without a company by reason', async () => {
  const { body } = await person.get<DataFlow>(`${base}/data-flow?from=2026-10-01&to=2026-10-01`);
  assert.deepEqual(Object.fromEntries(body.noCompany.map(({ reason, visits }) => [reason, visits])), {
    ...Object.fromEntries(Object.keys(senders).map((reason) => [reason, 1])),
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  assert.equal(sum(body.kinds.map(({ visits }) => visits)), Object.keys(senders).length + 1);
  assert.equal(sum(body.kinds.map(({ identified }) => identified)), 1);
  const dropReasons = body.dropped.map(({ reason }) => reason);
  assert.deepEqual([dropReasons.includes('bot'), dropReasons.includes('account_gone')], [true, false]);
});

type CountedVisits = AccountApi['GET /visits']['response'];

test('the list behind each number of visits in the data flow has that many visits', async () => {
  const { body: flow } = await person.get<DataFlow>(`${base}/data-flow?from=2026-10-01&to=2026-10-01`);
  const list = async (query: string) => (await person.get<CountedVisits>(`${base}/visits?from=2026-10-01&to=2026-10-01&${query}`)).body;
  const pathsOf = ({ visits }: CountedVisits) => visits.flatMap(({ steps }) => steps.map(({ path }) => path));
  for (const { reason, visits } of flow.noCompany) {
    const found = await list(`reason=${reason}`);
    assert.deepEqual([found.total, found.visits.length, pathsOf(found)], [visits, visits, [`/${reason}`]]);
    assert.deepEqual(
      found.visits.map(({ noCompanyReason, company }) => [noCompanyReason, company]),
      [[reason, null]],
    );
  }
  const paths: (string | null)[] = [];
  for (const { kind, visits, identified } of flow.kinds) {
    const found = await list(`kind=${kind}`);
    assert.deepEqual([found.total, found.visits.length, found.next], [visits, visits, null], kind);
    assert.equal(found.visits.filter(({ companyId }) => companyId !== null).length, identified, kind);
    paths.push(...pathsOf(found));
    const filters = { all: [{ field: 'network_kind', operator: 'is', values: [kind], excluded: false }] };
    const leads = await person.get<{ total: number }>(
      `${base}/leads?from=2026-10-01&to=2026-10-01&${new URLSearchParams({ filters: JSON.stringify(filters) })}`,
    );
    assert.equal(leads.body.total, identified, kind);
  }
  assert.deepEqual(paths.sort(), ['/company', ...Object.keys(reasonsByPath)].sort());
  const { visits, total } = await list('kind=business');
  const audi = required(visits.find(({ companyId }) => companyId !== null));
  assert.deepEqual([audi.company, audi.noCompanyReason, total], ['Audi', null, visits.length]);
  assert.equal((await list('kind=isp&reason=mobile')).total, 1);
  assert.equal((await list('kind=business&reason=mobile')).total, 0);
  assert.equal((await person.get(`${base}/visits?from=2026-10-01&to=2026-10-01&kind=cloud`)).status, 400);
  assert.equal((await person.get(`${base}/visits?from=2026-10-01&to=2026-10-01&before=x`)).status, 400);
});

test('the pages of the list of visits contain each visit once, newest first, across days and time zones', async () => {
  const other = await service.newAccount({ timezone: 'Pacific/Auckland' });
  const ip = required(senders.home_line);
  // On some days there are more visits than on a page, and two visits start at the same time.
  const times = Array.from({ length: 120 }, (_, index) => Date.parse('2026-09-30T23:50:00Z') - Math.floor(index / 2) * 23 * 60_000);
  await visit(
    service,
    other,
    ...times.map((time, index) => ({
      ip,
      visitor: `visitor ${index}`,
      events: [{ at: new Date(time).toISOString(), url: `https://shop.example/${index}` }],
    })),
  );
  const reader = new BrowserSession(service);
  await reader.signIn(other.email);
  const found: { id: string; startedAt: string }[] = [];
  let before: string | null = null;
  for (let pages = 0; pages === 0 || before !== null; pages++) {
    assert.ok(pages < 4);
    const query: string = before === null ? '' : `&before=${before}`;
    const { body } = await reader.get<CountedVisits>(
      `/accounts/${other.accountId}/visits?from=2026-09-28&to=2026-10-01&reason=home_line${query}`,
    );
    assert.equal(body.total, times.length);
    found.push(...body.visits);
    before = body.next;
  }
  assert.equal(new Set(found.map(({ id }) => id)).size, times.length);
  assert.deepEqual(
    found.map(({ startedAt }) => startedAt),
    times.map((time) => new Date(time).toISOString()),
  );
});

test('the versioned API lists visits without a company on request, each with its reason', async () => {
  const days = { start_date: '2026-10-01', end_date: '2026-10-01' };
  const search = (filters: object) => call('/v1/web-visits', { body: { ...days, filters } });
  const { body } = await search({ has_company: false });
  type Row = { attributes: { landing_page_path: string; no_company_reason?: string }; relationships: { company: unknown } };
  const rows: Row[] = body.data;
  assert.deepEqual(
    Object.fromEntries(rows.map(({ attributes }) => [attributes.landing_page_path, attributes.no_company_reason])),
    reasonsByPath,
  );
  assert.ok(rows.every(({ relationships }) => relationships.company === null));
  assert.equal(body.meta.pagination?.total_count, rows.length);
  for (const filters of [{}, { has_company: true }]) {
    const identified: Row[] = (await search(filters)).body.data;
    assert.deepEqual(
      identified.map(({ attributes, relationships }) => [
        attributes.landing_page_path,
        'no_company_reason' in attributes,
        relationships.company,
      ]),
      [['/company', false, firstOf(identified).relationships.company]],
    );
  }
  const germans = await search({ has_company: false, location_country_codes: ['DE'] });
  assert.ok(germans.body.data.length > 0 && germans.body.data.length < rows.length);
  assert.equal(errorOf(await search({ has_company: false, company_id: '1' })), '400 invalid_parameter /filters/has_company');
});

test('the enrichment of an address returns why it has no company', async () => {
  for (const [reason, ip] of Object.entries(senders))
    assert.equal((await call(`/v1/ip/enrich?ip=${ip}`)).body.data.attributes.no_company_reason, reason);
  assert.equal((await call(`/v1/ip/enrich?ip=${addresses.Audi}`)).body.data.attributes.no_company_reason, null);
});

test('the earlier API lists only visits of identified companies, without the attribute no_company_reason', async () => {
  const { data } = await callEarlier(`${service.url}/accounts/${account.accountId}/visits?start_date=2026-10-01&end_date=2026-10-01`, {
    token: account.token,
  });
  assert.deepEqual(
    data.map(({ attributes }) => [attributes.landing_page_path, 'no_company_reason' in attributes]),
    [['/company', false]],
  );
});
