import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { BatcherMap } from '../../lib/batcher-map.ts';
import { firstOf } from '../../lib/first-of.ts';
import { named } from '../../lib/prepared.ts';
import { withoutLeadingZeros } from '../../lib/without-leading-zeros.ts';
import type { Context } from '../context.ts';
import { revealedSince } from '../credits/credit-month.ts';

type Industry = { code: string; name: string; nace: string[]; wz: string[] };

type VisitKey = { id: string; startedAt: string };

export type LoadedCompany = Selectable<DB['companies']> & {
  revealed: boolean;
  first_visit_at: Date | null;
  last_visit_at: Date | null;
  visits: number | null;
  emailed_to: string[];
  industries: Industry[] | null;
  custom_fields: Record<string, unknown> | null;
  num_contacts: number;
  tag_ids: string[] | null;
  list_ids: string[] | null;
  icp_ids: string[] | null;
  newest_visits: VisitKey[] | null;
  connections: { id: string; status: 'connected' | 'suggested' }[] | null;
  group_connections: string[] | null;
};

/** Maximum number of visits listed in a company's record. */
const maxVisits = 20;

/** $1: account, $2: records revealed at or before this time have expired, $3: company ids. */
const statement = `
  select c.*, given.id as given_id, l.first_visit_at, l.last_visit_at, l.visits, coalesce(l.emailed_to, '{}') as emailed_to,
    coalesce((select p.do_not_contact from company_settings p where p.account_id = $1::bigint and p.company_id = c.id),
      c.do_not_contact or exists (
        select 1 from crm_connections x join crm_records r on r.account_id = $1::bigint and r.id = x.record_id
        where x.account_id = $1::bigint and x.company_id = c.id and x.status = 'connected' and r.do_not_contact
          and r.record_type <> 'contact')) as do_not_contact,
    coalesce((select r.revealed_at > $2::timestamptz from revealed_records r
      where r.account_id = $1::bigint and r.kind = 'company' and r.record_id = c.id::text), false) as revealed,
    (select json_agg(json_build_object('code', i.code, 'name', i.name, 'nace', i.nace, 'wz', i.wz) order by array_position(c.industry_codes, i.code))
      from industries i where i.code = any(c.industry_codes)) as industries,
    (select json_object_agg(v.field_id, v.value) from custom_field_values v
      where v.account_id = $1::bigint and v.scope = 'company' and v.record_id = c.id) as custom_fields,
    (select count(*)::int from contacts k where k.company_id = c.id) as num_contacts,
    (select json_agg(t.tag_id::text order by t.tag_id) from lead_tags t where t.account_id = $1::bigint and t.company_id = c.id) as tag_ids,
    (select json_agg(m.icp_id order by m.score desc, m.icp_id) from icp_matches m
      where m.account_id = $1::bigint and m.company_id = c.id) as icp_ids,
    (select json_agg(s.kind || '_' || s.id order by s.id) from list_items m
      join lists s on s.account_id = $1::bigint and s.id = m.list_id and s.scope = 'company'
      where m.account_id = $1::bigint and m.item_id = c.id) as list_ids,
    (select json_agg(json_build_object('id', n.id::text, 'status', n.status) order by n.id) from crm_connections n
      where n.account_id = $1::bigint and n.company_id = c.id) as connections,
    (select json_agg(n.id::text order by n.id) from companies g
      join crm_connections n on n.account_id = $1::bigint and n.company_id = g.id and n.status = 'connected'
      where g.id <> c.id and (g.group_company_id = coalesce(c.group_company_id, c.id) or g.id = c.group_company_id)) as group_connections
  from companies given
  join companies c on c.id = coalesce(given.merged_into, given.id)
  left join leads l on l.account_id = $1::bigint and l.company_id = c.id and l.first_visit_at is not null
  where coalesce(given.owner_account_id, $1::bigint) = $1::bigint`;

const batchStatement = `${statement} and given.id = any($3::bigint[])`;

/**
 * PostgreSQL uses the generic plan of a prepared statement only if it does not estimate a higher cost than for custom plans, and it
 * estimates arrays at ten elements. Shorter lists are padded with duplicates, which costs nothing.
 */
