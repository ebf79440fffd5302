import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { completeFacts } from './complete-facts.ts';

export type MergedPair = { previous: string; current: string };

/** Tables in which a company can have any number of rows. */
const tablesOfCompanies = ['company_domains', 'company_networks', 'company_locations', 'company_external_ids', 'contacts', 'signals'];

/** Tables in which rows of two companies may conflict, with their other columns. The row of the current company wins. */
const uniqueRows = {
  company_ip_ranges: ['block', 'source', 'updated_at'],
  financial_reports: ['year', 'currency', 'revenue', 'earnings', 'net_worth', 'total_assets', 'employees', 'source'],
};

/** Merges records of the directory in a few statements. The caller holds the lock of merges, and moves the data of accounts. */
export async function mergeRecords({ clock, db }: Pick<Context, 'clock' | 'db'>, pairs: readonly MergedPair[]): Promise<void> {
  const previousIds = pairs.map(({ previous }) => previous);
  const pair = sql`unnest(${previousIds}::bigint[], ${pairs.map(({ current }) => current)}::bigint[]) as pair (previous, current)`;
  for (const { previous, current } of pairs) await completeFacts({ clock, db }, previous, current);
  // Two statements, because a single one that joins on either column would read the whole table.
  for (const column of ['id', 'merged_into']) {
    await sql`
      update companies c set merged_into = pair.current, updated_at = ${clock.now()} from ${pair}
      where c.${sql.ref(column)} = pair.previous`.execute(db);
  }
  for (const table of tablesOfCompanies) {
    await sql`update ${sql.table(table)} t set company_id = pair.current from ${pair} where t.company_id = pair.previous`.execute(db);
  }
  for (const [table, columns] of Object.entries(uniqueRows)) await moveUniqueRows({ db }, pair, previousIds, table, columns);
  await mergeGroups({ db }, pair);
  await sql`
    insert into company_name_keys (name_key, company_id, is_main) select k.name_key, pair.current, false
    from ${pair} join company_name_keys k on k.company_id = pair.previous on conflict do nothing`.execute(db);
  await sql`delete from company_name_keys where company_id = any(${previousIds}::bigint[])`.execute(db);
  await sql`
    delete from company_candidates
    where status = 'open' and (company_id = any(${previousIds}::bigint[]) or candidate_id = any(${previousIds}::bigint[]))`.execute(db);
}

async function moveUniqueRows(
  { db }: Pick<Context, 'db'>,
  pair: RawBuilder<unknown>,
  previousIds: readonly string[],
  table: string,
  columns: readonly string[],
): Promise<void> {
  const list = (prefix: string) => sql.join(columns.map((column) => sql.ref(`${prefix}${column}`)));
  await sql`
    insert into ${sql.table(table)} (company_id, ${list('')}) select pair.current, ${list('t.')}
    from ${pair} join ${sql.table(table)} t on t.company_id = pair.previous on conflict do nothing`.execute(db);
  await sql`delete from ${sql.table(table)} where company_id = any(${previousIds}::bigint[])`.execute(db);
}

/** Combines the groups of the few merged companies that have one: groups have one level. */
async function mergeGroups({ db }: Pick<Context, 'db'>, pair: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<MergedPair>`
    select pair.previous, pair.current from ${pair} join companies c on c.id = pair.previous
    where c.group_company_id is not null or exists (select 1 from companies member where member.group_company_id = pair.previous)`.execute(
    db,
  );
  for (const { previous, current } of rows) {
    const groups = await db
      .selectFrom('companies')
      .select(['id', 'group_company_id', 'owner_account_id'])
      .where('id', 'in', [previous, current])
      .execute();
    const parentOf = (id: string) => {
      const company = groups.find((row) => row.id === id);
      const group = company?.group_company_id ?? null;
      // The group of a company that only one account can see remains private.
      const isPrivate = id === previous && company?.owner_account_id !== null;
      return group === previous || group === current || isPrivate ? null : group;
    };
    const parent = parentOf(current) ?? parentOf(previous);
    await sql`
      update companies set group_company_id = nullif(${parent ?? current}::bigint, id)
      where id = ${current} or group_company_id in (${previous}, ${current})`.execute(db);
  }
}
