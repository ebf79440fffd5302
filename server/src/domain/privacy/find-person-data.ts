import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { mentionedIn, ownedRows, tableOf } from './conditions.ts';
import { contactIdsOf, findPerson } from './person.ts';
import { accountIdsOf, type PrivacyScope, tablesOf } from './search-scope.ts';
import type { Subject } from './subject.ts';
import type { TextTable } from './text-tables.ts';

type Found = { accountId: string | null; table: string; rows: number };
type FoundRows = { accountId: string | null; table: string; rows: unknown[] };

/** Counts a person's data by table (GDPR, right of access). */
export async function findPersonData(ctx: Context, scope: PrivacyScope, subject: Subject): Promise<Found[]> {
  const found: Found[] = [];
  await search(ctx, scope, subject, async (accountId, table, condition) => {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${tableOf(table)} where ${condition}`.execute(ctx.db);
    if (firstOf(rows).rows > 0) found.push({ accountId, table: table.name, rows: firstOf(rows).rows });
  });
  return found;
}

/** Passes the rows with a person's data to `write`, table by table, including the pages of visits. */
export async function exportPersonData(
  ctx: Context,
  scope: PrivacyScope,
  subject: Subject,
  write: (found: FoundRows) => Promise<void>,
): Promise<void> {
  await search(ctx, scope, subject, async (accountId, table, condition) => {
    const { rows } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(t) as row from ${tableOf(table)} as t where ${condition}`.execute(ctx.db);
    if (rows.length === 0) return;
    const isVisits = table.name === 'visits';
    const shown = rows.map(({ row }) => (isVisits ? { ...row, events: JSON.parse(String(row.events)) } : row));
    await write({ accountId, table: table.name, rows: shown });
    if (!isVisits) return;
    const { rows: pages } = await sql<{ row: unknown }>`
      select to_jsonb(p) as row from pages p where account_id = ${accountId}
        and id in (select unnest(page_ids) from visits where ${condition})`.execute(ctx.db);
    await write({ accountId, table: 'pages of visits', rows: pages.map(({ row }) => row) });
  });
}

type OnTable = (accountId: string | null, table: Pick<TextTable, 'schema' | 'name'>, condition: ReturnType<typeof sql>) => Promise<void>;

async function search(ctx: Context, scope: PrivacyScope, subject: Subject, onTable: OnTable): Promise<void> {
  const { owned, shared } = await tablesOf(ctx.db, scope);
  for (const accountId of await accountIdsOf(ctx, scope)) {
    const person = await findPerson(ctx, accountId, subject);
    const byKey = ownedRows(accountId, person, subject);
    const names = new Set([...byKey.keys(), ...owned.map(({ name }) => name)]);
    for (const name of [...names].sort()) {
      const table = owned.find((one) => one.name === name);
      const conditions = [byKey.get(name), table && mentionedIn(table.columns, subject)].filter((one) => one != null);
      if (conditions.length === 0) continue;
      await onTable(
        accountId,
        table ?? { schema: 'public', name },
        sql`account_id = ${accountId} and (${sql.join(conditions, sql` or `)})`,
      );
    }
  }
  const contactIds = await contactIdsOf(ctx.db, subject);
  if (contactIds.length > 0) await onTable(null, { schema: 'public', name: 'contacts' }, sql`id = any(${contactIds}::bigint[])`);
  for (const table of shared) {
    const condition = table.name === 'contacts' && contactIds.length > 0 ? null : mentionedIn(table.columns, subject);
    if (condition !== null) await onTable(null, table, condition);
  }
  const isUser = subject.kind === 'email' ? sql`email = ${subject.value}` : null;
  if (isUser !== null) await onTable(null, { schema: 'public', name: 'users' }, isUser);
}
