import type { Context } from '../context.ts';
import { withinAccount } from '../within-account.ts';

type FoundAccount = { id: string; name: string; company: { id: string; name: string } | null };

/** Returns accounts ordered by id. Runs one query per account, because the accounts of a cluster are on different nodes. */
export async function findAccounts(ctx: Context, accountIds: string[]): Promise<FoundAccount[]> {
  const ordered = [...accountIds].sort((one, other) => Number(one) - Number(other));
  const rows = await Promise.all(
    ordered.map((id) =>
      withinAccount(ctx, id)
        .db.selectFrom('accounts')
        .leftJoin('companies as given', 'given.id', 'accounts.company_id')
        .leftJoin('companies', (join) => join.on(({ eb, fn }) => eb('companies.id', '=', fn.coalesce('given.merged_into', 'given.id'))))
        .select(['accounts.id', 'accounts.name', 'companies.id as company_id', 'companies.name as company_name'])
        .where('accounts.id', '=', id)
        .executeTakeFirst(),
    ),
  );
  return rows.flatMap((row) => {
    if (!row) return [];
    const { id, name, company_id, company_name } = row;
    return { id, name, company: company_id === null || company_name === null ? null : { id: company_id, name: company_name } };
  });
}
