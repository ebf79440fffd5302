import { Type } from 'typebox';
import { type CustomField, fieldScopes, fieldTypes } from '../../domain/custom-fields/custom-field.ts';
import { Exact, OneOf, OrNull } from './resource.ts';

export const CustomFieldId = Type.String({ pattern: '^[a-z0-9_]{1,70}$', examples: ['contract_value'] });
export const fieldName = Type.String({ minLength: 1, maxLength: 100 });
export const description = OrNull(Type.String({ maxLength: 1000 }));
export const prompt = OrNull(Type.String({ maxLength: 4000, description: 'Only for AI fields, whose type begins with ai_.' }));

export const CustomFieldV1 = Exact(
  {
    type: Type.Literal('custom_field'),
    id: CustomFieldId,
    attributes: Exact({
      name: Type.String(),
      scope: OneOf(fieldScopes),
      type: OneOf(fieldTypes),
      description: OrNull(Type.String()),
      editable: Type.Boolean({ description: 'False if a CRM manages the values.' }),
      prompt: OrNull(Type.String()),
    }),
  },
  { $id: 'CustomFieldV1' },
);

/** The value of a custom field. The field determines the type of its value. */
export const CustomFieldValueV1 = Exact(
  { value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]) },
  { $id: 'CustomFieldValueV1' },
);
export const CustomFieldValues = Type.Record(Type.String(), CustomFieldValueV1);

export function customFieldV1({ id, ...attributes }: CustomField) {
  return { type: 'custom_field', id, attributes };
}
