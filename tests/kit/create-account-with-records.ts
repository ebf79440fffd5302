import { sql } from 'kysely';
import { addresses, visit } from './earlier.ts';
import type { TestAccount, TestService } from './service.ts';

/** A marker in every record that users of the account created, so that a response that leaks one is detected. */
export const marker = 'Marker7319';

const uuid = '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e';
const at = '2026-09-10T10:00:00Z';

/**
 * Creates an account with records of most kinds, under the ids used in the examples of the operations. The service must trust the loopback
 * proxy.
 */
export async function createAccountWithRecords(service: TestService): Promise<TestAccount> {
  const account = await service.newAccount({ name: `${marker} account`, credits: 1_000_000 });
  const events = ['/', '/pricing'].map((path, minute) => ({
    at: `2026-09-10T10:0${minute}:00Z`,
    url: `https://shop.example${path}?utm_campaign=${marker}`,
    title: `${marker} page`,
  }));
  await visit(service, account, { ip: addresses.Audi, visitor: 'one', events }, { ip: addresses.SAP, visitor: 'two', events });
  const { db } = service.ctx;
  const id = account.accountId;
  await sql`insert into companies (id, name, origin, network_name, updated_at)
    values (1001, 'Example One', 'test', 'example one', ${at}), (1002, 'Example Two', 'test', 'example two', ${at}) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into contacts (id, company_id, full_name, updated_at)
    values (1001, 1001, 'Ada Example', ${at}), (1002, 1001, 'Bob Example', ${at}) on conflict do nothing`.execute(db);
  const rows: Record<string, object[]> = {
    leads: [1001, 1002].map((company_id) => ({ company_id, first_visit_at: at, last_visit_at: at, visits: 1, page_views: 1 })),
    tags: [1001, 1002].map((tag) => ({ id: tag, name: `${marker} tag ${tag}` })),
    lead_tags: [{ company_id: 1001, tag_id: 1001 }],
    lists: [1001, 1002].map((list) => ({
      id: list,
      kind: 'static',
      scope: 'company',
      name: `${marker} list ${list}`,
      item_count: 1002 - list,
      created_at: at,
    })),
    list_items: [{ list_id: 1001, item_id: 1001, added_at: at }],
    custom_fields: ['contract_value', 'renewal_on'].map((field, index) => ({
      id: field,
      scope: 'company',
      name: `${marker} ${field}`,
      type: ['number', 'date'][index],
      created_at: at,
    })),
    custom_field_values: [{ scope: 'company', record_id: 1001, field_id: 'contract_value', value: '7319', updated_at: at }],
    feed_folders: [{ id: uuid, name: `${marker} folder`, created_at: at }],
    custom_feeds: [{ id: uuid, number: 7319, name: `${marker} feed`, filters: '{"all":[]}', created_at: at, updated_at: at }],
    goals: [{ id: uuid, name: `${marker} goal`, kind: 'page', operator: 'begins_with', pattern: '/pricing', created_at: at }],
    personas: [
      {
        id: uuid,
        name: `${marker} persona`,
        departments: '{}',
        hierarchy_levels: '{}',
        positions: '{}',
        countries: '{}',
        created_at: at,
        updated_at: at,
      },
    ],
    icps: [{ id: uuid, name: `${marker} profile`, filters: '{}', created_at: at, updated_at: at }],
    icp_matches: [{ icp_id: uuid, company_id: 1001, score: 1, matched: '{}', missed: '{}', matched_at: at }],
    campaigns: [
      {
        id: 1001,
        utm_campaign: marker,
        name: `${marker} campaign`,
        status: 'active',
        discovered: true,
        created_at: at,
        updated_at: at,
      },
    ],
    notes: [{ id: 1001, company_id: 1001, author_id: account.userId, body: `${marker} note`, created_at: at }],
    activities: [{ id: 1001, company_id: 1001, actor_id: account.userId, kind: 'note_added', happened_at: at }],
  };
  for (const [table, records] of Object.entries(rows)) {
    for (const record of records) {
      const columns = Object.keys({ account_id: id, ...record }).map((column) => sql.ref(column));
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values({ account_id: id, ...record }))})`.execute(
        db,
      );
    }
  }
  return account;
}
