import { Type } from 'typebox';
import { updateListMemberships } from '../../../domain/lists/update-list-memberships.ts';
import { operation } from '../../operation.ts';
import { ListReferences } from '../../schemas/list.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'removeCompanyFromLists',
  group: 'Companies',
  summary: 'Remove Company from Lists',
  description: 'Removes a company from up to 100 static lists, all or none. Lists that do not contain it are ignored.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/companies/{id}/lists',
  scope: 'companies:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: ListReferences,
  success: 204,
  errors: [404],
  example: { params: { id: '1001' }, body: { data: [{ type: 'list', id: 'static_1002' }] } },
  async handle({ ctx, account, params, body }) {
    const listIds = body.data.map(({ id }) => id);
    await updateListMemberships(ctx, account.id, { scope: 'company', recordId: params.id, listIds, isOn: false });
    return {};
  },
});
