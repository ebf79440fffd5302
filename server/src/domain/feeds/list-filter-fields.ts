import { countryNames } from '../../lib/country-name.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { maxFields } from '../custom-fields/custom-field.ts';
import { listFields } from '../custom-fields/list-fields.ts';
import type { FieldType, Operator } from '../feed-filters/filter.ts';
import { goalStepValue, middleSteps } from '../goals/funnel-steps.ts';
import { listGoalNames } from '../goals/list-goals.ts';
import { listIcps } from '../icps/list-icps.ts';
import { listLists } from '../lists/list-lists.ts';
import { listTags } from '../tags/list-tags.ts';
import { loadUserNames } from '../users/load-user-names.ts';
import { listMembers } from '../users/members.ts';
import { companyFields } from './company-fields.ts';
import { feedField, operatorsOf } from './feed-fields.ts';
import { leadFields } from './lead-fields.ts';
import { visitFields } from './visit-fields.ts';

/** For a step toward a goal, the name is that of the goal. */
type FilterOption = { value: string; name: string };

/** A field of the catalog for the filter menu, with its group and display names of values. */
export type FilterField = {
  name: string;
  label: string;
  description: string;
  group: string;
  type: FieldType;
  /** Selectable values, if they can be listed. */
  options: FilterOption[] | null;
  operators: readonly Operator[];
};

const groups = [
  { group: 'Visits', fields: visitFields },
  { group: 'Company', fields: companyFields },
  { group: 'Your work', fields: leadFields },
];

/** Lists all fields that the account can filter leads by, custom fields last. */
export async function listFilterFields(ctx: Context, accountId: string): Promise<FilterField[]> {
  const [options, { fields: customFields }] = await Promise.all([
    loadOptions(ctx, accountId),
    listFields(ctx, accountId, { scope: 'company', offset: 0, limit: maxFields }),
  ]);
  const catalog = groups.flatMap(({ group, fields }) =>
    fields.map((field) => {
      const { name, label, description, type, choices } = field;
      const listed = choices?.map((value) => ({ value, name: value })) ?? options[name] ?? null;
      return { name, label, description, group, type, options: listed, operators: operatorsOf(field) };
    }),
  );
  const custom = customFields.map(({ id, name, type, description }): FilterField => {
    const field = required(feedField(`custom_fields.${id}`, new Map([[id, type]])));
    return {
      name: field.name,
      label: name,
      description: description ?? 'A custom field.',
      group: 'Custom fields',
      type: field.type,
      options: null,
      operators: operatorsOf(field),
    };
  });
  return [...catalog, ...custom];
}

async function loadOptions(ctx: Context, accountId: string): Promise<Record<string, FilterOption[]>> {
  const [goals, { tags }, { lists }, icps, members, industries] = await Promise.all([
    listGoalNames(ctx, accountId),
    listTags(ctx, accountId),
    listLists(ctx, accountId, { scope: 'company', kind: null, offset: 0, limit: null }),
    listIcps(ctx, accountId),
    listMembers(ctx, accountId),
    ctx.db.selectFrom('industries').select(['code', 'name']).orderBy('name').execute(),
  ]);
  const people = await loadUserNames(
    ctx,
    members.map(({ id }) => id),
  );
  const countries = Object.entries(countryNames())
    .map(([value, name]) => ({ value, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const byId = (records: { id: string; name: string }[]) => records.map(({ id, name }) => ({ value: id, name }));
  return {
    goal: byId(goals),
    goal_step: goals.flatMap(({ id, name }) => middleSteps.map((step) => ({ value: goalStepValue(id, step), name }))),
    tag: byId(tags),
    list: byId(lists),
    icp: byId(icps),
    assignee: members.map(({ id, email }) => ({ value: id, name: people.get(id) ?? email })),
    industry_code: industries.map(({ code, name }) => ({ value: code, name })),
    country_code: countries,
    headquarters_country_code: countries,
  };
}
