import { Type } from 'typebox';
import { getField } from '../../../domain/custom-fields/list-fields.ts';
import { operation } from '../../operation.ts';
import { CustomFieldId, CustomFieldV1, customFieldV1 } from '../../schemas/custom-field.ts';

export default operation({
  id: 'getCustomField',
  group: 'Custom Fields',
  summary: 'Get Custom Field',
  status: 'available',
  method: 'GET',
  path: '/v1/custom-fields/{id}',
  scope: 'custom_fields:read',
  account: 'required',
  params: Type.Object({ id: CustomFieldId }),
  data: CustomFieldV1,
  errors: [404],
  example: { params: { id: 'contract_value' } },
  async handle({ ctx, account, params }) {
    return { data: customFieldV1(await getField(ctx, account.id, params.id)) };
  },
});
