import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { loadDirectory } from '../../bench/screens-dataset.ts';
import { channels, createSendersTable, loadVisits, pageGoals } from '../../bench/screens-load.ts';
import type { AccountApi } from '../../server/src/app/api.ts';
import { enqueueAccountMoves } from '../../server/src/domain/company-merges/enqueue-account-moves.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { buildLeadWindow } from '../../server/src/domain/leads/build-lead-window.ts';
import { runReattribution } from '../../server/src/domain/reattribution/run-reattribution.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { callEveryRoute } from '../kit/call-every-route.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { createAccountWithRecords } from '../kit/create-account-with-records.ts';
import { recordStatements, type Statement } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T00:00:00Z');
const { ctx } = service;
const { db } = ctx;

const visits = 45_000;
const leads = 12_000;
const days = { from: '2026-09-01', to: '2026-09-30' };
const firstCompanyId = 50_000_000;
const rareContacts = 7;

/** Statements that may read more rows than the limit, up to a number for the account of this test, with the reason. */
const exceptions: [begins: string, maxRead: number, reason: string][] = [
  [
    'select count(*)::int as total from (select 1 from lead_window_rollups',
    13_000,
    'the list of the web application has up to 100,000 rows',
  ],
  ['select count(*)::int as total from ( select 1 from leads l where', 11_000, 'counting stops after 10,000 leads'],
  ['with grouped as materialized ( select coalesce(c.merged_into', 100_000, 'the versioned API lists companies by place in any interval'],
  [
    'select number, count(*)::int as visits, count(distinct company_id)::int as companies, (count(distinct company_id) filter (where is_new))',
    30_000,
    'the stats of a campaign count companies that are new to the account, which no rollup contains',
  ],
  ['with matched as materialized', 150_000, 'the filters of a feed are compared lead by lead'],
  ['select v.campaign as name, count(*)::int as visits', 60_000, 'a drill-down of the dashboard reads at most 50,000 visits'],
  ['select "goalId", id, url, path, visits', 50_000, 'the pages on the way to a goal are those of at most 50,000 visits with goals'],
];

const noRecord = 'the account has no such record, or another interface has deleted it';
const reading = 'reads a few rows by key';
/** Routes that are called without success, with the reason why that is enough. */
const refused = new Map<string, string>([
  ...[
    'getCompanyEnrichmentJob',
    'getFindContactDataJob',
    'getBatchAddTagsJob',
    'getBatchRemoveTagsJob',
    'getBatchAddToListJob',
    'getBatchRemoveFromListJob',
    'GET /export-requests/:id',
    'GET /download/:file_name',
    'GET /exports/:exportId/file',
    'PATCH /feed-folders/:folderId',
    'GET /live/:visitId',
    'POST /imports/:importId/mapping',
    'POST /imports/:importId/start',
    'GET /imports/:importId/errors',
    'POST /invitations/:invitationId/renew',
    'PATCH /keys/:id',
    'PATCH /tokens/:id',
    'PATCH /oauth-apps/:clientId',
    'POST /oauth-apps/:clientId/secret',
    'PUT /automations/:automationId',
    'GET /automations/:automationId/runs',
  ].map((name): [string, string] => [name, noRecord]),
  ...['createCompanyEnrichmentJob', 'estimateCompanyEnrichmentJob'].map((name): [string, string] => [
    name,
    'needs a custom field of the example',
  ]),
  ...['addContactToLists', 'removeContactFromLists'].map((name): [string, string] => [name, 'needs a list of contacts']),
  ['updateBuyerPersona', `the example removes the only criterion; ${reading}`],
  ['POST /feeds/:feedId/alerts/test', `the feed has no recipients; ${reading}`],
  ['PUT /companies/:companyId/group', `needs the permission to edit the directory; ${reading}`],
  ['POST /company-candidates/decisions', `needs the permission to edit the directory; ${reading}`],
  ['POST /tracker/check', 'would request a page of the Internet'],
  ['POST /brand/logo', `needs an image; ${reading}`],
  ['POST /imports', 'receives a file'],
  ['DELETE /import-mappings', noRecord],
  ['DELETE /members/:userId', 'the account needs an owner'],
]);

