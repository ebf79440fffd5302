import { sql } from 'kysely';
import { required } from '../../lib/required.ts';
import { funnelConditions, readGoalStep } from '../goals/funnel-steps.ts';
import { currentGeneration } from '../rollup-generation.ts';
import { isAmong } from './is-among.ts';
import type { Scope } from './scope.ts';
import type { Column, Condition, ValueTest } from './value-test.ts';

/** SQL condition: a visit of lead `l` in the interval matches the condition on `v`. */
export function hasVisit(scope: Scope, condition: Condition): Condition {
  return isAmong(sql`select distinct v.company_id from visits v where ${isCounted(scope)} and ${condition}`);
}

/**
 * SQL condition: the traffic source of a visit of lead `l` in the interval, followed by the path of one of its pages, matches. Compares
 * each combination of source and page once, with a lookup by key: an account without planner statistics would read all pages for every
 * visit.
 */
export function viewedPageFromSource(scope: Scope, source: Column, test: ValueTest): Condition {
  const views = sql`visits v cross join lateral unnest(v.page_ids) as viewed (page_id) where ${isCounted(scope)}`;
  const path = sql`(select p.path from pages p where p.account_id = ${scope.accountId} and p.id = seen.page_id)`;
  return isAmong(sql`
    select distinct v.company_id from ${views} and coalesce((${source}, viewed.page_id) in (
      select seen.source, seen.page_id from (select distinct ${source} as source, viewed.page_id from ${views}) as seen
      where ${test(sql`seen.source || ' / ' || ${path}`)}), false)`);
}

/** SQL condition: visit `v` is in the interval and counts in lists and totals. */
function isCounted({ accountId, interval }: Scope): Condition {
  return sql`v.account_id = ${accountId} and v.company_id is not null and v.page_depth > 0
    and v.started_at >= ${interval.fromAt} and v.started_at < ${interval.toAt}`;
}

/**
 * SQL condition: the first visit of lead `l` through a matching campaign was in the interval. The campaigns of the interval and the earlier
 * days of a company are looked up in the rollups, from which the totals of campaigns are read, because there can be many visits before the
 * interval.
 */
export function isNewThroughCampaign(scope: Scope, test: ValueTest): Condition {
  const { accountId, interval } = scope;
  const generation = currentGeneration(accountId);
  return isAmong(sql`
    select distinct v.company_id
    from (
      select distinct x.id, x.name from visit_rollups r join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
      where r.account_id = ${accountId} and r.generation = ${generation} and r.unit = 'day' and r.kind = 'campaign'
        and r.day between ${interval.startDate}::date and ${interval.endDate}::date and r.visits > 0 and ${test(sql`x.name`)}) as campaign
    join visits v on ${isCounted(scope)} and v.campaign = campaign.name
    where (
      select 1 from company_values e
      where e.account_id = ${accountId} and e.generation = ${generation} and e.company_id = v.company_id and e.value_id = campaign.id
        and e.day < ${interval.startDate}::date limit 1) is null`);
}

/** SQL condition: lead `l` viewed a matching page in the interval. Searches the pages once and then looks up companies by page id. */
export function viewedPage({ accountId, interval }: Scope, condition: Condition): Condition {
  return isAmong(sql`
    select distinct d.company_id from company_pages d
    where d.account_id = ${accountId} and d.day between ${interval.startDate}::date and ${interval.endDate}::date
      and d.page_id in (select p.id from pages p where p.account_id = ${accountId} and ${condition})`);
}

/** SQL condition: a visit of lead `l` in the interval came from a matching place. */
export function visitedFromPlace({ accountId, interval }: Scope, condition: Condition): Condition {
  return isAmong(sql`
    select distinct d.company_id from company_days d join places p on p.account_id = ${accountId} and p.id = d.place_id
    where d.account_id = ${accountId} and d.day between ${interval.startDate}::date and ${interval.endDate}::date and ${condition}`);
}

/** SQL condition: a visit of lead `l` in the interval came from a network whose verdict `x` matches. */
export function cameFromNetwork(scope: Scope, condition: Condition): Condition {
  return hasVisit(scope, sql`v.verdict_id in (select x.id from verdicts x where x.account_id = ${scope.accountId} and ${condition})`);
}

/** SQL condition: the first page of a visit of lead `l` in the interval matches. */
export function hasLandingPage(scope: Scope, condition: Condition): Condition {
  return hasVisit(scope, sql`v.landing_page_id in (select p.id from pages p where p.account_id = ${scope.accountId} and ${condition})`);
}

/** SQL condition: the last page of a visit of lead `l` in the interval matches. */
export function hasExitPage(scope: Scope, condition: Condition): Condition {
  // The pages are in order of their last view.
  const lastPage = sql`v.page_ids[cardinality(v.page_ids)]`;
  return hasVisit(scope, sql`${lastPage} in (select p.id from pages p where p.account_id = ${scope.accountId} and ${condition})`);
}

/**
 * SQL condition: a visit of lead `l` in the interval has a matching event other than a page view, such as a custom event, form, download or
 * outbound link, by name or kind.
 */
export function hasEvent(scope: Scope, test: ValueTest): Condition {
  return hasVisit(
    scope,
    sql`exists (
      select 1 from json_array_elements(v.events::json -> 'hits') as hits (hit)
      where hit ->> 'k' not in ('page_view', 'leave') and (${test(sql`hit ->> 'n'`)} or ${test(sql`hit ->> 'k'`)}))`,
  );
}

/** SQL condition: a visit of lead `l` in the interval reached a matching goal. */
export function reachedGoal(scope: Scope, test: ValueTest): Condition {
  return hasVisit(scope, sql`exists (select 1 from jsonb_array_elements(v.goals) as reached (goal) where ${test(sql`goal ->> 'goalId'`)})`);
}

/** SQL condition: a visit of lead `l` in the interval was made by a visitor who matches the condition on `w`. */
export function hasVisitor(scope: Scope, condition: Condition): Condition {
  return hasVisit(
    scope,
    sql`exists (select 1 from visitors w where w.account_id = ${scope.accountId} and w.id = v.visitor_id and ${condition})`,
  );
}

/** SQL condition: a visit of lead `l` in the interval reached one of the steps toward a goal, as counted in the funnel of the goal. */
export function reachedGoalStep(scope: Scope, values: readonly string[]): Condition {
  const steps = values.map((value) => {
    const named = readGoalStep(value);
    if (named === null) return sql<boolean>`false`;
    return funnelConditions(named.goalId, required(scope.goalPages.get(named.goalId), `pages of goal ${named.goalId}`))[named.step];
  });
  return hasVisit(scope, sql`(${sql.join(steps, sql` or `)})`);
}
