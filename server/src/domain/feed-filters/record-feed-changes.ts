import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { prepared } from '../../lib/prepared.ts';

/**
 * Records that companies may have entered or left a feed, for each reader that the account has: feeds with alerts, automations, and lists
 * that follow a feed. Called in the transaction of every change that feed conditions can depend on; the readers then check these companies
 * only.
 */
export async function recordFeedChanges(db: Database, accountId: string, companyIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(companyIds)];
  if (ids.length === 0) return;
  await prepared(
    'record_feed_changes',
    sql`
    insert into feed_changes (account_id, id, reader, company_ids)
    (select account_id, ${randomUUID()}::uuid, 'alerts', ${ids}::bigint[] from custom_feeds
      where account_id = ${accountId} and alerts_since is not null limit 1)
    union all (select account_id, ${randomUUID()}::uuid, 'automations', ${ids}::bigint[] from automations
      where account_id = ${accountId} and is_on limit 1)
    union all (select account_id, ${randomUUID()}::uuid, 'lists', ${ids}::bigint[] from lists
      where account_id = ${accountId} and kind = 'feed' limit 1)`,
  ).execute(db);
}

/** Requests a check of all leads of an account, after a change that can concern any of them. */
export async function recheckFeeds(db: Database, accountId: string): Promise<void> {
  await recheck(db, sql`account_id = ${accountId} and`);
}

/** The same for all accounts, after a change of the company directory. */
export async function recheckAllFeeds(db: Database): Promise<void> {
  await recheck(db, sql``);
}

async function recheck(db: Database, inAccount: RawBuilder<unknown>): Promise<void> {
  await sql`
    update custom_feeds set alerts_checked_at = null where ${inAccount} alerts_since is not null and alerts_checked_at is not null`.execute(
    db,
  );
  await sql`update automations set checked_at = null where ${inAccount} is_on and checked_at is not null`.execute(db);
  await sql`update lists set checked_at = null where ${inAccount} kind = 'feed' and checked_at is not null`.execute(db);
}
