import { sql } from 'kysely';
import { isAmong } from './is-among.ts';
import type { Scope } from './scope.ts';
import type { Condition, ValueTest } from './value-test.ts';

/** SQL condition: a visit of lead `l` in the interval matches the condition on `v`. */
export function inAVisit({ accountId, interval }: Scope, condition: Condition): Condition {
  return isAmong(sql`
    select distinct v.company_id from visits v
    where v.account_id = ${accountId} and v.company_id is not null and v.page_depth > 0
      and v.started_at >= ${interval.fromAt} and v.started_at < ${interval.toAt} and ${condition}`);
}

/** SQL condition: lead `l` viewed a matching page in the interval. Searches the pages once and then looks up companies by page id. */
export function onAPage({ accountId, interval }: Scope, condition: Condition): Condition {
  return isAmong(sql`
    select distinct d.company_id from company_pages d
    where d.account_id = ${accountId} and d.day between ${interval.startDate}::date and ${interval.endDate}::date
      and d.page_id in (select p.id from pages p where p.account_id = ${accountId} and ${condition})`);
}

/** SQL condition: a visit of lead `l` in the interval came from a matching place. */
export function fromAPlace({ accountId, interval }: Scope, condition: Condition): Condition {
  return isAmong(sql`
    select distinct d.company_id from company_days d join places p on p.account_id = ${accountId} and p.id = d.place_id
    where d.account_id = ${accountId} and d.day between ${interval.startDate}::date and ${interval.endDate}::date and ${condition}`);
}

/** SQL condition: the first page of a visit of lead `l` in the interval matches. */
export function onTheLandingPage(scope: Scope, condition: Condition): Condition {
  return inAVisit(scope, sql`v.landing_page_id in (select p.id from pages p where p.account_id = ${scope.accountId} and ${condition})`);
}

/** SQL condition: the last page of a visit of lead `l` in the interval matches. */
export function onTheExitPage(scope: Scope, condition: Condition): Condition {
  const lastPage = sql`v.page_ids[cardinality(v.page_ids)]`;
  return inAVisit(scope, sql`${lastPage} in (select p.id from pages p where p.account_id = ${scope.accountId} and ${condition})`);
}

/**
 * SQL condition: a visit of lead `l` in the interval has a matching event other than a page view, such as a custom event, form, download or
 * outbound link, by name or kind.
 */
export function withAnEvent(scope: Scope, test: ValueTest): Condition {
  return inAVisit(
    scope,
    sql`exists (
      select 1 from json_array_elements(v.events::json -> 'hits') as hits (hit)
      where hit ->> 'k' not in ('page_view', 'leave') and (${test(sql`hit ->> 'n'`)} or ${test(sql`hit ->> 'k'`)}))`,
  );
}

/** SQL condition: a visit of lead `l` in the interval reached a matching goal. */
export function withAGoal(scope: Scope, test: ValueTest): Condition {
  return inAVisit(scope, sql`exists (select 1 from jsonb_array_elements(v.goals) as reached (goal) where ${test(sql`goal ->> 'goalId'`)})`);
}

/** SQL condition: a visit of lead `l` in the interval was made by a visitor who matches the condition on `w`. */
export function byAVisitor(scope: Scope, condition: Condition): Condition {
  return inAVisit(
    scope,
    sql`exists (select 1 from visitors w where w.account_id = ${scope.accountId} and w.id = v.visitor_id and ${condition})`,
  );
}
