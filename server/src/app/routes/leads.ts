import Type, { type Static } from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { loadIntents } from '../../domain/companies/load-intents.ts';
import type { Filters } from '../../domain/feed-filters/filter.ts';
import { checkFilters } from '../../domain/feeds/check-filters.ts';
import { type LeadSort, leadSorts } from '../../domain/feeds/lead-sort.ts';
import { visitIntervalOf } from '../../domain/feeds/visit-interval.ts';
import { buildLeadConditions } from '../../domain/leads/build-lead-conditions.ts';
import { hasVisitsBefore } from '../../domain/leads/has-visits-before.ts';
import { rankQuality } from '../../domain/leads/lead-quality-rank.ts';
import { loadQualityOrder } from '../../domain/leads/load-quality-order.ts';
import { type CallReason, loadReasons } from '../../domain/leads/load-reasons.ts';
import { type FoundLead, maxLeads, searchLeads } from '../../domain/leads/search-leads.ts';
import { tagLeads } from '../../domain/leads/tag-leads.ts';
import { updateLeads } from '../../domain/leads/update-leads.ts';
import { Problem } from '../../domain/problem.ts';
import type { AppContext } from '../context.ts';
import { route, sharedRoute } from '../route.ts';
import { Day, RecordId } from './shapes.ts';

const LeadsQuery = Type.Object({
  from: Day,
  to: Day,
  feed: Type.String({ maxLength: 40, default: 'all_leads' }),
  filters: Type.Optional(Type.String({ maxLength: 20_000 })),
  search: Type.String({ maxLength: 200, default: '' }),
  sort: Type.Unsafe<LeadSort>(
    Type.Union(
      leadSorts.map((sort) => Type.Literal(sort)),
      { default: 'last_visit' },
    ),
  ),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
  hidden: Type.Boolean({ default: false }),
  offset: Type.Integer({ minimum: 0, maximum: maxLeads, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
});

const CompanyIds = Type.Array(RecordId, { minItems: 1, maxItems: 1000 });
const LeadsChange = Type.Object({
  companyIds: CompanyIds,
  followed: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  doNotContact: Type.Optional(Type.Boolean()),
  assigneeId: Type.Optional(Type.Union([RecordId, Type.Null()])),
});
const TagChange = Type.Object({ companyIds: CompanyIds, tagId: RecordId, isOn: Type.Boolean() });

async function listRows(ctx: AppContext, accountId: string, { order, feed, filters, ...query }: Static<typeof LeadsQuery>) {
  const selection = { accountId, from: query.from, to: query.to, feedId: feed, filters: await readFilters(ctx, accountId, filters) };
  const conditions = await buildLeadConditions(ctx, selection);
  const account = await getAccount(ctx, accountId);
  const interval = visitIntervalOf(query.from, query.to, account.timezone);
  const [{ leads, total, isTotalCapped }, qualityOrder, hasHistory] = await Promise.all([
    searchLeads(ctx, { ...query, accountId, descending: order === 'desc', conditions }),
    loadQualityOrder(ctx, accountId, interval),
    hasVisitsBefore(ctx, accountId, query.from),
  ]);
  const companyIds = leads.map(({ companyId }) => companyId);
  const [intents, reasons] = await Promise.all([
    loadIntents(ctx, accountId, companyIds),
    feed === 'recommended_leads' ? loadReasons(ctx, account, interval, companyIds) : new Map<string, CallReason[]>(),
  ]);
  const rows = leads.map((lead) => ({
    ...leadRow(lead),
    /** Whether the company's first visit was in the interval, as in the feed of new leads. False if tracking started in the interval. */
    isNew: hasHistory && lead.firstVisitAt !== null && lead.firstVisitAt >= interval.fromAt,
    quality: rankQuality(lead.activity, qualityOrder),
    intent: intents.get(lead.companyId) ?? null,
    /** Empty except for recommended leads. */
    reasons: reasons.get(lead.companyId) ?? [],
  }));
  return { total, isTotalCapped, rows };
}

function leadRow({ activity, trafficSource, ...lead }: FoundLead) {
  const { place } = activity;
  return {
    companyId: lead.companyId,
    name: lead.name,
    domain: lead.domain,
    logoUrl: lead.logoUrl,
    industry: lead.industries[0] ?? null,
    employeeRange: lead.employeeRange,
    place: place?.countryCode == null ? null : { city: place.city, region: place.region, countryCode: place.countryCode },
    visits: activity.visits,
    pageViews: activity.pageViews,
    firstVisitAt: lead.firstVisitAt,
    lastVisitAt: activity.lastVisitAt,
    source: trafficSource?.source ?? null,
    medium: trafficSource?.medium ?? null,
    tagIds: lead.tagIds,
    icps: lead.icps,
    assigneeId: lead.assigneeId,
    followed: lead.followed,
    hidden: lead.hidden,
  };
}

/** Reads unsaved filters. They are JSON from the URL of the lead list, which users can share. */
async function readFilters(ctx: AppContext, accountId: string, text: string | undefined): Promise<Filters> {
  if (text === undefined) return { all: [] };
  try {
    return await checkFilters(ctx, accountId, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Problem('invalid_input', { title: 'The filters are not well-formed.', parameter: 'filters' });
    throw error;
  }
}

export const leadRoutes = [
  sharedRoute({
    path: '/leads',
    query: LeadsQuery,
    handle: ({ ctx, accountId, query }) => listRows(ctx, accountId, query),
  }),
  route({
    method: 'PATCH',
    path: '/leads',
    permission: 'edit',
    body: LeadsChange,
    handle: ({ ctx, accountId, user, body: { companyIds, ...change } }) => updateLeads(ctx, accountId, user.id, { companyIds, change }),
  }),
  route({
    method: 'POST',
    path: '/leads/tags',
    permission: 'edit',
    body: TagChange,
    handle: ({ ctx, accountId, user, body }) => tagLeads(ctx, accountId, user.id, body),
  }),
];
