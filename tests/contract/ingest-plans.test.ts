import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { loadVisitorFacts } from '../../server/src/domain/identification/load-visitor-facts.ts';
import { findWaitingLanes } from '../../server/src/domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLane, processLanes } from '../../server/src/domain/ingestion/lanes/process-lane.ts';
import { claimLane, lockLanes } from '../../server/src/domain/lanes/lanes.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { isCluster } from '../kit/database.ts';
import { post } from '../kit/events.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService } from '../kit/service.ts';

const recorded = recordStatements();

test('visitors are looked up by key, even with a plan cached when there were few of them', async () => {
  const service = await startTestService();
  const { db } = service.ctx;
  const { accountId } = await service.newAccount();
  await sql`alter table visitors set (autovacuum_enabled = off)`.execute(db);
  const add = (first: number, last: number) => sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at)
    select ${accountId}::bigint, 'visitor ' || number, now(), now() from generate_series(${first}::int, ${last}::int) as number`;
  await add(1, 60).execute(db);
  await sql`analyze visitors`.execute(db);
  const visitorIds = Array.from({ length: 300 }, (_, index) => `visitor ${index * 60}`);
  await db.connection().execute(async (connection) => {
    for (let time = 0; time < 12; time++) {
      await connection.transaction().execute(async (trx) => {
        await lockLanes(trx, accountId);
        await loadVisitorFacts(trx, accountId, visitorIds);
      });
    }
    await add(61, 20_000).execute(connection);
    await connection.transaction().execute(async (trx) => {
      assert.notEqual(await claimLane(trx, { accountId, lane: 0 }), null);
      assert.equal((await loadVisitorFacts(trx, accountId, visitorIds)).size, 299);
      const { rows } = await sql<{ scans: string }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'visitors'`.execute(trx);
      assert.equal(firstOf(rows).scans, '0');
    });
  });
});

test('a batch with one event of a new visitor takes at most eleven statements', async () => {
  const service = await startTestService();
  const { scriptHash } = await service.newAccount();
  const statementsForVisit = async (ip: string) => {
    await post({ url: service.url, scriptHash, headers: { 'x-forwarded-for': ip } });
    const lane = firstOf(await findWaitingLanes(service.ctx));
    recorded.length = 0;
    await processLane(service.ctx, lane);
    return recorded.length;
  };
  // The first batch creates what the account needs, such as its pages and its secret for addresses.
  await statementsForVisit('198.51.100.1');
  await statementsForVisit('198.51.100.2');
  const statements = await statementsForVisit('198.51.100.3');
  assert.ok(statements > 5 && statements <= 11, `${statements} statements`);
});

// On a cluster, the batches do not share statements.
test('a transaction with the lanes of eight accounts takes no more statements than one with two', { skip: isCluster }, async () => {
  const service = await startTestService();
  const accounts = await Promise.all(Array.from({ length: 8 }, () => service.newAccount()));
  const countStatementsForVisits = async (count: number) => {
    for (const { scriptHash } of accounts.slice(0, count)) await post({ url: service.url, scriptHash, body: { visitor_id: randomUUID() } });
    const lanes = await findWaitingLanes(service.ctx);
    recorded.length = 0;
    assert.equal(await processLanes(service.ctx, lanes), count);
    return recorded.length;
  };
  // The first two batches create what the accounts need.
  await countStatementsForVisits(8);
  await countStatementsForVisits(8);
  const forTwo = await countStatementsForVisits(2);
  assert.ok(forTwo > 5 && forTwo <= 12, `${forTwo} statements`);
  assert.equal(await countStatementsForVisits(8), forTwo);
});
