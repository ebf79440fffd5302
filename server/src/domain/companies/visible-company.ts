import { type RawBuilder, sql } from 'kysely';

/** Whether an account may see a row of `companies`: it is shared, or the account's own. */
export function visibleCompany(accountId: string, row = 'c'): RawBuilder<boolean> {
  const owner = sql.ref(`${row}.owner_account_id`);
  return sql`(${owner} is null or ${owner} = ${accountId}::bigint)`;
}
