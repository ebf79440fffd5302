import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { maskSecrets } from '../../lib/mask-secrets.ts';
import type { Context } from '../context.ts';
import { listVisitPartitions } from '../visits/ensure-partitions.ts';
import { mentionedIn, ownedRows, tableOf } from './conditions.ts';
import { listExportedColumns } from './list-exported-columns.ts';
import { findContactIds, findPerson } from './person.ts';
import { listAccountIds, listTables, type PrivacyScope } from './search-scope.ts';
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

/** Passes the rows with a person's data to `write`, table by table and visits by month, including the pages of visits. */
export async function exportPersonData(
  ctx: Context,
  scope: PrivacyScope,
  subject: Subject,
  write: (found: FoundRows) => Promise<void>,
): Promise<void> {
  const columns = await listExportedColumns(ctx.db);
  await search(ctx, scope, subject, async (accountId, table, condition) => {
    const names = getOrThrow(columns, `${table.schema}.${table.name}`);
    const rowsOf = async (where: Condition) => {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row
        from (select ${sql.join(names.map((name) => sql.ref(name)))} from ${tableOf(table)} where ${where}) as t`.execute(ctx.db);
      // A stored response to a client can contain a secret that was shown once.
      return rows.map(({ row }): Record<string, unknown> => JSON.parse(maskWebhooks(maskSecrets(JSON.stringify(row)))));
    };
    if (table.name !== 'visits') {
      const rows = await rowsOf(condition);
      if (rows.length > 0) await write({ accountId, table: table.name, rows });
      return;
    }
    let hasVisits = false;
    // By month, so that only the visits of one month are in memory.
    for (const { from, to } of await listVisitPartitions(ctx.db)) {
      const rows = await rowsOf(sql`started_at >= ${from} and started_at < ${to} and ${condition}`);
      if (rows.length === 0) continue;
      hasVisits = true;
      await write({ accountId, table: 'visits', rows: rows.map((row) => ({ ...row, events: JSON.parse(String(row.events)) })) });
    }
    if (!hasVisits) return;
    const { rows: pages } = await sql<{ row: unknown }>`
      select to_jsonb(p) as row from pages p where account_id = ${accountId}
        and id in (select unnest(page_ids) from visits where ${condition})`.execute(ctx.db);
    await write({ accountId, table: 'pages of visits', rows: pages.map(({ row }) => row) });
  });
}

/** The URL of a webhook can contain a secret. JSON in a text column is escaped. */
function maskWebhooks(json: string): string {
  return json.replace(/(webhook\\*":\\*")[^"\\]+/g, '$1(secret)');
}

type Condition = RawBuilder<unknown>;
type OnTable = (accountId: string | null, table: Pick<TextTable, 'schema' | 'name'>, condition: Condition) => Promise<void>;

async function search(ctx: Context, scope: PrivacyScope, subject: Subject, onTable: OnTable): Promise<void> {
  const { owned, shared } = await listTables(ctx.db, scope);
  const contactIds = await findContactIds(ctx.db, subject);
  for (const accountId of await listAccountIds(ctx, scope)) {
    const person = await findPerson(ctx, accountId, subject, contactIds);
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
  const isContacts = ({ name }: { name: string }) => name === 'contacts';
  // The contacts of the person are searched in every scope, mentions in other contacts only if the scope includes shared data.
  const searched = shared.some(isContacts) ? shared : [...shared, { schema: 'public', name: 'contacts', columns: [], where: sql`true` }];
  for (const table of searched) {
    const isContact = isContacts(table) && contactIds.length > 0 ? sql`id = any(${contactIds}::bigint[])` : null;
    const conditions = [isContact, mentionedIn(table.columns, subject)].filter((one) => one !== null);
    if (conditions.length > 0) await onTable(null, table, sql`${table.where} and (${sql.join(conditions, sql` or `)})`);
  }
  const isUser = userCondition(scope, subject);
  if (isUser !== null) await onTable(null, { schema: 'public', name: 'users' }, isUser);
}

/** The user with the e-mail address. In the scope of one account, only if they belong to it. */
function userCondition({ accountId }: PrivacyScope, { kind, value }: Subject): Condition | null {
  if (kind !== 'email') return null;
  const isUser = sql`email = ${value}`;
  return accountId === null ? isUser : sql`${isUser} and id in (select user_id from memberships where account_id = ${accountId})`;
}