const minIds = 12;
/** The batch size is limited to keep latency low. */
const limits = { maxCalls: 64, maxInFlight: 4, keyOf: ({ companyId }: CompanyCall) => companyId };

type CompanyCall = { ctx: Context; companyId: string };

/** Lets concurrent requests of an account share one query. Each process has one loader in its context. */
export type CompanyLoader = BatcherMap<CompanyCall, LoadedCompany | null>;

export function companyLoader(): CompanyLoader {
  return new BatcherMap(async (accountId, calls) => {
    const { ctx } = firstOf(calls).item;
    const companies = await loadWithVisits(
      ctx,
      accountId,
      calls.map(({ item }) => item.companyId),
    );
    for (const call of calls) call.resolve(companies.get(call.item.companyId) ?? null);
  }, limits);
}

/** Loads a company's record as the account sees it. */
export async function loadCompany(ctx: Context, accountId: string, companyId: string): Promise<LoadedCompany | null> {
  if (ctx.companyLoader) return ctx.companyLoader.call(accountId, { ctx, companyId });
  return (await loadWithVisits(ctx, accountId, [companyId])).get(companyId) ?? null;
}

/**
 * Loads company records as the account sees them, in the order of the ids. The previous id of a merged company returns the current record.
 * Duplicates and unknown ids are omitted.
 */
export async function loadCompanies(ctx: Context, accountId: string, companyIds: readonly string[]): Promise<LoadedCompany[]> {
  const byGivenId = await loadWithVisits(ctx, accountId, companyIds);
  const inOrder = companyIds.flatMap((id) => byGivenId.get(id) ?? []);
  return [...new Map(inOrder.map((company) => [company.id, company])).values()];
}

async function loadWithVisits(ctx: Context, accountId: string, companyIds: readonly string[]): Promise<Map<string, LoadedCompany>> {
  const companies = await loadCompaniesById(ctx, accountId, companyIds);
  const leadIds = [...companies.values()].filter(({ first_visit_at }) => first_visit_at !== null).map(({ id }) => id);
  const visits = leadIds.length === 0 ? new Map() : await loadNewestVisits(ctx, accountId, [...new Set(leadIds)]);
  return new Map([...companies].map(([given, company]) => [given, { ...company, newest_visits: visits.get(company.id) ?? null }]));
}

/** Loads records without their newest visits. The keys are the ids as given. */
export async function loadCompaniesById(
  ctx: Context,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, LoadedCompany>> {
  const ids =
    companyIds.length === 0
      ? []
      : Array.from({ length: Math.max(minIds, companyIds.length) }, (_, index) => companyIds[index] ?? companyIds[0]);
  const { rows } = await ctx.db.executeQuery<Omit<LoadedCompany, 'newest_visits'> & { given_id: string }>(
    named('load_companies', CompiledQuery.raw(batchStatement, [accountId, revealedSince(ctx.clock.now()), ids])),
  );
  const byId = new Map(rows.map(({ given_id, ...company }): [string, LoadedCompany] => [given_id, { ...company, newest_visits: null }]));
  return new Map(companyIds.flatMap((id) => entryOf(id, byId.get(withoutLeadingZeros(id)))));
}

function entryOf(id: string, company: LoadedCompany | undefined): [string, LoadedCompany][] {
  return company ? [[id, company]] : [];
}

/** A separate query, for companies with visits only: visits are partitioned, so even an empty result is expensive. */
async function loadNewestVisits(ctx: Context, accountId: string, companyIds: string[]): Promise<Map<string, VisitKey[]>> {
  const { rows } = await sql<{ company_id: string; id: string; startedAt: string }>`
    select wanted.company_id, newest.id, newest.started_at::text as "startedAt"
    from unnest(${companyIds}::bigint[]) as wanted (company_id)
    cross join lateral (
      select v.id, v.started_at from visits v
      where v.account_id = ${accountId} and v.company_id = wanted.company_id and v.page_depth > 0
      order by v.started_at desc, v.id limit ${maxVisits}) as newest
    order by wanted.company_id, newest.started_at desc, newest.id`.execute(ctx.db);
  return Map.groupBy(rows, ({ company_id }) => company_id);
}
