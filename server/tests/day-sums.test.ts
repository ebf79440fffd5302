import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateAccount } from '../src/domain/accounts/update-account.ts';
import { rebuildCompanyDays } from '../src/domain/visits/rebuild-company-days.ts';
import { differences } from './kit/day-sums.ts';
import { manyCompanies, visit } from './kit/earlier.ts';
import { startTestService } from './kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const { db } = service.ctx;

test('sums by day follow from the visits, also when late events move, join and grow them, and in another timezone', async () => {
  const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const companies = await manyCompanies(3);
  const page = (at: string, path: string) => ({ at, url: `https://shop.example${path}` });
  await visit(
    service,
    account,
    ...companies.flatMap(({ ip }, index) => [
      { ip, visitor: `a${index}`, events: [page('2026-09-01T21:05:00Z', '/a'), page('2026-09-01T21:06:00Z', `/b${index}`)] },
      { ip, visitor: `b${index}`, events: [page('2026-09-10T08:00:00Z', '/c')] },
    ]),
  );
  assert.deepEqual(await differences(db, account.accountId, 'Europe/Helsinki'), []);

  // Earlier pages that come late draw visits of 2 September back into 1 September, and join two visits into one.
  service.clock.set('2026-09-02T12:00:00Z');
  await visit(service, account, { ip: companies[0]!.ip, visitor: 'a0', events: [page('2026-09-01T20:50:00Z', '/late')] });
  await visit(service, account, {
    ip: companies[1]!.ip,
    visitor: 'b1',
    events: [page('2026-09-10T08:20:00Z', '/c'), page('2026-09-10T08:40:00Z', '/d')],
  });
  service.clock.set('2026-10-01T12:00:00Z');
  const { rows } = await sql<{
    day: string;
  }>`select day from company_pages join pages on pages.account_id = company_pages.account_id and pages.id = page_id
    where company_pages.account_id = ${account.accountId} and path = '/b0'`.execute(db);
  assert.deepEqual(rows, [{ day: '2026-09-01' }]);
  assert.deepEqual(await differences(db, account.accountId, 'Europe/Helsinki'), []);

  await updateAccount(service.ctx, account.accountId, { timezone: 'America/New_York' });
  await rebuildCompanyDays(service.ctx, account.accountId);
  assert.deepEqual(await differences(db, account.accountId, 'America/New_York'), []);
});
