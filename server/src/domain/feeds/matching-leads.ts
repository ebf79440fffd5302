import { type RawBuilder, sql } from 'kysely';
import { mayBeContacted } from '../companies/do-not-contact.ts';
import type { Filter, Filters } from '../feed-filters/filter.ts';
import type { Feed } from './feed.ts';
import { feedField, filterCondition } from './feed-fields.ts';
import type { Scope } from './scope.ts';
import { applicableFilter } from './stored-filters.ts';
import type { Condition } from './value-test.ts';
import type { Window } from './window.ts';

export type MatchingLead = { company_id: string; newest: Date };

const recommendedQuality = 7;

/** Table expression: the leads of a feed in the window, with their newest visit. */
export function feedLeads(scope: Scope, feed: Feed): RawBuilder<MatchingLead> {
  return leadsWhere(scope, feedFilters(feed), builtInConditions(feed, scope));
}

/** Table expression for filters that are not saved as a feed. */
export function matchingLeads(scope: Scope, filters: Filters): RawBuilder<MatchingLead> {
  return leadsWhere(scope, filters, []);
}

/** Excludes hidden leads. */
function leadsWhere(scope: Scope, filters: Filters, further: Condition[]): RawBuilder<MatchingLead> {
  const { accountId } = scope;
  const asked = filters.all.map((filter) => applicableFilter(filter, scope.customFields));
  const conditions = [...asked.map((one) => (one ? filterCondition(one.field, one.filter, scope) : sql<boolean>`false`)), ...further];
  if (scope.onlyContactable) conditions.push(mayBeContacted(accountId));
  const needsCompany = further.length > 0 || asked.some((one) => one?.field.needsCompany);
  return sql`(
    select l.company_id, ${newestVisit(scope)} as newest
    from leads l ${needsCompany ? sql`join companies c on c.id = l.company_id` : sql``}
    where l.account_id = ${accountId} and not l.hidden and ${visitedIn(scope)}
      ${conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`})`;
}

/** Returns the filters of a feed. Recommended leads combine conditions with OR, which filters cannot express. */
export function feedFilters(feed: Feed): Filters {
  if (feed.kind === 'custom') return feed.filters;
  return feed.id === 'followed_companies' ? { all: [{ field: 'followed', operator: 'is', values: [true], excluded: false }] } : { all: [] };
}

/** Conditions of a built-in feed besides its filters. Contract, The earlier interface, built-in feeds. */
function builtInConditions(feed: Feed, scope: Scope): Condition[] {
  if (feed.id === 'new_leads') return [sql`l.first_visit_at >= ${scope.window.fromAt}`];
  if (feed.id !== 'recommended_leads') return [];
  const good: Filter = { field: 'quality', operator: 'gte', values: [recommendedQuality], excluded: false };
  const alternatives = [filterCondition(feedField(good.field, scope.customFields)!, good, scope), ...scope.profiles.values()];
  return [sql`(${sql.join(alternatives, sql` or `)})`];
}

/**
 * SQL condition: the lead `l` visited in the window. For most leads the first or last visit in their own row decides. The others are looked
 * up: all at once for a short window, one by one for a long one, because the first leads soon fill the page.
 */
export function visitedIn({ accountId, window }: Scope): Condition {
  const inDays = sql`d.account_id = ${accountId} and d.day between ${window.startDate}::date and ${window.endDate}::date and d.first_visit_at < ${window.toAt}`;
  const between = isShort(window)
    ? sql`l.company_id in (select d.company_id from company_days d where ${inDays})`
    : sql`(select 1 from company_days d where ${inDays} and d.company_id = l.company_id limit 1) is not null`;
  return sql`l.first_visit_at < ${window.toAt} and l.last_visit_at >= ${window.fromAt}
    and (l.last_visit_at < ${window.toAt} or l.first_visit_at >= ${window.fromAt} or ${between})`;
}

function isShort({ fromAt, toAt }: Window): boolean {
  return toAt.getTime() - fromAt.getTime() <= 4 * 86_400_000;
}

function newestVisit({ accountId, window }: Scope): RawBuilder<Date> {
  return sql`case when l.last_visit_at < ${window.toAt} then l.last_visit_at else (
    select max(v.started_at) from visits v
    where v.account_id = ${accountId} and v.company_id = l.company_id and v.page_depth > 0
      and v.started_at >= ${window.fromAt} and v.started_at < ${window.toAt}) end`;
}
