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

type GroupCompany = { id: string; name: string; domain: string | null; url: string | null; logo_url: string | null };

/** The related records of several companies that `include` asks for, by id. */
export type CompanyRelations = {
  groupCompanies: Map<string, GroupCompany>;
  tags: Map<string, { name: string; color: number }>;
  lists: Map<string, ListFacts>;
  icps: Map<string, { name: string }>;
  visits: Map<string, Visit>;
  connections: Map<string, CrmConnection>;
};

export async function loadCompanyRelations(
  ctx: Context,
  accountId: string,
  companies: readonly LoadedCompany[],
  include: ReadonlySet<string>,
): Promise<CompanyRelations> {
  const included = (names: string[], idsOf: (company: LoadedCompany) => string[]) =>
    names.some((name) => include.has(name)) ? [...new Set(companies.flatMap(idsOf))] : [];
  const visits = include.has('web_visits') ? companies.flatMap(({ newest_visits }) => newest_visits ?? []) : [];
  const [groupCompanies, tags, lists, icps, newestVisits, connections] = await Promise.all([
    loadGroupCompanies(
      ctx,
      included(['group_company'], ({ group_company_id }) => (group_company_id === null ? [] : [group_company_id])),
    ),
    loadTags(
      ctx,
      accountId,
      included(['tags'], ({ tag_ids }) => tag_ids ?? []),
    ),
    loadListsById(
      ctx,
      accountId,
      included(['lists'], ({ list_ids }) => list_ids ?? []),
    ),
    loadIcps(
      ctx,
      accountId,
      included(['icps'], ({ icp_ids }) => icp_ids ?? []),
    ),
    loadVisits(
      ctx.db,
      accountId,
      visits.map(({ id, startedAt }) => ({ id, started_at: startedAt })),
    ),
    loadConnectionsById(
      ctx,
      accountId,
      included(['crm_connections', 'crm_suggestions', 'crm_group_connections'], (company) => [
        ...(company.connections ?? []).map(({ id }) => id),
        ...(company.group_connections ?? []),
      ]),
    ),
  ]);
  return { groupCompanies, tags, lists, icps, visits: new Map(newestVisits.map((visit) => [visit.id, visit])), connections };
}

async function loadGroupCompanies(ctx: Context, companyIds: string[]): Promise<Map<string, GroupCompany>> {
  if (companyIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name', 'domain', 'url', 'logo_url'])
    .where('id', 'in', companyIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadTags(ctx: Context, accountId: string, tagIds: string[]): Promise<CompanyRelations['tags']> {
  if (tagIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('account_id', '=', accountId)
    .where('id', 'in', tagIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadIcps(ctx: Context, accountId: string, icpIds: string[]): Promise<CompanyRelations['icps']> {
  if (icpIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('icps')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', icpIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function loadListsById(ctx: Context, accountId: string, listIds: string[]): Promise<Map<string, ListFacts>> {
  if (listIds.length === 0) return new Map();
  const numbers = listIds.map((id) => id.slice(id.indexOf('_') + 1));
  const { rows } = await sql<ListFacts & { id: string }>`
    select l.kind || '_' || l.id as id, l.name, l.scope, l.kind, l.created_at, l.item_count
    from lists l where l.account_id = ${accountId} and l.id = any(${numbers}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
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
