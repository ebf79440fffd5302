import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { discoverCampaigns } from '../../server/src/domain/campaigns/discover-campaigns.ts';
import { ensurePartitions } from '../../server/src/domain/visits/ensure-partitions.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { addDays } from '../../server/src/lib/zoned-days.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { clockChanges } from '../kit/clock-changes.ts';
import { rollupDifferences } from '../kit/day-rollups.ts';
import { addresses, callEarlier, manyCompanies, visit } from '../kit/earlier.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const { db } = ctx;
for (const now of ['2010-12-15', '2012-01-15', '2025-06-15', '2026-06-15']) {
  service.clock.set(`${now}T12:00:00Z`);
  await ensurePartitions(ctx);
}
const companies = await manyCompanies(3);

/** Days on which clocks go back from one o'clock to midnight: a time in each hour after midnight, and the last minute before. */
const repeated = [
  {
    timezone: 'Atlantic/Azores',
    day: '2025-10-26',
    before: '2025-10-25T23:59:00Z',
    hours: ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'],
  },
  {
    timezone: 'America/Havana',
    day: '2025-11-02',
    before: '2025-11-02T03:59:00Z',
    hours: ['2025-11-02T04:30:00Z', '2025-11-02T05:30:00Z'],
  },
];

for (const { timezone, day, before, hours } of repeated) {
  test(`if clocks go back to midnight, visits in both hours after midnight count for that day: ${timezone}`, async () => {
    service.clock.set('2025-11-20T12:00:00Z');
    const account = await service.newAccount({ timezone });
    const { accountId } = account;
    const base = `/accounts/${accountId}`;
    const url = 'https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=autumn';
    for (const [index, hour] of hours.entries()) {
      const someone = { ip: addresses.Audi, visitor: `v${index}` };
      await visit(service, account, { ...someone, events: [{ at: hour, url }] });
      // A late event causes a recount of the day.
      const earlier = new Date(Date.parse(hour) - 60_000).toISOString();
      await visit(service, account, { ...someone, events: [{ at: earlier, url }] });
    }
    await visit(service, account, { ip: addresses.SAP, visitor: 'before', events: [{ at: before, url }] });
    assert.deepEqual(await rollupDifferences(db, accountId, timezone), []);

    const call = v1Client(service, account);
    const leads = await callEarlier(`${service.url}${base}/leads?start_date=${day}&end_date=${day}`, account);
    assert.deepEqual(
      leads.data.map(({ attributes }) => [attributes.visits, attributes.first_visit_date]),
      [[2, day]],
    );
    const visits = await callEarlier(`${service.url}${base}/visits?start_date=${day}&end_date=${day}`, account);
    assert.deepEqual(
      visits.data.map(({ attributes }) => attributes.date),
      [day, day],
    );
    const searched = await call(`/v1/web-visits?account_id=${accountId}`, { body: { start_date: day, end_date: day } });
    assert.equal(searched.body.data.length, 2);
    await discoverCampaigns(ctx, accountId);
    const [campaign] = (await call(`/v1/campaigns?account_id=${accountId}`)).body.data;
    const stats = await call(`/v1/campaigns/${campaign.id}/stats?account_id=${accountId}&start_period=${day}&end_period=${day}`);
    const { visits: counted, new_companies: newCompanies } = stats.body.data[0].attributes;
    assert.deepEqual({ counted, newCompanies }, { counted: 2, newCompanies: 1 });

    const person = new BrowserSession(service);
    await person.signIn(account.email);
    type Step = { at: string; visits: number };
    const overviewTo = async (to: string) =>
      (await person.get<{ unit: string; steps: Step[]; totals: { newCompanies: number } }>(`${base}/overview?from=${day}&to=${to}`)).body;
    const byHour = await overviewTo(day);
    assert.equal(byHour.unit, 'hour');
    assert.equal(
      byHour.steps.reduce((sum, { visits }) => sum + visits, 0),
      2,
    );
    assert.equal(byHour.totals.newCompanies, 1);
    const { steps } = await overviewTo(addDays(day, 1));
    assert.deepEqual(
      steps.filter(({ visits }) => visits > 0),
      [{ at: day, visits: 2, identified: 2, companies: 1 }],
    );
    const trends = await person.get<{ campaigns: { total: number }[] }>(`${base}/trends?from=${day}&to=${day}`);
    assert.equal(firstOf(trends.body.campaigns).total, 2);
    const countInFeed = async (operator: string) => {
      const filters = { all: [{ field: 'first_visit', operator, values: [day], excluded: false }] };
      const created = await person.send('POST', `${base}/feeds`, { name: operator, filters });
      assert.equal(created.status, 201);
      const listed = await person.get<{ feeds: { name: string; count: number }[] }>(`${base}/feeds`);
      return required(listed.body.feeds.find(({ name }) => name === operator)).count;
    };
    assert.deepEqual([await countInFeed('is'), await countInFeed('lt'), await countInFeed('gte'), await countInFeed('gt')], [1, 1, 1, 0]);
  });
}

const zones: [zone: string, years: [number, number]][] = [
  ['Atlantic/Azores', [2025, 2026]],
  ['America/Havana', [2025, 2026]],
  ['Australia/Lord_Howe', [2025, 2026]],
  ['Asia/Beirut', [2025, 2026]],
  ['America/Santiago', [2025, 2026]],
  ['Africa/Casablanca', [2025, 2026]],
  ['Antarctica/Troll', [2025, 2026]],
  ['Europe/Helsinki', [2025, 2026]],
  ['America/St_Johns', [2010, 2011]],
  ['Pacific/Apia', [2010, 2011]],
];

const visitPlan = fc.record({
  company: fc.nat({ max: companies.length - 1 }),
  change: fc.nat(),
  minutes: fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -130, max: 130 })),
  pages: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 3 }),
  isLate: fc.boolean(),
});

test('around clock changes, rollups match the visits, even after late events and time zone changes', async () => {
  const changes = new Map(zones.map(([zone, years]) => [zone, clockChanges(zone, ...years)]));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones.map(([zone]) => zone)),
      fc.array(visitPlan, { minLength: 4, maxLength: 8 }),
      fc.array(fc.constantFrom(...zones.map(([zone]) => zone)), { minLength: 1, maxLength: 2 }),
      async (timezone, people, laterZones) => {
        const account = await service.newAccount({ timezone });
        const visits = people.flatMap(({ company, change, minutes, pages, isLate }, index) => {
          const moments = getOrThrow(changes, timezone);
          const startMs = itemAt(moments, change % moments.length) + minutes * 60_000;
          const events = pages.map((page) => ({
            at: new Date(startMs + page * 60_000).toISOString(),
            url: `https://shop.example/${page}`,
          }));
          if (isLate) events.sort((a, b) => (a.at < b.at ? 1 : -1));
          return events.map((event) => ({ ip: itemAt(companies, company).ip, visitor: `v${index}`, events: [event] }));
        });
        for (const next of visits) await visit(service, account, next);
        assert.deepEqual(await rollupDifferences(db, account.accountId, timezone), []);
        for (const zone of laterZones) {
          await updateAccount(ctx, account.accountId, { timezone: zone });
          await visit(service, account, firstOf(visits));
          await runQueuedJobs(service);
          assert.deepEqual(await rollupDifferences(db, account.accountId, zone), []);
        }
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
});
