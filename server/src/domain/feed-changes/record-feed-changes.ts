import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';

/**
 * Records that companies may have entered or left a feed, for each reader that the account has: feeds with alerts, automations, and lists
 * that follow a feed. Called in the transaction of every change that feed conditions can depend on; the readers then check these companies
 * only.
 */
export async function recordFeedChanges(db: Database, accountId: string, companyIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(companyIds)];
  if (ids.length > 0) await runCombined(db, recordChanges, { accountId, ids });
}

async function recordChanges(db: Database, changes: readonly { accountId: string; ids: readonly string[] }[]): Promise<undefined[]> {
  const [only] = changes;
  const uuids = () => plainArray(changes.map(() => randomUUID()));
  const statement =
    only !== undefined && changes.length === 1
      ? prepared(
          'record_feed_changes',
          sql`
    insert into feed_changes (account_id, id, company_ids, reader)
    ${changesOf({
      accountId: sql`${only.accountId}`,
      companyIds: sql`${plainArray(only.ids)}::bigint[]`,
      ids: [sql`${randomUUID()}::uuid`, sql`${randomUUID()}::uuid`, sql`${randomUUID()}::uuid`],
    })}`,
        )
      : prepared(
          'record_feed_changes_of_accounts',
          sql`
    insert into feed_changes (account_id, id, company_ids, reader)
    select found.* from unnest(${plainArray(changes.map(({ accountId }) => accountId))}::bigint[],
      ${textArray(changes.map(({ ids }) => plainArray(ids)))}::text[], ${uuids()}::uuid[], ${uuids()}::uuid[], ${uuids()}::uuid[])
      as changed (account_id, company_ids, for_alerts, for_automations, for_lists)
    cross join lateral (${changesOf({
      accountId: sql`changed.account_id`,
      companyIds: sql`changed.company_ids::bigint[]`,
      ids: [sql`changed.for_alerts`, sql`changed.for_automations`, sql`changed.for_lists`],
    })}) as found`,
        );
  await statement.execute(db);
  return changes.map(() => undefined);
}

type Part = RawBuilder<unknown>;

function changesOf({ accountId, companyIds, ids }: { accountId: Part; companyIds: Part; ids: [Part, Part, Part] }): Part {
  // In the order of the table's columns, because Citus does not reorder those of a union.
  return sql`(select account_id, ${ids[0]}, ${companyIds}, 'alerts' from custom_feeds
      where account_id = ${accountId} and alerts_since is not null limit 1)
    union all (select account_id, ${ids[1]}, ${companyIds}, 'automations' from automations
      where account_id = ${accountId} and is_on limit 1)
    union all (select account_id, ${ids[2]}, ${companyIds}, 'lists' from lists
      where account_id = ${accountId} and kind = 'feed' limit 1)`;
}

/** Requests a check of all leads of an account, after a change that can affect any of them. */
export async function recheckFeeds(db: Database, accountId: string): Promise<void> {
  await recheck(db, sql`account_id = ${accountId} and`);
}

/** Requests a check of all leads of all accounts, after a change of the company directory. */
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