/** Creates an account with records of every kind, and with so many visits that a statement that reads all of them exceeds the limit. */
async function createLargeAccount() {
  const account = await service.newAccount({ credits: 1_000_000 });
  const { accountId } = account;
  await loadDirectory(db, leads);
  await sql`
    insert into places (account_id, id, country_code, city) select ${accountId}::bigint, n, 'DE', 'City ' || n from generate_series(1, 50) as n`.execute(
    db,
  );
  await createSendersTable(db);
  await sql`
    insert into bench_senders select n, case when n < ${leads}::int then ${firstCompanyId}::bigint + n end, 1 + n % 50, null
    from generate_series(0, ${leads + 99}::int) as n`.execute(db);
  const period = { end: new Date('2026-10-01T00:00:00Z'), days: 31, recentDays: 30, recentShare: 0.97 };
  const website = { pages: 50, channels, goals: pageGoals([0, 3, 17]) };
  await loadVisits(ctx, { accountId, visits, identified: leads, senders: leads + 100, period, website });
  return createAccountWithRecords({ ...service, newAccount: async () => account });
}

const large = await createLargeAccount();

test('no request reads all visits, leads or companies, except with the listed statements', async () => {
  const account = large;
  const { accountId } = account;
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  // Builds what is stored when an interval is used for the first time.
  await person.get(`/accounts/${accountId}/feeds`);
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  await addContacts();
  await sql`analyze`.execute(db);

  recorded.length = 0;
  await callWithManyVisits(account);
  await callVisitorCompanies(account);
  await callWithManyContacts(account, person);
  const calls = await callEveryRoute(service, account);
  const unsuccessful = calls.filter(({ status }) => status < 200 || status >= 300);
  // The interfaces delete the same records one after the other.
  const missed = unsuccessful.filter(({ method, status, name }) => !(method === 'DELETE' && status === 404) && !refused.has(name));
  console.log(missed.map(({ api, name, status, text }) => `${api} ${name}: ${status} ${text}`).join('\n'));
  assert.deepEqual(
    missed.map(({ api, name, status, text }) => `${api} ${name}: ${status} ${text}`),
    [],
  );
  const refusedNames = new Set(unsuccessful.map(({ name }) => name));
  assert.deepEqual(
    [...refused.keys()].filter((name) => !refusedNames.has(name)),
    [],
    'routes that are no longer refused',
  );
  // The same statement can read few rows with some parameters and many with others.
  const statements = new Map<string, Statement>(
    recorded
      .filter(({ role }) => role === 'account')
      .map((statement) => [JSON.stringify([statement.text, statement.values, statement.settings]), statement]),
  );
  assert.ok(statements.size > 400, `${statements.size} statements`);
  const excessive: string[] = [];
  const used = new Set<string>();
  const client = await service.connection.pool.connect();
  for (const statement of statements.values()) {
    const text = statement.text.replaceAll(/\s+/g, ' ').trim();
    const exception = exceptions.find(([begins]) => text.startsWith(begins));
    if (exception) used.add(exception[0]);
    const plan = await rowsRead(client, statement);
    if (plan === null || plan.read <= (exception?.[1] ?? 50 * plan.returned + 10_000)) continue;
    excessive.push(`${plan.read} rows read for ${plan.returned}: ${text}`);
  }
  client.release();
  assert.deepEqual(excessive, []);
  assert.deepEqual(
    exceptions.map(([begins]) => begins).filter((begins) => !used.has(begins)),
    [],
    'exceptions for statements that no longer exist',
  );
});

