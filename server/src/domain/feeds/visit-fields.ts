import { sql } from 'kysely';
import type { Operator } from '../feed-filters/filter.ts';
import { publicKinds } from '../identification/network-kind.ts';
import type { FeedField } from './feed-fields.ts';
import { allTimeSum, type SumName, sumInInterval } from './lead-sum-columns.ts';
import type { Scope } from './scope.ts';
import { trafficSourceFields } from './traffic-source-fields.ts';
import type { Column, Condition, ValueTest } from './value-test.ts';
import {
  cameFromNetwork,
  hasEvent,
  hasExitPage,
  hasLandingPage,
  hasVisit,
  hasVisitor,
  reachedGoal,
  reachedGoalStep,
  viewedPage,
  visitedFromPlace,
} from './visit-conditions.ts';

const placeOfVisit = (name: string, label: string, description: string, column: Column): FeedField => ({
  name,
  label,
  description,
  type: 'text',
  condition: (test, scope) => visitedFromPlace(scope, test(column)),
});

/** The all-time sum is an upper bound of the sum in the interval and costs nothing to check, so it is tested first. */
function sumCondition(name: SumName, test: ValueTest, scope: Scope, operator: Operator): Condition {
  const inInterval = test(sumInInterval(name, scope));
  return operator === 'gte' || operator === 'gt' ? sql`(${test(allTimeSum(name))} and ${inInterval})` : inInterval;
}

/** Fields about visits. All consider only visits in the selected days. */
export const visitFields: readonly FeedField[] = [
  {
    name: 'page_url',
    label: 'Page URL',
    description: 'The full address or the path of a page that was viewed.',
    type: 'text',
    condition: (test, scope) => viewedPage(scope, sql`(${test(sql`p.url`)} or ${test(sql`p.path`)})`),
  },
  {
    name: 'page_title',
    label: 'Page title',
    description: 'The title of a page that was viewed.',
    type: 'text',
    condition: (test, scope) => viewedPage(scope, test(sql`p.title`)),
  },
  {
    name: 'hostname',
    label: 'Hostname',
    description: 'The hostname of a page that was viewed.',
    type: 'text',
    condition: (test, scope) => viewedPage(scope, test(sql`p.hostname`)),
  },
  {
    name: 'landing_page',
    label: 'Landing page',
    description: 'The full address or the path of the first page of a visit.',
    type: 'text',
    condition: (test, scope) => hasLandingPage(scope, sql`(${test(sql`p.url`)} or ${test(sql`p.path`)})`),
  },
  {
    name: 'exit_page',
    label: 'Exit page',
    description: 'The full address or the path of the last page of a visit.',
    type: 'text',
    condition: (test, scope) => hasExitPage(scope, sql`(${test(sql`p.url`)} or ${test(sql`p.path`)})`),
  },
  {
    name: 'pageviews',
    label: 'Page views',
    description: 'How many pages the company viewed in all visits together.',
    type: 'number',
    condition: (test, scope, { operator }) => sumCondition('page_views', test, scope, operator),
  },
  {
    name: 'visits',
    label: 'Visits',
    description: 'How many visits the company made.',
    type: 'number',
    condition: (test, scope, { operator }) => sumCondition('visits', test, scope, operator),
  },
  {
    name: 'visit_length',
    label: 'Visit length',
    description: 'How long one of the visits was, in seconds.',
    type: 'number',
    condition: (test, scope) => hasVisit(scope, test(sql`v.visit_length`)),
  },
  ...trafficSourceFields,
  {
    name: 'device_type',
    label: 'Device type',
    description: 'The kind of device of a visit.',
    type: 'choice',
    choices: ['desktop', 'smartphone', 'tablet', 'tv', 'console', 'wearable', 'other'],
    condition: (test, scope) => hasVisit(scope, test(sql`v.device_type`)),
  },
  {
    name: 'network_kind',
    label: 'Network kind',
    description: 'The kind of network that a visit came from.',
    type: 'choice',
    choices: publicKinds,
    condition: (test, scope) => cameFromNetwork(scope, test(sql`x.kind`)),
  },
  {
    name: 'event',
    label: 'Event',
    description:
      'An event other than a page view: the name of a custom event or form, or one of form, download, outbound, event, identify.',
    type: 'text',
    condition: (test, scope) => hasEvent(scope, test),
  },
  {
    name: 'goal',
    label: 'Goal',
    description: 'A goal that a visit reached, by its id.',
    type: 'choice',
    condition: (test, scope) => reachedGoal(scope, test),
  },
  {
    name: 'goal_step',
    label: 'Step toward a goal',
    description: 'How far a visit got on the way to a goal, as in the funnel of the goal: its id, then /engaged or /considered.',
    type: 'choice',
    operators: ['is', 'is_not'],
    condition: (_, scope, { values }) => reachedGoalStep(scope, values.map(String)),
  },
  {
    name: 'visitor_email',
    label: 'Visitor e-mail',
    description: 'The e-mail address that a visitor left.',
    type: 'text',
    condition: (test, scope) => hasVisitor(scope, test(sql`w.email`)),
  },
  {
    name: 'returning',
    label: 'Returning visitor',
    description: 'Whether one of the visitors had been on the site before that visit.',
    type: 'boolean',
    condition: (test, scope) => hasVisitor(scope, test(sql`(w.first_seen_at < v.started_at)`)),
  },
  placeOfVisit('country_code', 'Country', 'The country that a visit came from, by its two letters.', sql`p.country_code`),
  placeOfVisit('region', 'Region', 'The region that a visit came from.', sql`p.region`),
  placeOfVisit('city', 'City', 'The city that a visit came from.', sql`p.city`),
  placeOfVisit(
    'place',
    'Place',
    'City, region and country of the same visit, as far as they are known, such as Munich, Bavaria, DE.',
    sql`concat_ws(', ', p.city, p.region, p.country_code)`,
  ),
];
