import { Type } from 'typebox';
import { updateField } from '../../../domain/custom-fields/write-fields.ts';
import { operation } from '../../operation.ts';
import { CustomFieldId, CustomFieldV1, customFieldV1, description, fieldName, prompt } from '../../schemas/custom-field.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'updateCustomField',
  group: 'Custom Fields',
  summary: 'Update Custom Field',
  description: 'The id, scope and type of a field cannot be changed.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/custom-fields/{id}',
  scope: 'custom_fields:write',
  account: 'required',
  params: Type.Object({ id: CustomFieldId }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('custom_field'),
        attributes: Type.Object(
          {
            name: Type.Optional(fieldName),
            description: Type.Optional(description),
            editable: Type.Optional(Type.Boolean()),
            prompt: Type.Optional(prompt),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateCustomFieldRequestV1' },
  ),
  data: CustomFieldV1,
  errors: [404],
  example: { params: { id: 'contract_value' }, body: { data: { type: 'custom_field', attributes: { name: 'Contract value' } } } },
  async handle({ ctx, account, params, body }) {
    return { data: customFieldV1(await updateField(ctx, account.id, params.id, body.data.attributes)) };
  },
});
