import { type RawBuilder, sql } from 'kysely';
import type { FieldType as CustomFieldType } from '../custom-fields/custom-field.ts';
import { type FieldType, type Filter, type Operator, operatorsByType } from '../feed-filters/filter.ts';
import { companyFields } from './company-fields.ts';
import { leadFields } from './lead-fields.ts';
import type { Scope } from './scope.ts';
import { type Condition, type ValueTest, valueTest } from './value-test.ts';
import { visitFields } from './visit-fields.ts';

/** One field of the catalog. `condition` returns SQL on the lead `l` and, if `needsCompany`, its company `c`. */
export type FeedField = {
  name: string;
  label: string;
  description: string;
  type: FieldType;
  /** Allowed values, if they can be listed. */
  choices?: readonly string[];
  /** Overrides the operators of the type. */
  operators?: readonly Operator[];
  needsCompany?: boolean;
  condition(test: ValueTest, scope: Scope, filter: Filter): Condition;
};

/** The fields that filters of feeds can use in every account, in both APIs and the web application. */
export const feedFields: readonly FeedField[] = [...visitFields, ...companyFields, ...leadFields];

const fieldsByName = new Map(feedFields.map((field) => [field.name, field]));

/** Types of the account's custom company fields, by id. */
export type CustomFieldTypes = ReadonlyMap<string, CustomFieldType>;

const customFieldPrefix = 'custom_fields.';

/** Finds a field by name; `custom_fields.<id>` is a custom field of the account. */
export function feedField(name: string, customFields: CustomFieldTypes): FeedField | null {
  if (!isCustomField(name)) return fieldsByName.get(name) ?? null;
  const id = name.slice(customFieldPrefix.length);
  const type = customFields.get(id);
  return type === undefined ? null : customField(name, id, comparedAs(type));
}

export function isCustomField(name: string): boolean {
  return name.startsWith(customFieldPrefix);
}

export function operatorsOf(field: FeedField): readonly Operator[] {
  return field.operators ?? operatorsByType[field.type];
}

/** Returns the SQL condition of a filter, negated if the filter either excludes matches or has the operator `is_not`, but not if both. */
export function filterCondition(field: FeedField, filter: Filter, scope: Scope): Condition {
  const condition = field.condition(valueTest(field.type, filter), scope, filter);
  const negated = filter.excluded !== (filter.operator === 'is_not');
  return negated ? sql`not coalesce(${condition}, false)` : condition;
}

type CustomType = 'text' | 'number' | 'boolean' | 'date';

function comparedAs(type: CustomFieldType): CustomType {
  const plain = type.replace('ai_', '');
  return plain === 'number' || plain === 'date' || plain === 'boolean' ? plain : 'text';
}

const customValue = sql`(f.value #>> '{}')`;

/** Casts the stored value. A value of another type becomes null and cannot break the query. */
const customColumns: Record<CustomType, RawBuilder<unknown>> = {
  text: customValue,
  number: sql`case when jsonb_typeof(f.value) = 'number' then ${customValue}::double precision end`,
  boolean: sql`case when jsonb_typeof(f.value) = 'boolean' then ${customValue}::boolean end`,
  date: sql`case when pg_input_is_valid(left(${customValue}, 10), 'date') then left(${customValue}, 10)::date end`,
};

function customField(name: string, id: string, type: CustomType): FeedField {
  return {
    name,
    label: `Custom field ${id}`,
    description: 'The value of a custom field.',
    type,
    operators: [...new Set([...operatorsByType[type], 'exists' as const])],
    condition: (test, { accountId }) => sql`exists (
      select 1 from custom_field_values f
      where f.account_id = ${accountId} and f.scope = 'company' and f.record_id = l.company_id and f.field_id = ${id}
        and ${test(customColumns[type])})`,
  };
}
