import { type RawBuilder, sql } from 'kysely';
import { isBigint } from '../../lib/is-bigint.ts';
import type { Context } from '../context.ts';
import type { AuditEntry } from './list-audit.ts';

type Subject = AuditEntry['subject'];

/** Tables with names of records by kind. Those of an account are small enough to compare their ids as texts, which are of several types. */
const accountTables: Record<string, string> = {
  automation: 'automations',
  campaign: 'campaigns',
  custom_field: 'custom_fields',
  dashboard_link: 'dashboard_links',
  feed: 'custom_feeds',
  folder: 'feed_folders',
  goal: 'goals',
  icp: 'icps',
  list: 'lists',
  persona: 'personas',
  tag: 'tags',
};

/** Returns the names of the records that still exist, by kind and id (`subjectKey`), in one statement. */
export async function listSubjectNames(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  subjects: readonly Subject[],
): Promise<Map<string, string>> {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  const selects = [...kinds].flatMap((kind) => {
    const ids = [...new Set(subjects.filter((subject) => subject.kind === kind).map(({ id }) => id))];
    const select = selectNames(accountId, kind, ids);
    return select ? [sql`select ${kind}::text as kind, named.id::text as id, named.name from (${select}) as named`] : [];
  });
  if (selects.length === 0) return new Map();
  const { rows } = await sql<Subject & { name: string }>`${sql.join(selects, sql` union all `)}`.execute(ctx.db);
  return new Map(rows.map((row) => [subjectKey(row), row.name]));
}

export function subjectKey({ kind, id }: Subject): string {
  return `${kind} ${id}`;
}

function selectNames(accountId: string, kind: string, ids: readonly string[]): RawBuilder<unknown> | null {
  const numbers = ids.filter(isBigint);
  const table = accountTables[kind];
  if (table) return sql`select id, name from ${sql.table(table)} where account_id = ${accountId} and id::text = any(${ids}::text[])`;
  if (kind === 'oauth_app')
    return sql`select client_id as id, name from oauth_apps where account_id = ${accountId} and client_id = any(${ids}::text[])`;
  if (kind === 'user') return sql`select id, email as name from users where id = any(${numbers}::bigint[])`;
  if (kind === 'api_key' || kind === 'api_token')
    return sql`select id, name from ${sql.table(`${kind}s`)} where id = any(${numbers}::bigint[])`;
  if (kind === 'company')
    return sql`
      select c.id, c.name from companies c where c.id = any(${numbers}::bigint[])
        and exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = c.id)`;
  return null;
}
