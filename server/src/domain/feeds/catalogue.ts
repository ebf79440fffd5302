import { sql } from 'kysely';
import { companyFields } from './company-fields.ts';
import { type FieldType, type Filter, type Operator, operatorsByType } from './filter.ts';
import { leadFields } from './lead-fields.ts';
import type { Scope } from './scope.ts';
import { type Condition, type ValueTest, valueTest } from './value-test.ts';
import { visitFields } from './visit-fields.ts';

/**
 * One field of the catalogue. `condition` says how it becomes SQL: a question about the lead `l` and, when the field needs it, its
 * company `c`.
 */
export type FeedField = {
  name: string;
  label: string;
  description: string;
  type: FieldType;
  /** The only values there are, where they can be listed. */
  choices?: readonly string[];
  needsCompany?: boolean;
  condition(test: ValueTest, scope: Scope, filter: Filter): Condition;
};

/** Every field that feeds know, in the order of the documentation. Both interfaces, the web application and the documentation read it. */
export const feedFields: readonly FeedField[] = [...visitFields, ...companyFields, ...leadFields];

const fieldsByName = new Map(feedFields.map((field) => [field.name, field]));

const customFieldPattern = /^custom_fields\.([a-z0-9_-]{1,100})$/;

/** A field by its name; `custom_fields.<id>` names one that the account has made. Null when there is none. */
export function feedField(name: string): FeedField | null {
  const customFieldId = customFieldPattern.exec(name)?.[1];
  return customFieldId === undefined ? (fieldsByName.get(name) ?? null) : customField(name, customFieldId);
}

export function operatorsOf(field: FeedField): readonly Operator[] {
  return operatorsByType[field.type];
}

/** What a filter asks of a lead, its exclusion included. */
export function filterCondition(field: FeedField, filter: Filter, scope: Scope): Condition {
  const condition = field.condition(valueTest(field.type, filter), scope, filter);
  const negated = filter.excluded !== (filter.operator === 'is_not');
  return negated ? sql`not coalesce(${condition}, false)` : condition;
}

/** A field of the account's own. Numbers are compared as numbers and days as days, by what the values of the filter are. */
function customField(name: string, id: string): FeedField {
  return {
    name,
    label: `Custom field ${id}`,
    description: 'The value that the account gave to a field of its own.',
    type: 'custom',
    condition: (test, { accountId }, { values }) => {
      const text = sql`f.value #>> '{}'`;
      const column =
        typeof values[0] === 'number' ? sql`case when jsonb_typeof(f.value) = 'number' then (${text})::double precision end` : text;
      return sql`exists (
        select 1 from custom_field_values f
        where f.account_id = ${accountId} and f.scope = 'company' and f.record_id = l.company_id and f.field_id = ${id} and ${test(column)})`;
    },
  };
}
