import { Type } from 'typebox';
import { fieldScopes, fieldTypes } from '../../../domain/custom-fields/custom-field.ts';
import { createField } from '../../../domain/custom-fields/write-fields.ts';
import { operation } from '../../operation.ts';
import { CustomFieldV1, customFieldV1, description, fieldName, prompt } from '../../schemas/custom-field.ts';
import { Exact, OneOf } from '../../schemas/resource.ts';

export default operation({
  id: 'createCustomField',
  group: 'Custom Fields',
  summary: 'Create Custom Field',
  description: 'The id of the new field is a slug of its name.',
  status: 'available',
  method: 'POST',
  path: '/v1/custom-fields',
  scope: 'custom_fields:write',
  account: 'required',
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('custom_field'),
        attributes: Exact({
          name: fieldName,
          scope: OneOf(fieldScopes),
          type: OneOf(fieldTypes),
          description: Type.Optional(description),
          editable: Type.Optional(Type.Boolean()),
          prompt: Type.Optional(prompt),
        }),
      }),
    },
    { $id: 'CreateCustomFieldRequestV1' },
  ),
  data: CustomFieldV1,
  success: 201,
  example: { body: { data: { type: 'custom_field', attributes: { name: 'Contract value', scope: 'company', type: 'number' } } } },
  async handle({ ctx, account, body }) {
    return { data: customFieldV1(await createField(ctx, account.id, body.data.attributes)) };
  },
});
