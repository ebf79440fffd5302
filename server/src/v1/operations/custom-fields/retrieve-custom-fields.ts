import { Type } from 'typebox';
import { fieldScopes } from '../../../domain/custom-fields/custom-field.ts';
import { listFields } from '../../../domain/custom-fields/list-fields.ts';
import { operation } from '../../operation.ts';
import { CustomFieldV1, customFieldV1 } from '../../schemas/custom-field.ts';
import { OneOf } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveCustomFields',
  group: 'Custom Fields',
  summary: 'Retrieve Custom Fields',
  status: 'available',
  method: 'GET',
  path: '/v1/custom-fields',
  scope: 'custom_fields:read',
  account: 'required',
  paging: 'page',
  query: Type.Object({ 'filter[scope]': Type.Optional(OneOf(fieldScopes)) }),
  data: Type.Array(CustomFieldV1),
  async handle({ ctx, account, query, page }) {
    const scope = query['filter[scope]'] ?? null;
    const { fields, totalCount } = await listFields(ctx, account.id, { scope, offset: page.offset, limit: page.size });
    return { data: fields.map(customFieldV1), totalCount };
  },
});
