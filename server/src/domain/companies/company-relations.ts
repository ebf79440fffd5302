import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { loadVisits } from '../visits/load-visits.ts';
import type { Visit } from '../visits/visit.ts';
import type { LoadedCompany } from './load-company.ts';

export type CrmConnection = {
  id: string;
  matchedOn: string;
  record: {
    id: string;
    crm: string;
    recordType: string;
    externalId: string;
    name: string;
    url: string | null;
    stage: string | null;
    updatedAt: Date;
    ownerName: string | null;
    ownerEmail: string | null;
  };
};

export type ListFacts = { name: string; scope: string; kind: string; created_at: Date; item_count: number };

/** The related records that `include` asks for. */
export type CompanyRelations = {
  groupCompany: { id: string; name: string; domain: string | null; url: string | null; logo_url: string | null } | null;
  tags: Map<string, { name: string; color: number }>;
  lists: Map<string, ListFacts>;
  icps: Map<string, { name: string }>;
  visits: Map<string, Visit>;
  connections: Map<string, CrmConnection>;
};

export async function loadCompanyRelations(
  ctx: Context,
  accountId: string,
  company: LoadedCompany,
  include: ReadonlySet<string>,
): Promise<CompanyRelations> {
  const includesCrm = ['crm_connections', 'crm_suggestions', 'crm_group_connections'].some((name) => include.has(name));
  const [groupCompany, tags, lists, icps, visits, connections] = await Promise.all([
    include.has('group_company') && company.group_company_id !== null ? loadGroupCompany(ctx, company.group_company_id) : null,
    include.has('tags') && company.tag_ids ? loadTags(ctx, accountId, company.tag_ids) : new Map(),
    include.has('lists') && company.list_ids ? loadListsById(ctx, accountId, company.list_ids) : new Map(),
    include.has('icps') && company.icp_ids ? loadIcps(ctx, accountId, company.icp_ids) : new Map(),
    include.has('web_visits') && company.newest_visits ? loadNewestVisits(ctx, accountId, company.newest_visits) : new Map(),
    includesCrm ? loadConnections(ctx, accountId, company) : new Map(),
  ]);
  return { groupCompany, tags, lists, icps, visits, connections };
}

async function loadNewestVisits(
  ctx: Context,
  accountId: string,
  newest: NonNullable<LoadedCompany['newest_visits']>,
): Promise<Map<string, Visit>> {
  const visits = await loadVisits(
    ctx.db,
    accountId,
    newest.map(({ id, startedAt }) => ({ id, started_at: startedAt })),
  );
  return new Map(visits.map((visit) => [visit.id, visit]));
}

async function loadGroupCompany(ctx: Context, companyId: string) {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name', 'domain', 'url', 'logo_url'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  return row ?? null;
}

async function loadTags(ctx: Context, accountId: string, tagIds: string[]) {
  const rows = await ctx.db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('account_id', '=', accountId)
    .where('id', 'in', tagIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadIcps(ctx: Context, accountId: string, icpIds: string[]) {
  const rows = await ctx.db
    .selectFrom('icps')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', icpIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function loadListsById(ctx: Context, accountId: string, listIds: string[]): Promise<Map<string, ListFacts>> {
  const numbers = listIds.map((id) => id.slice(id.indexOf('_') + 1));
  const { rows } = await sql<ListFacts & { id: string }>`
    select l.kind || '_' || l.id as id, l.name, l.scope, l.kind, l.created_at, l.item_count
    from lists l where l.account_id = ${accountId} and l.id = any(${numbers}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

function loadConnections(ctx: Context, accountId: string, company: LoadedCompany): Promise<Map<string, CrmConnection>> {
  return loadConnectionsById(ctx, accountId, [...(company.connections ?? []).map(({ id }) => id), ...(company.group_connections ?? [])]);
}

export async function loadConnectionsById(ctx: Context, accountId: string, ids: string[]): Promise<Map<string, CrmConnection>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('crm_connections as c')
    .innerJoin('crm_records as r', (join) => join.onRef('r.account_id', '=', 'c.account_id').onRef('r.id', '=', 'c.record_id'))
    .select(['c.id', 'c.matched_on', 'r.id as record_id', 'r.crm', 'r.record_type', 'r.external_id', 'r.name', 'r.url', 'r.stage'])
    .select(['r.updated_at', 'r.owner_name', 'r.owner_email'])
    .where('c.account_id', '=', accountId)
    .where('r.account_id', '=', accountId)
    .where('c.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        matchedOn: row.matched_on,
        record: {
          id: row.record_id,
          crm: row.crm,
          recordType: row.record_type,
          externalId: row.external_id,
          name: row.name,
          url: row.url,
          stage: row.stage,
          updatedAt: row.updated_at,
          ownerName: row.owner_name,
          ownerEmail: row.owner_email,
        },
      },
    ]),
  );
}
