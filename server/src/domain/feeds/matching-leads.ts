import { type RawBuilder, sql } from 'kysely';
import { mayBeContacted } from '../companies/do-not-contact.ts';
import { conditionsOf, type Filter, type Filters } from '../feed-filters/filter.ts';
import type { Feed } from './feed.ts';
import { filterCondition } from './feed-fields.ts';
import { isAmong } from './is-among.ts';
import { recommendedLeads } from './recommended-leads.ts';
import type { Scope } from './scope.ts';
import { applicableFilter } from './stored-filters.ts';
import type { Condition } from './value-test.ts';
import { visitedIn } from './visited-in.ts';

export type MatchingLead = { company_id: string; newest: Date };

/** Table expression: the leads of a feed in the interval, with their newest visit. */
export function feedLeads(scope: Scope, feed: Feed): RawBuilder<MatchingLead> {
  return leadsWhere(scope, feedFilters(feed), builtInConditions(feed, scope));
}

/** Table expression for filters that are not saved as a feed. */
export function matchingLeads(scope: Scope, filters: Filters): RawBuilder<MatchingLead> {
  return leadsWhere(scope, filters, []);
}

/** Selects the leads that visited in the interval and meet all conditions, without hidden leads. */
function leadsWhere(scope: Scope, filters: Filters, extra: Condition[]): RawBuilder<MatchingLead> {
  const { accountId } = scope;
  const conditionOf = (filter: Filter) => {
    const applicable = applicableFilter(filter, scope.customFields);
    return applicable ? filterCondition(applicable.field, applicable.filter, scope) : sql<boolean>`false`;
  };
  const groups = (filters.any ?? []).map((group) => sql<boolean>`(${sql.join(group.map(conditionOf), sql` or `)})`);
  const conditions = [...filters.all.map(conditionOf), ...groups, ...extra];
  if (scope.onlyContactable) conditions.push(mayBeContacted(accountId));
  const needsCompany =
    extra.length > 0 || conditionsOf(filters).some((filter) => applicableFilter(filter, scope.customFields)?.field.needsCompany);
  return sql`(
    select l.company_id, ${newestVisit(scope)} as newest
    from leads l ${needsCompany ? sql`join companies c on c.id = l.company_id` : sql``}
    where l.account_id = ${accountId} and not l.hidden and ${visitedIn(scope)}
      ${conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`})`;
}

/** Returns the filters of a feed. `builtInConditions` returns the conditions that filters cannot express. */
export function feedFilters(feed: Feed): Filters {
  if (feed.kind === 'custom') return feed.filters;
  return feed.id === 'followed_companies' ? { all: [{ field: 'followed', operator: 'is', values: [true], excluded: false }] } : { all: [] };
}

/** Returns the conditions of a built-in feed besides its filters. */
function builtInConditions(feed: Feed, scope: Scope): Condition[] {
  if (feed.id === 'new_leads') return [sql`l.first_visit_at >= ${scope.interval.fromAt}`];
  if (feed.id !== 'recommended_leads') return [];
  return [isAmong(recommendedLeads(scope))];
}

function newestVisit({ accountId, interval }: Scope): RawBuilder<Date> {
  return sql`case when l.last_visit_at < ${interval.toAt} then l.last_visit_at else (
    select max(v.started_at) from visits v
    where v.account_id = ${accountId} and v.company_id = l.company_id and v.page_depth > 0
      and v.started_at >= ${interval.fromAt} and v.started_at < ${interval.toAt}) end`;
}
