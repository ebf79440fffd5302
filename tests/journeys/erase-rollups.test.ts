import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { findDifferences } from '../../server/src/domain/integrity/find-differences.ts';
import { StepSize } from '../../server/src/domain/lanes/step-size.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { deleteExpiredVisits } from '../../server/src/domain/retention/delete-expired-visits.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { rebuildRollups } from '../../server/src/domain/visits/rebuild-rollups.ts';
import { requestRollupRebuild } from '../../server/src/domain/visits/request-rollup-rebuild.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { dashboardRollupDifferences } from '../kit/visit-rollups.ts';
import { runReattributions } from '../kit/visits.ts';

/** An erasure replaces mentions in page paths and campaigns, by which visits are counted. */

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const email = 'jane@acme.example';
const subject = subjectOf({ email });
const newsletter = `/unsubscribe/${email}?utm_source=mail&utm_campaign=${email}`;

const at = (minute: number, day = 20) => new Date(Date.UTC(2026, 8, day, 10, minute)).toISOString();
const page = (path: string, minute = 0, day = 20) => ({ at: at(minute, day), url: `https://shop.example${path}` });

/** Visits of two companies. SAP returns on another day, and on one day it also views a page that has the redacted path. */
async function startAccount(): Promise<TestAccount> {
  service.clock.set('2026-10-01T12:00:00Z');
  const account = await service.newAccount();
  await visit(
    service,
    account,
    { ip: addresses.SAP, visitor: 'a', events: [page(newsletter), page('/b', 1)] },
    { ip: addresses.SAP, visitor: 'a2', events: [page(`/unsubscribe/${email}?x=1`, 5), page('/unsubscribe/erased', 6)] },
    { ip: addresses.SAP, visitor: 'a', events: [page(newsletter, 0, 24)] },
    { ip: addresses.Audi, visitor: 'b', events: [page('/unsubscribe/erased', 0, 22), page(`/unsubscribe/${email}`, 1, 22)] },
    { ip: addresses.BASF, visitor: 'c', events: [page('/b', 0, 22)] },
  );
  return account;
}

async function assertConsistent({ accountId }: TestAccount) {
  assert.deepEqual(await dashboardRollupDifferences(ctx.db, accountId, 'UTC'), []);
  const { checks } = await findDifferences(ctx, { accountId });
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  );
}

async function listMentions({ accountId }: TestAccount): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from rollup_values where account_id = ${accountId} and name like ${`%${email}%`}
    union all select url from pages where account_id = ${accountId} and url like ${`%${email}%`}
    union all select campaign from visits where account_id = ${accountId} and campaign like ${`%${email}%`}`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

type Breakdowns = Record<'pages' | 'campaigns', { name: string; visits: number; companies: number }[]>;

async function getBreakdowns({ email: user, accountId }: TestAccount): Promise<Breakdowns> {
  const session = new BrowserSession(service);
  await session.signIn(user);
  const { body } = await session.get<Breakdowns>(`/accounts/${accountId}/breakdowns?from=2026-09-01&to=2026-09-30`);
  return body;
}

test('after an erasure, visits count for the redacted paths and campaigns, also when they change later', async () => {
  const account = await startAccount();
  await assertConsistent(account);
  await erasePerson(ctx, account, subject);
  assert.deepEqual(await listMentions(account), []);
  await assertConsistent(account);
  const { pages, campaigns } = await getBreakdowns(account);
  assert.deepEqual(
    pages.filter(({ name }) => name.includes('unsubscribe')).map(({ visits, companies }) => ({ visits, companies })),
    [{ visits: 6, companies: 2 }],
    JSON.stringify(pages),
  );
  assert.deepEqual(
    campaigns.map(({ visits, companies }) => ({ visits, companies })),
    [{ visits: 2, companies: 1 }],
  );

  await createCorrection(ctx, account.accountId, { target: '155.56.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  await assertConsistent(account);

  await updateAccountSettings(ctx, account.accountId, { processing: { visit_retention_days: 30 } });
  await visit(service, account, { ip: addresses.SAP, visitor: 'late', events: [page('/z', 0, 29)] });
  service.clock.set('2026-10-25T12:00:00Z');
  await deleteExpiredVisits(ctx);
  await assertConsistent(account);
  const { rows } = await sql`
    select 1 from visit_rollups where account_id = ${account.accountId} and unit = 'day' and day < '2026-09-25' and (visits <> 0 or identified <> 0)`.execute(
    ctx.db,
  );
  assert.equal(rows.length, 0);
});

test('events after an erasure continue visits to redacted pages, which workers had cached', async () => {
  const account = await startAccount();
  await erasePerson(ctx, account, subject);
  await visit(service, account, { ip: addresses.SAP, visitor: 'a', events: [page('/c', 3), page('/c', 3, 24)] });
  assert.deepEqual(await listMentions(account), []);
  await assertConsistent(account);
});

test('a visit after an erasure counts for a campaign whose erased name workers had cached, although no page mentions it', async () => {
  service.clock.set('2026-10-01T12:00:00Z');
  const account = await service.newAccount();
  // The encoded letter hides the mention in the URL, but not in the campaign.
  const encoded = `/?utm_source=mail&utm_campaign=${email.replace('j', '%6A')}`;
  // Workers cache a name that was stored before.
  for (const visitor of ['a', 'a2']) await visit(service, account, { ip: addresses.SAP, visitor, events: [page(encoded)] });
  await erasePerson(ctx, account, subject);
  assert.deepEqual(await listMentions(account), []);
  await visit(service, account, { ip: addresses.Audi, visitor: 'b', events: [page(encoded, 0, 22)] });
  const { campaigns } = await getBreakdowns(account);
  assert.deepEqual(campaigns.map(({ name, visits }) => [name, visits]).sort(), [
    ['erased', 2],
    [email, 1],
  ]);
  await assertConsistent(account);
});

test('an erasure during a rebuild changes both generations of the rollups', async () => {
  const account = await startAccount();
  const { accountId } = account;
  await ctx.db.transaction().execute((trx) => requestRollupRebuild(ctx, trx, { accountId, timezone: 'UTC' }));
  let isErased = false;
  const progress = async () =>
    firstOf(
      (await sql<{ counted_until: Date | null }>`select counted_until from day_rebuilds where account_id = ${accountId}`.execute(ctx.db))
        .rows,
    );
  await rebuildRollups(ctx, accountId, {
    newSize: () => new StepSize({ first: 2, min: 2, max: 2 }),
    async betweenSteps() {
      if (isErased || (await progress()).counted_until === null) return;
      isErased = true;
      await erasePerson(ctx, account, subject);
      assert.deepEqual(await dashboardRollupDifferences(ctx.db, accountId, 'UTC'), []);
    },
  });
  assert.ok(isErased);
  await assertConsistent(account);
});
