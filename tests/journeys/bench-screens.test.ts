import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { channels, loadVisits, pageGoals, type Sender, storeSenders } from '../../bench/screens-load.ts';
import { findDifferences } from '../../server/src/domain/integrity/find-differences.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import type { StoredEvents } from '../../server/src/domain/visits/stored-events.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { manyCompanies, smartphone, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const { db } = service.ctx;
const identified = 6;
const tables = [
  'visits',
  'company_days',
  'company_pages',
  'leads',
  'visitors',
  'visit_days',
  'rollup_values',
  'company_values',
  'visit_rollups',
  'visit_rollup_hours',
];
const website = { pages: 12, channels, goals: pageGoals([0, 3, 7]) };

test('loadVisits of the screens benchmark writes the same rows as the pipeline does for the same events', async () => {
  const addresses = [...(await manyCompanies(identified)).map(({ ip }) => ip), '91.12.34.56', '8.8.8.8'];
  const newAccount = async () => {
    const account = await service.newAccount({ timezone: 'UTC' });
    await updateAccountSettings(service.ctx, account.accountId, { processing: { ip_storage: 'none' } });
    return account;
  };
  const scratch = await newAccount();
  for (const [index, ip] of addresses.entries())
    await visit(service, scratch, { ip, visitor: String(index), events: [{ at: '2026-09-01T10:00:00Z' }] });
  const { rows: senders } = await sql<Sender>`
    select company_id as "companyId", place_id as "placeId", verdict_id as "verdictId" from visits
    where account_id = ${scratch.accountId} order by visitor_id::int`.execute(db);
  assert.equal(senders.filter(({ companyId }) => companyId !== null).length, identified);

  const loaded = await newAccount();
  const sent = await newAccount();
  for (const { accountId } of [loaded, sent])
    for (const table of ['places', 'verdicts'])
      await sql`
        insert into ${sql.table(table)} select (jsonb_populate_record(t, jsonb_build_object('account_id', ${accountId}::bigint))).* from ${sql.table(table)} t
        where account_id = ${scratch.accountId}`.execute(db);
  await storeSenders(db, senders);
  const period = { end: new Date('2026-10-01T00:00:00Z'), days: 60, recentDays: 30, recentShare: 0.5 };
  await loadVisits(service.ctx, { accountId: loaded.accountId, visits: 50, identified, senders: addresses.length, period, website });
  await sql`
    insert into goals select (jsonb_populate_record(g, jsonb_build_object('account_id', ${sent.accountId}::bigint))).* from goals g
    where account_id = ${loaded.accountId}`.execute(db);

  const { rows: visits } = await sql<{
    visitor_id: string;
    company_id: string;
    place_id: string;
    device_type: string;
    events: StoredEvents;
  }>`
    select visitor_id, company_id, place_id, device_type, events::json as events from visits where account_id = ${loaded.accountId} order by started_at`.execute(
    db,
  );
  const { rows: pages } = await sql<{ id: string; url: string }>`select id, url from pages where account_id = ${loaded.accountId}`.execute(
    db,
  );
  const urls = new Map(pages.map(({ id, url }) => [id, url]));
  for (const { visitor_id: visitor, company_id, place_id, device_type, events } of visits) {
    const from = senders.findIndex(({ companyId, placeId }) => companyId === company_id && placeId === place_id);
    await visit(service, sent, {
      ip: itemAt(addresses, from),
      visitor,
      ...(device_type === 'smartphone' && { userAgent: smartphone }),
      events: events.hits.map(({ i, t, p, r }) => ({
        id: i,
        at: new Date(t).toISOString(),
        url: getOrThrow(urls, required(p)),
        ...(r && { referrer: r }),
      })),
    });
  }
  for (const table of tables) assert.deepEqual(await contentsOf(table, loaded.accountId), await contentsOf(table, sent.accountId), table);
  assert.ok(visits.length === 50 && (await contentsOf('visits', loaded.accountId)).some((row) => !row.includes('"goals": []')));
  const { differences, checks } = await findDifferences({ db }, { accountId: loaded.accountId });
  const ofRollups = checks.filter(({ check, differences }) => differences > 0 && !['event_ledger', 'visit_references'].includes(check));
  assert.deepEqual(ofRollups, [], `${differences} differences`);
});

/** Rows of an account as text, without its id. Events are compared as JSON, and `visit_days` summed over its buckets. */
async function contentsOf(table: string, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(t) - 'account_id' ${table === 'visits' ? sql`|| jsonb_build_object('events', t.events::jsonb)` : sql``})::text as row from ${
      table === 'visit_days'
        ? sql`(select day, sum(visits) as visits from visit_days where account_id = ${accountId} group by day)`
        : sql`(select * from ${sql.table(table)} where account_id = ${accountId})`
    } as t order by 1`.execute(db);
  return rows.map(({ row }) => row);
}
