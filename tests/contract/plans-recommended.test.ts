import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AccountApi } from '../../server/src/app/api.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService } from '../kit/service.ts';

const recorded = recordStatements();
const service = await startTestService();
service.clock.set('2026-10-01T12:00:00Z');
const { ctx, connection } = service;
const { db } = ctx;

const leads = 3000;
/** A statement may read each lead, its company and its days a few times. */
const maxRead = 15 * leads;
const firstCompanyId = 800_000_000;

/** Each lead visited on one day of July, of August and of September. Visits of the last week of September have new visitors. */
async function loadLeads(accountId: string): Promise<void> {
  await sql`
    insert into places (account_id, id, country_code, city) values (${accountId}::bigint, 0, 'DE', 'Berlin')`.execute(db);
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${accountId}::bigint, ${firstCompanyId}::bigint + n, at::date, 0, 1, 3, 3, at, at
    from generate_series(0, ${leads - 1}::int) as n,
      unnest(array['2026-07-01', '2026-08-01', '2026-09-01']) as month,
      lateral (select month::date + n % 28 + interval '10 hours' as at) as visit`.execute(db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
    select account_id, company_id, min(first_visit_at), max(last_visit_at), 3, 9, 3 from company_days where account_id = ${accountId}
    group by account_id, company_id`.execute(db);
  await sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at)
    select account_id, 'visitor ' || company_id, '2026-09-26', '2026-09-26' from leads where account_id = ${accountId}`.execute(db);
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, company_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
    select account_id, last_visit_at, gen_random_uuid(), 'visitor ' || company_id, company_id, 0, last_visit_at, 3, 60, '{}', '{}', '[]', '[]'
    from leads where account_id = ${accountId} and last_visit_at >= '2026-09-25'`.execute(db);
}

test('the list of recommended leads reads each lead a few times, with and without planner statistics, in current and past intervals', async () => {
  const account = await service.newAccount();
  await sql`
    insert into companies (id, name, origin, domain, country_code, updated_at)
    select ${firstCompanyId}::bigint + n, 'Company ' || n, 'import', 'company-' || n || '.example', 'DE', now()
    from generate_series(0, ${leads - 1}::int) as n`.execute(db);
  await sql`analyze`.execute(db);
  await loadLeads(account.accountId);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  for (const hasStatistics of [false, true]) {
    if (hasStatistics) await sql`analyze`.execute(db);
    for (const interval of ['from=2026-09-02&to=2026-10-01', 'from=2026-08-01&to=2026-08-31']) {
      recorded.length = 0;
      const path = `/accounts/${account.accountId}/leads?feed=recommended_leads&${interval}`;
      const { status, body } = await person.get<AccountApi['GET /leads']['response']>(path);
      assert.equal(status, 200, JSON.stringify(body));
      const where = `${interval} ${hasStatistics ? 'with' : 'without'} statistics`;
      assert.ok(body.rows.length > 0, `${where}: no leads`);
      const statements = recorded.filter(({ role }) => role === 'account');
      assert.ok(
        statements.some(({ text }) => text.includes('return_points')),
        where,
      );
      const client = await connection.pool.connect();
      for (const statement of statements) {
        const plan = await rowsRead(client, statement);
        if (plan) assert.ok(plan.read <= maxRead, `${where}: ${plan.read} rows read by ${statement.text}`);
      }
      client.release();
    }
  }
});