/** Calls operations with filters and records that have more visits than those of the examples. */
async function callWithManyVisits(account: TestAccount): Promise<void> {
  const call = checkedClient(service, account);
  const interval = { start_date: days.from, end_date: days.to };
  for (const filters of [
    { has_company: false },
    { has_company: false, location_country_codes: ['DE'] },
    { location_cities: ['City 7'] },
    { location_country_codes: ['DE'], company_id: String(firstCompanyId) },
  ]) {
    const { status, body } = await call('/v1/web-visits?page[num]=2', { body: { ...interval, filters } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.data.length > 0, JSON.stringify(filters));
  }
  const { data } = (await call('/v1/campaigns?page[size]=100')).body;
  const { id } = data.find(({ attributes }: { attributes: { name: string } }) => attributes.name === 'autumn');
  const period = new URLSearchParams({ start_period: days.from, end_period: days.to, 'page[size]': '100' });
  assert.equal((await call(`/v1/campaigns/${id}/stats?${period}`)).status, 200);
}

/** Pages of companies by place sum the days of the interval once, for the rows and for their number. */
async function callVisitorCompanies(account: TestAccount): Promise<void> {
  const before = recorded.length;
  const { status, body } = await checkedClient(service, account)('/v1/web-visits/companies?page[size]=20');
  assert.deepEqual([status, body.data.length], [200, 20]);
  const sums = recorded.slice(before).filter(({ text }) => text.includes('from company_days d join companies c on c.id = d.company_id'));
  assert.equal(sums.length, 1);
}

/** Adds contacts, a few of which have another title, department and country. */
async function addContacts(): Promise<void> {
  await sql`
    insert into contacts (id, company_id, full_name, title, department, hierarchy_level, country_code, updated_at)
    select 90000000 + n, ${firstCompanyId}::bigint + n, 'Contact ' || n, 'Zq', 'sales_department', 'staff', 'FI', now() from generate_series(1, ${rareContacts}::int) as n
    union all select 90001000 + n, ${firstCompanyId}::bigint + n % ${leads}::int, 'Contact ' || n, 'Clerk', 'it_department', 'staff', 'SE', now() from generate_series(1, 30000) as n`.execute(
    db,
  );
}

/** Counts the contacts of personas that match none, few or most of the contacts. */
async function callWithManyContacts({ accountId }: TestAccount, person: BrowserSession): Promise<void> {
  const personas = [
    { name: 'Country', countries: ['FI'] },
    { name: 'Short title', positions: ['q'] },
    { name: 'Long title', positions: ['cler'] },
    { name: 'Title in country', countries: ['SE', 'FI'], positions: ['zq'] },
    { name: 'Level', hierarchy_levels: ['staff'], departments: ['sales_department'] },
    { name: 'Nobody', countries: ['NO'], positions: ['zq'] },
  ];
  for (const persona of personas) assert.equal((await person.send('POST', `/accounts/${accountId}/personas`, persona)).status, 201);
  const { body } = await person.get<AccountApi['GET /personas']['response']>(`/accounts/${accountId}/personas`);
  const counted = new Map(body.personas.map(({ name, contactCount, isTotalCapped }) => [name, { contactCount, isTotalCapped }]));
  assert.deepEqual(
    ['Country', 'Long title', 'Level', 'Nobody'].map((name) => counted.get(name)),
    [
      { contactCount: rareContacts, isTotalCapped: false },
      { contactCount: 10_000, isTotalCapped: true },
      { contactCount: rareContacts, isTotalCapped: false },
      { contactCount: 0, isTotalCapped: false },
    ],
  );
  for (const name of ['Short title', 'Title in country']) {
    // Which contacts are read first depends on the plan.
    const { contactCount, isTotalCapped } = counted.get(name)!;
    assert.ok(contactCount <= rareContacts && isTotalCapped, `${name}: ${contactCount}`);
  }
}

test('the list behind a figure reads each lead twice and each visit of its days three times at most, and no earlier visits', async () => {
  const { accountId, email } = large;
  const person = new BrowserSession(service);
  await person.signIn(email);
  const results = await person.get<AccountApi['GET /goal-results']['response']>(
    `/accounts/${accountId}/goal-results?${new URLSearchParams(days)}`,
  );
  const conditions = {
    new_through_campaign: 'autumn',
    goal_campaign: 'autumn',
    goal_step: `${firstOf(results.body.goals).id}/considered`,
    source_medium_campaign_page: 'letter / email / autumn / /section-1/page-1',
  };
  const excessive: string[] = [];
  for (const [field, value] of Object.entries(conditions)) {
    const filters = JSON.stringify({ all: [{ field, operator: 'is', values: [value] }] });
    for (const [from, visitsOfDays] of [
      [days.from, visits],
      ['2026-09-29', visits / 10],
    ] as const) {
      recorded.length = 0;
      const query = new URLSearchParams({ from, to: days.to, filters });
      const { status, body } = await person.get<AccountApi['GET /leads']['response']>(`/accounts/${accountId}/leads?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.total > 0 && body.total < leads, `${field}: ${body.total} leads`);
      const client = await service.connection.pool.connect();
      for (const statement of recorded.filter(({ role }) => role === 'account')) {
        const read = (await rowsRead(client, statement))?.read ?? 0;
        if (read > 2 * leads + 3 * visitsOfDays) excessive.push(`${field} from ${from}: ${read} rows read: ${statement.text}`);
      }
      client.release();
    }
  }
  assert.deepEqual(excessive, []);
});

test('a text search stops counting after 10,000 leads, and lists the first of all that match', async () => {
  const { accountId, email } = large;
  const person = new BrowserSession(service);
  await person.signIn(email);
  const list = async (query: string) => {
    const { status, body } = await person.get<AccountApi['GET /leads']['response']>(
      `/accounts/${accountId}/leads?${new URLSearchParams(days)}&sort=name&order=asc&${query}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return { ...body, names: body.rows.map(({ name }) => name) };
  };
  const assertCapped = async () => {
    const all = await list('');
    assert.ok(all.total > 11_000 && !all.isTotalCapped, `${all.total} leads`);
    // Matches the domain of every company.
    const found = await list('search=.example');
    assert.deepEqual([found.total, found.isTotalCapped, found.names], [10_000, true, all.names]);
    assert.deepEqual((await list('search=.example&offset=9990')).names.length, 10);
    const [first] = all.rows;
    const single = await list(`search=${first?.domain}`);
    assert.deepEqual([single.total, single.isTotalCapped, single.names], [1, false, [first?.name]]);
  };
  await assertCapped();
  await sql`delete from lead_windows where account_id = ${accountId}`.execute(db);
  await assertCapped();
});

test('a merge finds the accounts whose evidence names the merged company with an index', async () => {
  await sql`
    insert into verdicts (account_id, id, kind, confidence, network, evidence)
    select ${large.accountId}::bigint, 9000000 + n, 'business', 1, '{}', jsonb_build_array(jsonb_build_object('company', jsonb_build_object('key', 'company' || n || '.example')))
    from generate_series(1, 5000) as n`.execute(db);
  await sql`analyze verdicts`.execute(db);
  recorded.length = 0;
  await enqueueAccountMoves(ctx, { previousId: '1', companyKeys: ['company7.example'], reason: 'test' });
  const { text, values } = recorded.find((statement) => statement.text.includes('from verdicts where'))!;
  const { rows } = await service.connection.pool.query(`explain ${text}`, values);
  assert.match(rows.map((row) => String(row['QUERY PLAN'])).join('\n'), /verdicts_by_evidence/);
});

test('a correction searches the visits of an account in batches', async () => {
  const { accountId } = large;
  const { reattributionId } = await createCorrection(ctx, accountId, { target: '203.0.113.0/24', effect: 'not_a_company' });
  recorded.length = 0;
  await runReattribution(ctx, accountId, reattributionId);
  const searches = recorded.filter(({ text }) => text.includes('from visits v'));
  const client = await service.connection.pool.connect();
  const excessive: string[] = [];
  for (const statement of searches) {
    const plan = await rowsRead(client, statement);
    // A batch has 20,000 visits, each with a verdict.
    if (plan && plan.read > 40_000) excessive.push(`${plan.read} rows read: ${statement.text}`);
  }
  client.release();
  assert.deepEqual(excessive, []);
  assert.ok(searches.length >= 6, `${searches.length} statements for three batches`);
});

test('in an account without planner statistics, a request reads each lead a few times, not once per other lead', async () => {
  await loadDirectory(db, leads);
  const { accountId: analyzedId } = await service.newAccount();
  await addLeads(analyzedId, 300);
  await sql`analyze`.execute(db);
  const { accountId, email } = await service.newAccount();
  const many = 3000;
  await addLeads(accountId, many);
  const person = new BrowserSession(service);
  await person.signIn(email);
  recorded.length = 0;
  const filters = JSON.stringify({ all: [{ field: 'headquarters_country_code', operator: 'is', values: ['DE'] }] });
  const interval = new URLSearchParams(days);
  for (const path of [
    'feeds',
    `leads?${interval}&feed=recommended_leads`,
    `leads?${interval}&search=000777&filters=${encodeURIComponent(filters)}`,
  ]) {
    const { status, body } = await person.get(`/accounts/${accountId}/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
  }
  const excessive: string[] = [];
  let hashed = 0;
  const client = await service.connection.pool.connect();
  for (const statement of recorded.filter(({ role }) => role === 'account')) {
    const plan = await rowsRead(client, statement);
    if (statement.text.includes('rise_points') && / l\.company_id in \(|\(l\.company_id in \(/.test(statement.text)) {
      const { rows } = await client.query(`explain ${statement.text}`, statement.values);
      const lines = rows.map((row) => String(row['QUERY PLAN']));
      // With a join, the planner might run the subquery once per lead, depending on tiny differences in cost.
      assert.ok(
        lines.some((line) => line.includes('hashed SubPlan')),
        `the recommended leads are computed once:\n${lines.join('\n')}`,
      );
      hashed++;
    }
    if (plan && plan.read > 20 * many) excessive.push(`${plan.read} rows read: ${statement.text}`);
  }
  client.release();
  assert.deepEqual(excessive, []);
  assert.ok(hashed >= 2, 'for the count and for the list');
});

test('a search of companies reads a bounded number of them, with and without planner statistics', async () => {
  const call = checkedClient(service, await service.newAccount());
  const many = 45_000;
  await sql`
    insert into companies (id, name, origin, country_code, employee_range, industry_codes, names_indexed, updated_at)
    select 70000000 + n, case when n % 20000 = 0 then 'Raretermx ' else '' end || 'Commontermx ' || n, 'import', 'AQ', '1-10', '{fishing_aquaculture}', true, now()
    from generate_series(1, ${many}::int) as n`.execute(db);
  const country = { locations: [{ country_code: 'AQ' }] };
  const size = { employee_ranges: ['1-10'] };
  const industries = { industries: { classification: 'internal', codes: ['fishing_aquaculture'] } };
  const client = await service.connection.pool.connect();
  /** Runs a search. Returns how many companies it finds and how many rows its statements read, and their conditions on words. */
  const search = async (body: object) => {
    recorded.length = 0;
    const response = await call('/v1/companies/search', { body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    const statements = recorded.filter(({ role, text }) => role === 'account' && text.includes('from companies c where'));
    // The search turns sequential scans off as well.
    await client.query('set enable_seqscan = off');
    let read = 0;
    const lookups: string[] = [];
    for (const statement of statements) {
      read += (await rowsRead(client, statement))?.read ?? 0;
      if (!statement.text.includes('explain')) {
        const { rows } = await client.query(`explain ${statement.text}`, statement.values);
        lookups.push(...rows.map((row) => String(row['QUERY PLAN'])).filter((line) => /Index Cond:.*words/.test(line)));
      }
    }
    await client.query('reset enable_seqscan');
    return { found: response.body.data.length, read, lookups };
  };
  try {
    for (const hasStatistics of [false, true]) {
      if (hasStatistics) await sql`analyze companies`.execute(db);
      for (const body of [{ ...country, ...size }, country, size, industries]) {
        const { found, read } = await search(body);
        assert.equal(found, 20);
        // Counting stops after 10,000 companies.
        assert.ok(read < 11_000, `${read} rows read ${hasStatistics ? 'with' : 'without'} statistics for ${JSON.stringify(body)}`);
      }
    }
    const { found, lookups } = await search({ search_terms: ['Commontermx Raretermx'] });
    assert.equal(found, 2);
    assert.ok(lookups.length > 0 && lookups.every((line) => !line.includes('commontermx')), lookups.join('\n'));
  } finally {
    client.release();
  }
});

async function addLeads(accountId: string, count: number): Promise<void> {
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
    select ${accountId}::bigint, ${firstCompanyId}::bigint + n, '2026-09-29', '2026-09-30', 2, 6, 3 from generate_series(1, ${count}::int) as n`.execute(
    db,
  );
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, '2026-09-30', 1, visits, page_views, deepest_visit, first_visit_at, last_visit_at
    from leads where account_id = ${accountId}`.execute(db);
}
