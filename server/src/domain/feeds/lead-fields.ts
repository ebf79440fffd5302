import { sql } from 'kysely';
import { completenessSql } from './completeness-sql.ts';
import type { FeedField } from './feed-fields.ts';
import { intentSql } from './intent-sql.ts';
import { isHandledSql } from './is-handled-lead.ts';
import { allTimeSum, sumInInterval } from './lead-sum-columns.ts';
import { onDays } from './on-days.ts';
import type { Column } from './value-test.ts';

const isCrmConnected = sql`(l.crm_lead_id is not null or l.crm_organization_id is not null)`;

/** Fields about the lead and the account's work with it. */
export const leadFields: readonly FeedField[] = [
  {
    name: 'quality',
    label: 'Quality',
    description: 'How much attention the lead deserves, 0 to 10, based on the selected days.',
    type: 'number',
    needsCompany: true,
    condition: (test, scope, { operator }) => {
      const quality = (deepestVisit: Column) => test(sql`round(least(${deepestVisit}, 10) * 0.5 + ${completenessSql})`);
      const inInterval = quality(sumInInterval('deepest_visit', scope));
      return operator === 'gte' || operator === 'gt' ? sql`(${quality(allTimeSum('deepest_visit'))} and ${inInterval})` : inInterval;
    },
  },
  {
    name: 'intent',
    label: 'Intent',
    description: 'How likely the company is to buy soon, 0.0 to 10.0, based on the last ninety days.',
    type: 'number',
    condition: (test, scope) => test(intentSql(scope)),
  },
  {
    name: 'first_visit',
    label: 'First visit',
    description: 'The day of the first visit ever.',
    type: 'date',
    condition: (_test, { timezone }, filter) => onDays(sql`l.first_visit_at`, timezone, filter),
  },
  {
    name: 'last_visit',
    label: 'Last visit',
    description: 'The day of the latest visit ever.',
    type: 'date',
    condition: (_test, { timezone }, filter) => onDays(sql`l.last_visit_at`, timezone, filter),
  },
  {
    name: 'assignee',
    label: 'Assignee',
    description: 'The user to whom the lead is assigned, by id or e-mail address.',
    type: 'choice',
    condition: (test, _scope, { operator }) =>
      operator === 'exists'
        ? sql`l.assignee_id is not null`
        : sql`l.assignee_id in (select u.id from users u where ${test(sql`u.id`)} or ${test(sql`u.email`)})`,
  },
  {
    name: 'followed',
    label: 'Followed',
    description: 'Whether someone follows the company.',
    type: 'boolean',
    condition: (test) => test(sql`l.followed`),
  },
  {
    name: 'tag',
    label: 'Tag',
    description: 'A tag of the company, by id or name; case does not matter.',
    type: 'choice',
    condition: (test, { accountId }, { values }) => sql`l.company_id in (
      select lt.company_id from lead_tags lt join tags t on t.account_id = ${accountId} and t.id = lt.tag_id
      where lt.account_id = ${accountId} and (
        ${test(sql`t.id`)} or folded_name(t.name) = any(array(select folded_name(given) from unnest(${values.map(String)}::text[]) as given))))`,
  },
  {
    name: 'list',
    label: 'List',
    description: 'A list that contains the company, by its id.',
    type: 'choice',
    condition: (test, { accountId }) => sql`l.company_id in (
      select li.item_id from list_items li join lists ls on ls.account_id = ${accountId} and ls.id = li.list_id
      where li.account_id = ${accountId} and ls.scope = 'company' and (${test(sql`ls.id`)} or ${test(sql`ls.kind || '_' || ls.id`)}))`,
  },
  {
    name: 'icp',
    label: 'Ideal customer profile',
    description: 'A profile that the company matches, by its id.',
    type: 'choice',
    needsCompany: true,
    condition: (_test, { profiles }, { operator, values }) => {
      const selected = operator === 'exists' ? [...profiles.values()] : values.flatMap((value) => profiles.get(String(value)) ?? []);
      return selected.length === 0 ? sql`false` : sql`(${sql.join(selected, sql` or `)})`;
    },
  },
  {
    name: 'status',
    label: 'Status',
    description: 'Handled if the lead was assigned, e-mailed or sent to a CRM; otherwise new.',
    type: 'choice',
    choices: ['new', 'handled'],
    condition: (test) => test(sql`case when ${isHandledSql} then 'handled' else 'new' end`),
  },
  {
    name: 'crm_connected',
    label: 'In the CRM',
    description: 'Whether the company is connected to a record of the CRM.',
    type: 'boolean',
    condition: (test, { accountId }) =>
      test(sql`(${isCrmConnected} or exists (
        select 1 from crm_connections k where k.account_id = ${accountId} and k.company_id = l.company_id and k.status = 'connected'))`),
  },
];
