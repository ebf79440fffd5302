import { Type } from 'typebox';
import { deleteField } from '../../../domain/custom-fields/write-fields.ts';
import { operation } from '../../operation.ts';
import { CustomFieldId } from '../../schemas/custom-field.ts';

export default operation({
  id: 'deleteCustomField',
  group: 'Custom Fields',
  summary: 'Delete Custom Field',
  description:
    'Also deletes the values of the field. If a custom feed uses the field, the response is 409 conflict: change the feed first.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/custom-fields/{id}',
  scope: 'custom_fields:write',
  account: 'required',
  params: Type.Object({ id: CustomFieldId }),
  success: 204,
  errors: [404, 409],
  example: { params: { id: 'contract_value' } },
  async handle({ ctx, account, params }) {
    await deleteField(ctx, account.id, params.id);
    return {};
  },
});
