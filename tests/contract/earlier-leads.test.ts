import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { deleteOldSnapshots } from '../../server/src/domain/visits/pagination-snapshots.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { initialsLogoPath } from '../../server/src/lib/initials-logo.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { addresses, allPages, callEarlier, manyCompanies, type Resource, visit } from '../kit/earlier.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
let account: TestAccount;
let leads: (parameters: string, path?: string) => ReturnType<typeof callEarlier>;

const september = 'start_date=2026-09-01&end_date=2026-09-30';

let minute = 0;

beforeEach(async () => {
  // Each test has its own minute, so that the tests do not share a rate limit.
  service.clock.set(new Date(Date.parse('2026-10-01T12:00:00Z') + ++minute * 60_000));
  account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  leads = (parameters, path = 'leads') =>
    callEarlier(`${service.url}/accounts/${account.accountId}/${path}?${parameters}`, { token: account.token });
});

const nameOf = ({ attributes }: Resource) => attributes.name;
const at = (time: string, fields = {}) => ({ at: time, ...fields });
const companyIdOf = async (name: string) =>
  (await service.ctx.db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

test('a lead has every attribute, null or empty if unknown', async () => {
  await visit(service, account, {
    ip: addresses.Audi,
    events: [at('2026-09-01T10:00:00Z'), at('2026-09-01T10:01:00Z', { url: 'https://shop.example/a' })],
  });
  const { status, data, included } = await leads(september);
  assert.equal(status, 200);
  const id = await companyIdOf('Audi');
  assert.deepEqual(data, [
    {
      type: 'leads',
      id,
      attributes: {
        name: 'Audi',
        industry: 'Vehicle manufacturing',
        industries: [{ name: 'Vehicle manufacturing' }],
        first_visit_date: '2026-09-01',
        last_visit_date: '2026-09-01',
        status: 'new',
        website_url: 'https://audi.com',
        phone: null,
        professional_network_url: null,
        microblog_handle: null,
        social_network_url: null,
        employee_count: null,
        employees_range: { min: 10001, max: null },
        crm_lead_id: null,
        crm_organization_id: null,
        tags: [],
        logo_url: `${service.url}${initialsLogoPath('Audi')}`,
        assignee: null,
        business_id: null,
        revenue: null,
        emailed_to: null,
        view_in_app: `${service.url}/companies/${id}?account=${account.accountId}`,
        visits: 1,
        quality: 4,
      },
      relationships: { location: { data: { type: 'locations', id: firstOf(included).id } } },
    },
  ]);
  assert.deepEqual(included, [
    {
      type: 'locations',
      id: firstOf(included).id,
      attributes: { country: 'Germany', country_code: 'DE', region: 'Bavaria', region_code: null, city: 'Ingolstadt', state_code: null },
    },
  ]);
});

test('the service draws the initials of a company as its logo', async () => {
  const response = await fetch(`${service.url}${initialsLogoPath('Deutsche Bahn')}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/svg+xml');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'");
  assert.match(required(response.headers.get('cache-control')), /public.*immutable/);
  assert.match(await response.text(), />DB<\/text>/);
  assert.equal((await fetch(`${service.url}/logos/%3Cscript%3E-1.svg`)).status, 404);
});

test('a lead has the data of its company, and its tags, assignee, e-mails and CRM ids', async () => {
  await visit(service, account, { ip: addresses.BASF, events: [at('2026-09-01T10:00:00Z')] });
  const id = await companyIdOf('BASF');
  const { accountId, userId } = account;
  await sql`update companies set employee_range = '501-1.000', employee_count = 720, phone_numbers = '{+49 621 600,+49 1}', logo_url = 'https://basf.com/l.png',
    vat_id = 'DE123', revenue = '{"value": 2500000, "currency": "EUR", "year": 2025, "estimated": true}', industry_codes = '{}', url = null,
    social_media_profiles = '{"linkedin": [{"url": "https://www.linkedin.com/company/basf"}], "x": [{"url": "https://x.com/@basf/"}], "facebook": [{"url": "https://facebook.com/basf"}]}'
    where id = ${id}`.execute(service.ctx.db);
  await sql`update leads set assignee_id = ${userId}, emailed_to = '{a@b.example,c@d.example}', crm_lead_id = 17, crm_organization_id = 18
    where account_id = ${accountId} and company_id = ${id}`.execute(service.ctx.db);
  await sql`insert into tags (account_id, id, name) values (${accountId}, 1, 'Warm'), (${accountId}, 2, 'key account')`.execute(
    service.ctx.db,
  );
  await sql`insert into lead_tags (account_id, company_id, tag_id) values (${accountId}, ${id}, 1), (${accountId}, ${id}, 2)`.execute(
    service.ctx.db,
  );
  const { attributes } = firstOf((await leads(september)).data);
  assert.deepEqual(
    { ...attributes, view_in_app: 0, first_visit_date: 0, last_visit_date: 0, quality: 0 },
    {
      name: 'BASF',
      industry: 'N/A',
      industries: [],
      first_visit_date: 0,
      last_visit_date: 0,
      status: 'handled',
      website_url: 'https://basf.com',
      phone: '+49 621 600',
      professional_network_url: 'https://www.linkedin.com/company/basf',
      microblog_handle: 'basf',
      social_network_url: 'https://facebook.com/basf',
      employee_count: 720,
      employees_range: { min: 501, max: 1000 },
      crm_lead_id: 17,
      crm_organization_id: 18,
      tags: ['key account', 'Warm'],
      logo_url: 'https://basf.com/l.png',
      assignee: account.email,
      business_id: 'DE123',
      revenue: '2500000 EUR',
      emailed_to: 'a@b.example,c@d.example',
      view_in_app: 0,
      visits: 1,
      quality: 0,
    },
  );
});

test('assigning, e-mailing and sending to the CRM each mark a lead as handled', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [at('2026-09-01T10:00:00Z')] });
  for (const change of [sql`assignee_id = ${account.userId}`, sql`emailed_to = '{a@b.example}'`, sql`crm_lead_id = 1`]) {
    await sql`update leads set assignee_id = null, emailed_to = '{}', crm_lead_id = null where account_id = ${account.accountId}`.execute(
      service.ctx.db,
    );
    assert.equal(firstOf((await leads(september)).data).attributes.status, 'new');
    await sql`update leads set ${change} where account_id = ${account.accountId}`.execute(service.ctx.db);
    assert.equal(firstOf((await leads(september)).data).attributes.status, 'handled');
  }
});

test('lists count visits and quality of the interval; a single lead has all visits and no quality', async () => {
  await visit(
    service,
    account,
    { ip: addresses.Audi, events: [at('2026-08-20T10:00:00Z')] },
    { ip: addresses.Audi, events: [at('2026-09-05T10:00:00Z'), at('2026-09-05T10:01:00Z'), at('2026-09-05T10:02:00Z')] },
    { ip: addresses.Audi, events: [at('2026-09-20T10:00:00Z')] },
  );
  const listed = firstOf((await leads('start_date=2026-09-05&end_date=2026-09-05')).data).attributes;
  // Three of ten page views are 1.5 points, five of eight facts (domain, industry, employees, country, city) are 3.1.
  assert.deepEqual([listed.visits, listed.quality, listed.first_visit_date, listed.last_visit_date], [1, 5, '2026-08-20', '2026-09-20']);
  const lead = await callEarlier(`${service.url}/accounts/${account.accountId}/leads/${await companyIdOf('Audi')}`, {
    token: account.token,
  });
  assert.equal(lead.resource.attributes.visits, 3);
  assert.equal('quality' in lead.resource.attributes, false);
  assert.deepEqual([...Object.keys(lead.resource.attributes), 'quality'].sort(), Object.keys(listed).sort());
  assert.equal(firstOf(lead.included).id, required(lead.resource.relationships?.location?.data).id);
});

test('a missing lead and a lead of another account get 404', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [at('2026-09-01T10:00:00Z')] });
  const stranger = await service.newAccount();
  const id = await companyIdOf('Audi');
  for (const [lead, who] of [
    [id, stranger],
    [await companyIdOf('SAP'), account],
    ['999999', account],
    ['abc', account],
    ['1'.repeat(30), account],
  ] as const) {
    for (const path of ['', `/visits?${september}`]) {
      const response = await callEarlier(`${service.url}/accounts/${who.accountId}/leads/${lead}${path}`, { token: who.token });
      assert.equal(response.status, 404, lead + path);
      assert.match(response.title, /no lead/);
    }
  }
});

test('leads are sorted by newest visit in the interval, then by id', async () => {
  const [a, b, c, d] = firstItems(await manyCompanies(4), 4);
  await visit(
    service,
    account,
    { ip: a.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: b.ip, events: [at('2026-09-02T10:00:00Z')] },
    { ip: c.ip, events: [at('2026-09-02T10:00:00Z')] },
    { ip: a.ip, events: [at('2026-09-03T10:00:00Z')] },
    { ip: d.ip, events: [at('2026-09-04T10:00:00Z')] },
    { ip: b.ip, events: [at('2026-09-09T10:00:00Z')] },
  );
  const [tied, tiedToo] = firstItems(
    (await Promise.all([b, c].map(async ({ name }) => ({ name, id: Number(await companyIdOf(name)) })))).sort((x, y) => x.id - y.id),
    2,
  );
  const inFirstDays = await leads('start_date=2026-09-01&end_date=2026-09-03');
  assert.deepEqual(inFirstDays.data.map(nameOf), [a.name, tied.name, tiedToo.name]);
  assert.deepEqual((await leads(september)).data.map(nameOf), [b.name, d.name, a.name, c.name]);
});

test('days are in the account’s time zone, also across clock changes, and the last day is included', async () => {
  const [winter, summer] = firstItems(await manyCompanies(2), 2);
  service.clock.set('2026-11-05T12:00:00Z');
  // In Helsinki 25 October 2026 has 25 hours: from 21:00 UTC of the 24th to 22:00 UTC of the 25th.
  await visit(
    service,
    account,
    { ip: summer.ip, events: [at('2026-10-24T21:00:00Z')] },
    { ip: winter.ip, events: [at('2026-10-25T21:59:59Z')] },
  );
  const namesOn = async (day: string) => (await leads(`start_date=${day}&end_date=${day}`)).data.map(nameOf);
  assert.deepEqual(await namesOn('2026-10-24'), []);
  assert.deepEqual(await namesOn('2026-10-25'), [winter.name, summer.name]);
  assert.deepEqual(await namesOn('2026-10-26'), []);
  const { attributes } = firstOf((await leads('start_date=2026-10-25&end_date=2026-10-25')).data);
  assert.equal(attributes.last_visit_date, '2026-10-25');
});

test('dates may be ISO 8601 date-times, of which only the date is used', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [at('2026-09-10T10:00:00Z')] });
  for (const parameters of [
    'start_date=2026-09-10T23:59:59Z&end_date=2026-09-10T00:00:00Z',
    'start_date=2026-09-10T12:00:00.000%2B03:00&end_date=2026-09-10T12:00',
  ]) {
    assert.equal((await leads(parameters)).data.length, 1, parameters);
  }
});

test('missing, swapped and impossible dates get 400 with a title that names the parameter', async () => {
  for (const [parameters, title] of [
    ['end_date=2026-09-01', "Required parameter 'start_date' is missing"],
    ['start_date=&end_date=2026-09-01', "Required parameter 'start_date' is missing"],
    ['start_date=2026-09-01', "Required parameter 'end_date' is missing"],
    ['start_date=2026-09-02&end_date=2026-09-01', "Parameter 'start_date' must not be after 'end_date'"],
    ['start_date=2026-02-30&end_date=2026-09-01', 'Invalid start_date format: YYYY-MM-DD is expected'],
    ['start_date=2026-09-01&end_date=2026-09-31', 'Invalid end_date format: YYYY-MM-DD is expected'],
    ['start_date=yesterday&end_date=2026-09-01', 'Invalid start_date format: YYYY-MM-DD is expected'],
    ['start_date=01.09.2026&end_date=2026-09-01', 'Invalid start_date format: YYYY-MM-DD is expected'],
    ['start_date=2026-09-01Tnoon&end_date=2026-09-01', 'Invalid start_date format: YYYY-MM-DD is expected'],
    ['start_date=2026-09-01&start_date=2026-09-01&end_date=2026-09-01', "Parameter 'start_date' is given more than once"],
  ] as const) {
    for (const path of ['leads', 'visits', 'custom-feeds/all_leads/leads']) {
      const response = await leads(parameters, path);
      assert.deepEqual([response.status, response.title], [400, title], `${path} ${parameters}`);
    }
  }
});

test('page links have sorted parameters and encoded brackets, and a page past the end is empty', async () => {
  const companies = await manyCompanies(12);
  await visit(service, account, ...companies.map(({ ip }, index) => ({ ip, events: [at(`2026-09-01T10:${10 + index}:00Z`)] })));
  const base = `${service.url}/accounts/${account.accountId}/leads`;
  const link = (number: number, size: number) =>
    `${base}?end_date=2026-09-30&page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}&start_date=2026-09-01`;

  const byDefault = await leads(september);
  assert.equal(byDefault.data.length, 10);
  assert.deepEqual(byDefault.links, { self: link(1, 10), next: link(2, 10), last: link(2, 10) });

  const raw = await leads(`${september}&page[size]=5&page[number]=3`);
  assert.equal(raw.data.length, 2);
  assert.deepEqual(raw.links, { self: link(3, 5), last: link(3, 5) });

  const encoded = await leads(`${september}&page%5Bsize%5D=100`);
  assert.equal(encoded.data.length, 12);
  assert.deepEqual(encoded.links, { self: link(1, 100), last: link(1, 100) });

  const past = await leads(`${september}&page[number]=4&page[size]=5`);
  assert.deepEqual([past.status, past.data, past.included, past.links], [200, [], [], { self: link(4, 5), last: link(3, 5) }]);
  assert.deepEqual((await leads(`${september}&page[number]=999999999999999`)).data, []);

  const fields = await leads(`fields[leads]=name&custom_feed_id=all_leads&${september}&unknown=1`);
  assert.equal(
    fields.links.self,
    `${base}?custom_feed_id=all_leads&end_date=2026-09-30&fields%5Bleads%5D=name&page%5Bnumber%5D=1&page%5Bsize%5D=10&start_date=2026-09-01`,
  );
});

test('invalid page sizes and page numbers get 400', async () => {
  for (const [parameters, title] of [
    ['page[size]=0', 'Invalid page[size] format: a whole number from 1 to 100 is expected'],
    ['page[size]=101', 'Invalid page[size] format: a whole number from 1 to 100 is expected'],
    ['page[size]=abc', 'Invalid page[size] format: a whole number from 1 to 100 is expected'],
    ['page[size]=-1', 'Invalid page[size] format: a whole number from 1 to 100 is expected'],
    ['page[size]=', 'Invalid page[size] format: a whole number from 1 to 100 is expected'],
    ['page[number]=0', 'Invalid page[number] format: a whole number from 1 is expected'],
    ['page[number]=1.5', 'Invalid page[number] format: a whole number from 1 is expected'],
    ['page=1', 'Invalid page format'],
    ['page[limit]=5', 'Invalid page format'],
  ] as const) {
    for (const path of ['leads', 'visits', 'custom-feeds/new_leads/leads']) {
      const response = await leads(`${september}&${parameters}`, path);
      assert.deepEqual([response.status, response.title], [400, title], `${path} ${parameters}`);
    }
  }
});

test('each location is included once; the location of a lead is that of most of its visits in the interval', async () => {
  const [first, second] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: first.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: second.ip, events: [at('2026-09-01T11:00:00Z')] },
  );
  const { accountId } = account;
  // Both companies were seen in three places; the number of visits in the interval decides.
  await sql`insert into places (account_id, id, country_code, region, city) values (${accountId}, 11, 'US', 'California', 'San Jose'), (${accountId}, 12, 'FI', 'Uusimaa', 'Espoo')`.execute(
    service.ctx.db,
  );
  await sql`insert into company_days select account_id, company_id, place.day::date, place.id, place.visits, place.visits, 1, place.day::timestamptz, place.day::timestamptz
    from company_days cross join (values (11, '2026-09-02', 3), (12, '2026-09-02', 2), (12, '2026-08-01', 90)) as place (id, day, visits) where account_id = ${accountId}`.execute(
    service.ctx.db,
  );
  await sql`update leads set first_visit_at = '2026-08-01T00:00:00Z', last_visit_at = '2026-09-02T00:00:00Z' where account_id = ${accountId}`.execute(
    service.ctx.db,
  );
  const { data, included } = await leads('start_date=2026-09-01&end_date=2026-09-30');
  assert.deepEqual(
    data.map(({ relationships }) => required(relationships?.location?.data).id),
    ['11', '11'],
  );
  assert.deepEqual(included, [
    {
      type: 'locations',
      id: '11',
      attributes: {
        country: 'United States of America',
        country_code: 'US',
        region: 'California',
        region_code: null,
        city: 'San Jose',
        state_code: 'CA',
      },
    },
  ]);
  const single = await callEarlier(`${service.url}/accounts/${accountId}/leads/${firstOf(data).id}`, { token: account.token });
  assert.equal(required(single.resource.relationships?.location?.data).id, '12');
});

test('if the place of a lead is unknown, its location is null and nothing is included', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [at('2026-09-01T10:00:00Z')] });
  await sql`update company_days set place_id = 0 where account_id = ${account.accountId}`.execute(service.ctx.db);
  const { data, included } = await leads(september);
  assert.deepEqual([firstOf(data).relationships, included], [{ location: { data: null } }, []]);
});

test('sparse fieldsets limit the attributes of a type, not relationships and included records', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [at('2026-09-01T10:00:00Z')] });
  const { data, included } = await leads(`${september}&fields[leads]=name,visits,nonsense&fields[locations]=city`);
  assert.deepEqual(firstOf(data).attributes, { name: 'Audi', visits: 1 });
  assert.equal(required(firstOf(data).relationships?.location?.data).id, firstOf(included).id);
  assert.deepEqual(firstOf(included).attributes, { city: 'Ingolstadt' });
  const empty = await leads(`${september}&fields[leads]=`);
  assert.deepEqual(firstOf(empty.data).attributes, {});
});

for (const way of ['links are followed', 'page numbers are used'] as const) {
  for (const feed of ['all_leads', 'new_leads'] as const) {
    test(`paging through ${feed} neither repeats nor skips leads while new visits arrive and ${way}`, async () => {
      const companies = await manyCompanies(20);
      const early = companies.slice(0, 15);
      await visit(service, account, ...early.map(({ ip }, index) => ({ ip, events: [at(`2026-09-01T10:${10 + index}:00Z`)] })));
      const parameters = `start_date=2026-09-01&end_date=2026-10-31&page[size]=5&custom_feed_id=${feed}`;
      const seen: unknown[] = [];
      let page = await leads(parameters);
      for (let number = 1; number <= 3; number++) {
        seen.push(...page.data.map(nameOf));
        // Between two pages, visits arrive from a new company, one of the first page, and one of a later page.
        const now = service.clock.now().getTime() - (60 - 10 * number) * 1000;
        const newVisits = [companies[14 + number], early[14], early[0]].map((company, index) => ({
          ip: required(company).ip,
          events: [at(new Date(now + index).toISOString())],
        }));
        await visit(service, account, ...newVisits);
        if (number === 3) assert.equal(page.links.next, undefined);
        else {
          page =
            way === 'links are followed'
              ? await callEarlier(required(page.links.next), { token: account.token })
              : await leads(`${parameters}&page[number]=${number + 1}`);
        }
      }
      assert.deepEqual(seen, early.map(({ name }) => name).reverse());
      // A request without a page number shows the new leads as well.
      assert.equal((await leads(`${parameters}&page[size]=100`.replace('page[size]=5&', ''))).data.length, 18);
    });
  }
}

for (const feed of ['all_leads', 'new_leads'] as const) {
  test(`paging through ${feed} shows each lead once while visits arrive late, leads move and others are hidden`, async () => {
    const companies = await manyCompanies(20);
    const early = companies.slice(0, 15);
    await visit(service, account, ...early.map(({ ip }, index) => ({ ip, events: [at(`2026-09-10T10:${10 + index}:00Z`)] })));
    const parameters = `start_date=2026-09-01&end_date=2026-09-30&page[size]=5&custom_feed_id=${feed}`;
    const first = await leads(parameters);
    const names = first.data.map(nameOf);
    // After late visits, a company of the last page and two new ones belong on the first page, and a third new one on the last page.
    await visit(
      service,
      account,
      { ip: firstOf(early).ip, events: [at('2026-09-10T10:23:30Z')] },
      { ip: itemAt(companies, 15).ip, events: [at('2026-09-10T10:23:40Z')] },
      { ip: itemAt(companies, 16).ip, events: [at('2026-09-10T10:23:50Z')] },
      { ip: itemAt(companies, 17).ip, events: [at('2026-09-02T10:00:00Z')] },
    );
    let page = await callEarlier(required(first.links.next), { token: account.token });
    names.push(...page.data.map(nameOf));
    // Requesting a page again does not affect the next ones.
    assert.deepEqual((await callEarlier(required(page.links.self), { token: account.token })).data.map(nameOf), page.data.map(nameOf));
    // Leads that were shown disappear, and one that was not shown moves to the top.
    for (const name of names.slice(0, 5)) {
      await sql`update leads set hidden = true where account_id = ${account.accountId} and company_id = ${await companyIdOf(String(name))}`.execute(
        service.ctx.db,
      );
    }
    await visit(service, account, { ip: itemAt(early, 2).ip, events: [at('2026-09-10T10:23:55Z')] });
    while (page.links.next !== undefined) {
      page = await callEarlier(page.links.next, { token: account.token });
      names.push(...page.data.map(nameOf));
    }
    assert.equal(new Set(names).size, names.length, 'nothing is repeated');
    assert.deepEqual(
      early.map(({ name }) => name).filter((name) => !names.includes(name)),
      [],
      'nothing is skipped',
    );
    assert.equal(names.includes(itemAt(companies, 17).name), true, 'a new lead of a later page is shown');
  });
}

test('the snapshot of a paginated list is deleted an hour after a page was last requested', async () => {
  const countStoredPages = async () => {
    const pages = await service.ctx.db
      .selectFrom('pagination_pages')
      .select('page_number')
      .where('reader', 'like', `% ${account.accountId} %`)
      .execute();
    return pages.length;
  };
  const advanceMinutes = (minutes: number) => service.clock.set(new Date(service.clock.now().getTime() + minutes * 60_000));
  const companies = await manyCompanies(3);
  await visit(service, account, ...companies.map(({ ip }, index) => ({ ip, events: [at(`2026-09-10T10:${10 + index}:00Z`)] })));
  const first = await leads(`${september}&page[size]=1`);
  advanceMinutes(50);
  const second = await callEarlier(required(first.links.next), { token: account.token });
  advanceMinutes(50);
  await deleteOldSnapshots(service.ctx);
  assert.equal(await countStoredPages(), 2);
  // The snapshot still exists: a company with a late visit stays on the last page.
  await visit(service, account, { ip: firstOf(companies).ip, events: [at('2026-09-10T10:13:00Z')] });
  assert.deepEqual((await callEarlier(required(second.links.next), { token: account.token })).data.map(nameOf), [firstOf(companies).name]);
  advanceMinutes(61);
  await deleteOldSnapshots(service.ctx);
  assert.equal(await countStoredPages(), 0);
});

test('at most 10,000 leads can be paged through', async () => {
  const { accountId } = account;
  await sql`insert into companies (id, name, origin, network_name, updated_at)
    select 5000000 + n, 'Company ' || n, 'test', 'company ' || n, '2026-09-01' from generate_series(1, 10030) as n on conflict do nothing`.execute(
    service.ctx.db,
  );
  await sql`insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views)
    select ${accountId}, 5000000 + n, timestamptz '2026-09-01T10:00:00Z' + n * interval '1 second', timestamptz '2026-09-01T10:00:00Z' + n * interval '1 second', 1, 1 from generate_series(1, 10030) as n`.execute(
    service.ctx.db,
  );
  await sql`insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, '2026-09-01', 0, 1, 1, 1, first_visit_at, last_visit_at from leads where account_id = ${accountId}`.execute(
    service.ctx.db,
  );
  // As autovacuum does soon after so many inserts.
  await sql`analyze leads, company_days, companies`.execute(service.ctx.db);
  for (const path of ['leads', 'custom-feeds/new_leads/leads']) {
    const first = await leads(`${september}&page[size]=30`, path);
    assert.match(required(first.links.last), /page%5Bnumber%5D=334&/);
    assert.equal(firstOf(first.data).attributes.name, 'Company 10030');
    const last = await leads(`${september}&page[size]=30&page[number]=334`, path);
    assert.equal(last.status, 200, last.title);
    assert.equal(last.data.length, 10);
    assert.equal(lastOf(last.data).attributes.name, 'Company 31');
    assert.equal('next' in last.links, false);
    assert.deepEqual((await leads(`${september}&page[size]=30&page[number]=335`, path)).data, []);
  }
});

test('both paths to a feed’s leads return the same leads', async () => {
  const companies = await manyCompanies(3);
  await visit(service, account, ...companies.map(({ ip }, index) => ({ ip, events: [at(`2026-09-0${1 + index}T10:00:00Z`)] })));
  await sql`update leads set followed = true where account_id = ${account.accountId} and company_id = ${await companyIdOf(itemAt(companies, 1).name)}`.execute(
    service.ctx.db,
  );
  for (const feed of ['all_leads', 'new_leads', 'recommended_leads', 'followed_companies']) {
    const byPath = await leads(september, `custom-feeds/${feed}/leads`);
    const byParameter = await leads(`${september}&custom_feed_id=${feed}`);
    assert.deepEqual([byPath.data, byPath.included], [byParameter.data, byParameter.included]);
    assert.match(required(byPath.links.self), new RegExp(`/custom-feeds/${feed}/leads\\?end_date`));
  }
  const followed = await leads(`${september}&custom_feed_id=followed_companies`);
  assert.deepEqual(followed.data.map(nameOf), [itemAt(companies, 1).name]);
});

test('new leads have their first visit in the interval', async () => {
  const [old, fresh] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: old.ip, events: [at('2026-08-31T20:59:59Z')] },
    { ip: old.ip, events: [at('2026-09-10T10:00:00Z')] },
    { ip: fresh.ip, events: [at('2026-08-31T21:00:00Z')] },
  );
  assert.deepEqual((await leads(`${september}&custom_feed_id=new_leads`)).data.map(nameOf), [fresh.name]);
});

test('recommended leads are those with a reason to call now, not those with high quality', async () => {
  const [good, poor] = firstItems(await manyCompanies(2), 2);
  const pages = (count: number) => Array.from({ length: count }, (_, index) => at(`2026-09-01T10:${10 + index}:00Z`));
  await visit(service, account, { ip: good.ip, events: pages(9) }, { ip: poor.ip, events: pages(3) });
  const everyone = (await leads(september)).data;
  assert.deepEqual(Object.fromEntries(everyone.map(({ attributes }) => [attributes.name, attributes.quality])), {
    [good.name]: 8,
    [poor.name]: 5,
  });
  assert.deepEqual((await leads(`${september}&custom_feed_id=recommended_leads`)).data, []);
  await visit(service, account, { ip: poor.ip, events: [at('2026-07-20T10:00:00Z')] });
  const recommended = await leads(`${september}&custom_feed_id=recommended_leads`);
  assert.deepEqual(recommended.data.map(nameOf), [poor.name], 'back after more than thirty days');
});

test('hidden leads and visits without a page view are not listed', async () => {
  const [hidden, shown] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: hidden.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: shown.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: addresses.SAP, events: [at('2026-09-01T10:00:00Z', { kind: 'event', name: 'ping' })] },
  );
  await sql`update leads set hidden = true where account_id = ${account.accountId} and company_id = ${await companyIdOf(hidden.name)}`.execute(
    service.ctx.db,
  );
  for (const feed of ['all_leads', 'new_leads']) {
    const response = await leads(`${september}&custom_feed_id=${feed}`);
    assert.deepEqual(response.data.map(nameOf), [shown.name]);
    assert.match(required(response.links.last), /page%5Bnumber%5D=1&/);
  }
});

test('an interval lists only leads with visits within it, and counts only these visits', async () => {
  const [spanning, outside] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: spanning.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: spanning.ip, events: [at('2026-09-10T10:00:00Z')] },
    { ip: spanning.ip, events: [at('2026-09-10T14:00:00Z')] },
    { ip: spanning.ip, events: [at('2026-09-20T10:00:00Z')] },
    { ip: outside.ip, events: [at('2026-09-01T10:00:00Z')] },
    { ip: outside.ip, events: [at('2026-09-20T10:00:00Z')] },
  );
  for (const feed of ['all_leads', '1']) {
    if (feed === '1') {
      await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
        values (${account.accountId}, gen_random_uuid(), 1, 'Everyone', '{"all": []}', now(), now())`.execute(service.ctx.db);
    }
    const response = await leads(`start_date=2026-09-05&end_date=2026-09-15&custom_feed_id=${feed}`);
    assert.deepEqual(
      response.data.map(({ attributes }) => [attributes.name, attributes.visits]),
      [[spanning.name, 2]],
    );
    assert.equal('next' in response.links, false);
  }
  assert.equal(
    (await allPages(`${service.url}/accounts/${account.accountId}/leads?start_date=2026-09-05&end_date=2026-09-15`, account.token)).length,
    1,
  );
});
