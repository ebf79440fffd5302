import { type RawBuilder, sql } from 'kysely';

/** SQL condition: the company is shared or belongs to the account. */
export function visibleCompany(accountId: string, row = 'c'): RawBuilder<boolean> {
  const owner = sql.ref(`${row}.owner_account_id`);
  return sql`(${owner} is null or ${owner} = ${accountId}::bigint)`;
}
