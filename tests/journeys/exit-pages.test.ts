import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AccountApi } from '../../server/src/app/api.ts';
import { findDifferences } from '../../server/src/domain/integrity/find-differences.ts';
import { rebuildRollups } from '../../server/src/domain/visits/rebuild-rollups.ts';
import { splitStatements } from '../../server/src/lib/split-statements.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';
import { dashboardRollupDifferences } from '../kit/visit-rollups.ts';

type Body<Name extends keyof AccountApi> = AccountApi[Name]['response'];

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-10T12:00:00Z');
const { db } = service.ctx;
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
const { accountId } = account;
const person = new BrowserSession(service);
await person.signIn(account.email);

/** Views pages a minute apart, from a minute of the hour before now. */
const view = (ip: string, visitor: string, minute: number, ...paths: string[]) =>
  visit(service, account, {
    ip,
    visitor,
    events: paths.map((path, index) => ({
      at: new Date(Date.parse('2026-09-10T11:00:00Z') + (minute + index) * 60_000).toISOString(),
      url: `https://shop.example${path}`,
    })),
  });

async function get<Name extends keyof AccountApi>(path: string): Promise<Body<Name>> {
  return (await person.get<Body<Name>>(`/accounts/${accountId}${path}`)).body;
}

const entryAndExitPages = async () => {
  const { entryPages, exitPages } = await get<'GET /entry-and-exit-pages'>('/entry-and-exit-pages?from=2026-09-10&to=2026-09-10');
  const countsOf = (pages: typeof exitPages) => Object.fromEntries(pages.map(({ name, visits }) => [name, visits]));
  return { entries: countsOf(entryPages), exits: countsOf(exitPages) };
};

async function companiesThatLeftFrom(path: string): Promise<string[]> {
  const filters = JSON.stringify({ all: [{ field: 'exit_page', operator: 'is', values: [path], excluded: false }] });
  const { rows } = await get<'GET /leads'>(`/leads?from=2026-09-10&to=2026-09-10&${new URLSearchParams({ filters })}`);
  return rows.map(({ name }) => name).sort();
}

const differences = async () => {
  const { checks } = await findDifferences(service.ctx, { accountId });
  return checks.filter((check) => check.differences > 0).map(({ check }) => check);
};

test('the exit page of a visitor who returns to an earlier page is the page viewed last', async () => {
  await view(addresses.Audi, 'returns at once', 35, '/', '/prices', '/');
  await view(addresses.SAP, 'returns later', 35, '/', '/prices');
  assert.deepEqual(await entryAndExitPages(), { entries: { '/': 2 }, exits: { '/': 1, '/prices': 1 } });
  await view(addresses.SAP, 'returns later', 50, '/team', '/prices', '/', '/prices');

  assert.deepEqual(await entryAndExitPages(), { entries: { '/': 2 }, exits: { '/': 1, '/prices': 1 } });
  assert.deepEqual([await companiesThatLeftFrom('/'), await companiesThatLeftFrom('/prices')], [['Audi'], ['SAP']]);
  const { visits } = await get<'GET /live'>('/live');
  assert.deepEqual(Object.fromEntries(visits.map(({ company, path, earlierPaths }) => [company, [path, earlierPaths]])), {
    Audi: ['/', ['/prices']],
    SAP: ['/prices', ['/', '/team']],
  });
  assert.deepEqual(await dashboardRollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  assert.deepEqual(await differences(), []);

  // A page view that arrives late was not the last one, one that arrives first is another entry page.
  await view(addresses.Audi, 'returns at once', 36, '/team');
  await view(addresses.SAP, 'returns later', 34, '/jobs');
  assert.deepEqual(await entryAndExitPages(), { entries: { '/': 1, '/jobs': 1 }, exits: { '/': 1, '/prices': 1 } });
  // A visit that grows only by a return has no new page, but another exit page.
  await view(addresses.SAP, 'returns later', 57, '/team');
  assert.deepEqual((await entryAndExitPages()).exits, { '/': 1, '/team': 1 });
  assert.deepEqual(await dashboardRollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  assert.deepEqual(await differences(), []);
});

test('the migration corrects stored visits and has their exit pages counted again', async () => {
  const other = await service.newAccount();
  const pagesOf = async () =>
    (await sql<{ pages: string }>`select page_ids::text as pages from visits where account_id = ${accountId} order by id`.execute(db)).rows;
  const migrated = await pagesOf();
  // Before, the pages were in order of their first view.
  await sql`
    update visits set page_ids = array(
      select hit ->> 'p' from json_array_elements(events::json -> 'hits') with ordinality as hits (hit, position) group by 1 order by min(position))::bigint[]
    where account_id = ${accountId}`.execute(db);
  assert.notDeepEqual(await pagesOf(), migrated);
  const repair = await sql<{ id: string }>`
    update visit_rollups set visits = visits + 1 where account_id = ${accountId} and kind = 'exit_page' returning value_id as id`.execute(
    db,
  );
  assert.notEqual(repair.rows.length, 0);
  assert.deepEqual(await differences(), ['visit_rollups', 'visits']);

  const migration = readFileSync(join(import.meta.dirname, '../../server/src/db/migrations/0046-pages-by-last-view.sql'), 'utf8');
  for (const statement of splitStatements(migration)) await sql.raw(statement).execute(db);
  assert.deepEqual(await pagesOf(), migrated);
  const { rows } = await sql<{ account_id: string }>`select account_id from day_rebuilds`.execute(db);
  assert.deepEqual(rows, [{ account_id: accountId }], `not account ${other.accountId}`);
  await rebuildRollups(service.ctx, accountId);
  assert.deepEqual(await differences(), []);
});
